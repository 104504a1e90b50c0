package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcProbe;

/** How often shards' statements are prepared, and that none stays open. */
class CachedStatementsTest {
    private final JdbcProbe probe = new JdbcProbe();
    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException, IOException {
        FaultyDriver.register("kept", probe);
        TestServer server = TestServer.of(DatabaseKind.H2);
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("""
                      ds_%d:
                        driverClassName: org.shardingjdbc.testkit.fault.FaultyDriver
                        jdbcUrl: "%s"
                        username: sa
                        password: ""
                        maximumPoolSize: 2
                    """.formatted(i, FaultyDriver.url("kept", "ds_" + i, server.createDatabase("kept_" + i))));
        }
        yaml.append("""
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_${0..1}.t_order_${0..1}
                        databaseStrategy:
                          standard:
                            shardingColumn: user_id
                            shardingAlgorithmName: by_user
                        tableStrategy:
                          standard:
                            shardingColumn: order_id
                            shardingAlgorithmName: mod_2
                    shardingAlgorithms:
                      by_user:
                        type: INLINE
                        props:
                          algorithm-expression: ds_${user_id % 2}
                      mod_2:
                        type: MOD
                        props:
                          sharding-count: 2
                """);
        dataSource = ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT, status VARCHAR(20))");
        }
        probe.reset();
    }

    @AfterEach
    void close() {
        dataSource.close();
    }

    private Stream<String> prepared() {
        return probe.calls().stream()
                .filter(call -> call.is("Connection", "prepareStatement"))
                .map(call -> call.sql())
                .filter(sql -> sql.contains("t_order"));
    }

    private static void insert(PreparedStatement statement, int order, int user) throws SQLException {
        statement.setLong(1, order);
        statement.setInt(2, user);
        statement.executeUpdate();
    }

    @Test
    void insideATransactionAStatementIsPreparedOncePerNode() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 20; i++) {
                insert(statement, i, i / 2);
            }
            connection.commit();
        }
        assertThat(prepared()).hasSize(4);
        assertThat(probe.open().statements()).isZero();
        assertThat(probe.open().resultSets()).isZero();
    }

    @Test
    void cancelEndsTheExecutionOnOneNodeAndSparesTheNext() throws Exception {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)")) {
            insert(insert, 1, 1);
            AtomicBoolean struck = new AtomicBoolean();
            probe.strikeWhen(
                    call -> call.is("PreparedStatement", "execute") && struck.compareAndSet(false, true), Fault.hang());
            FutureTask<Boolean> cancelling = new FutureTask<>(() -> {
                boolean hangs = probe.awaitHanging(1, 30_000);
                insert.cancel();
                return hangs;
            });
            new Thread(cancelling).start();
            assertThatThrownBy(() -> insert(insert, 3, 1))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(ErrorCode.CANCELLED.number()));
            assertThat(cancelling.get()).as("hung until it was cancelled").isTrue();
            probe.reset();
            insert(insert, 5, 1);
        }
        assertThat(probe.open().statements()).isZero();
    }

    @Test
    void keptStatementsAreOpenInTheNextTransactionOrPreparedAnew() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE user_id = ? AND order_id = ?")) {
            connection.setAutoCommit(false);
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 3; i++) {
                    query.setInt(1, 1);
                    query.setLong(2, 1);
                    try (ResultSet rows = query.executeQuery()) {
                        assertThat(rows.next()).isFalse();
                    }
                }
                connection.commit();
            }
        }
        assertThat(prepared().count()).isLessThanOrEqualTo(3);
        assertThat(probe.open().statements()).isZero();
        assertThat(probe.open().resultSets()).isZero();
    }

    @Test
    void changedSettingsReachTheNextExecution() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id FROM t_order WHERE user_id = ? ORDER BY order_id")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < 10; i++) {
                insert(insert, i, 1);
            }
            query.setInt(1, 1);
            for (int maxRows : new int[] {0, 3, 0, 5}) {
                query.setMaxRows(maxRows);
                int count = 0;
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        count++;
                    }
                }
                assertThat(count).isEqualTo(maxRows == 0 ? 10 : maxRows);
            }
            connection.rollback();
        }
        assertThat(probe.open().statements()).isZero();
    }

    @Test
    void parametersOfAnOpenResultMayBeSetForTheNextExecution() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_order (order_id, user_id) VALUES (?, ?)");
                PreparedStatement query = connection.prepareStatement("SELECT status, COUNT(*) FROM t_order"
                        + " GROUP BY status HAVING COUNT(*) > ? ORDER BY status")) {
            for (int i = 0; i < 10; i++) {
                insert(insert, i, i);
            }
            query.setInt(1, 9);
            try (ResultSet rows = query.executeQuery()) {
                query.setInt(1, 10);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(2)).isEqualTo(10);
            }
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isFalse();
            }
        }
    }
}
