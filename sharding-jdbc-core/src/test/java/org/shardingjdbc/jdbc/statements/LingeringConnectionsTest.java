package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Idle logical connections in autocommit mode have physical ones as long as nobody else needs these. */
class LingeringConnectionsTest {
    private static final int POOL_SIZE = 2;
    private static final int NEVER = 1_000_000;

    private final JdbcProbe probe = new JdbcProbe();
    private Fixture<ShardingDataSource> shards;

    private void open(int lingerMilliseconds) throws SQLException, IOException {
        shards = Fixture.on(DatabaseKind.H2, "lingering")
                .sharded("t_order", "user_id", 2)
                .pool("maximumPoolSize: " + POOL_SIZE, "connectionTimeout: 30000")
                .props("connection-linger-milliseconds: " + lingerMilliseconds)
                .through(probe)
                .open(ShardingDataSourceFactory::create);
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT)");
        }
        probe.reset();
    }

    @AfterEach
    void close() throws SQLException {
        shards.close();
    }

    private int inUse(String name) {
        return pool(name).getHikariPoolMXBean().getActiveConnections();
    }

    private HikariDataSource pool(String name) {
        return (HikariDataSource) shards.sharded().dataSources().get(name);
    }

    private long preparedCount() {
        return probe.calls().stream()
                .filter(call -> call.is("Connection", "prepareStatement"))
                .filter(call -> call.sql().contains("t_order"))
                .count();
    }

    private static void insert(PreparedStatement statement, int order, int user) throws SQLException {
        statement.setLong(1, order);
        statement.setInt(2, user);
        assertThat(statement.executeUpdate()).isEqualTo(1);
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    @Test
    void aRepeatedStatementStaysPreparedInAutocommitMode() throws SQLException, IOException {
        open(NEVER);
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
            for (int i = 0; i < 20; i++) {
                insert(statement, i, i);
            }
            // The first is closed after use, as if it were the only one.
            assertThat(preparedCount()).isEqualTo(3);
        }
        assertThat(probe.open().statements()).isZero();
        assertThat(inUse("ds_0")).isZero();
        assertThat(inUse("ds_1")).isZero();
    }

    @Test
    void withoutLingeringEachExecutionGivesItsConnectionBack() throws SQLException, IOException {
        open(0);
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
            for (int i = 0; i < 6; i++) {
                insert(statement, i, i);
                assertThat(inUse("ds_" + i % 2)).isZero();
            }
            assertThat(preparedCount()).isEqualTo(6);
        }
    }

    @Test
    void moreIdleLogicalConnectionsThanThePoolHasTakeNothingFromOneAnother() throws SQLException, IOException {
        open(NEVER);
        List<Connection> connections = new ArrayList<>();
        List<PreparedStatement> statements = new ArrayList<>();
        try {
            for (int i = 0; i < 3 * POOL_SIZE; i++) {
                connections.add(shards.sharded().getConnection());
                statements.add(connections.get(i).prepareStatement("INSERT INTO t_order VALUES (?, ?)"));
            }
            int order = 0;
            for (int round = 0; round < 4; round++) {
                for (PreparedStatement statement : statements) {
                    insert(statement, order, order);
                    order++;
                    insert(statement, order, order);
                    order++;
                }
            }
            assertThat(count(connections.get(0))).isEqualTo(order);
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
        assertThat(probe.open().statements()).isZero();
        assertThat(inUse("ds_0")).isZero();
        assertThat(inUse("ds_1")).isZero();
    }

    @Test
    void manyThreadsShareFewConnections() throws Exception {
        open(NEVER);
        int threads = 8;
        int rounds = 200;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int first = thread * rounds;
                tasks.add(() -> {
                    insertAndCount(first, rounds);
                    return null;
                });
            }
            for (Future<Void> done : executor.invokeAll(tasks)) {
                done.get();
            }
        } finally {
            executor.shutdownNow();
        }
        try (Connection connection = shards.sharded().getConnection()) {
            assertThat(count(connection)).isEqualTo(threads * rounds);
        }
        assertThat(probe.open().statements()).isZero();
        assertThat(inUse("ds_0")).isZero();
        assertThat(inUse("ds_1")).isZero();
    }

    private void insertAndCount(int first, int rounds) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
            for (int i = 0; i < rounds; i++) {
                insert(statement, first + i, i);
                if (i % 10 == 0) {
                    assertThat(count(connection)).isGreaterThan(0);
                }
                if (i % 50 == 49) {
                    connection.setAutoCommit(false);
                    assertThat(count(connection)).isGreaterThan(0);
                    connection.setAutoCommit(true);
                }
            }
        }
    }

    @Test
    void aConnectionThatLingeredTooLongIsLookedAtByItsPool() throws SQLException, IOException {
        open(1);
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
            insert(statement, 0, 0);
            insert(statement, 2, 0);
            long before = preparedCount();
            for (long since = System.nanoTime(); System.nanoTime() - since < 2_000_000; ) {
                Thread.onSpinWait();
            }
            insert(statement, 4, 0);
            assertThat(preparedCount()).isEqualTo(before + 1);
        }
    }

    @Test
    void settingsDoNotReachAConnectionThatLingers() throws SQLException, IOException {
        open(NEVER);
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
            insert(statement, 0, 0);
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            insert(statement, 2, 0);
            assertThat(count(connection)).isEqualTo(2);
        }
        try (Connection connection = shards.sharded().getConnection()) {
            assertThat(count(connection)).isEqualTo(2);
            assertThat(connection.getTransactionIsolation()).isNotEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
        assertThat(inUse("ds_0")).isZero();
    }

    @Test
    void closingTheDataSourceClosesWhatLingers() throws SQLException, IOException {
        open(NEVER);
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
            insert(statement, 0, 0);
            insert(statement, 2, 0);
            HikariDataSource pool = pool("ds_0");
            shards.close();
            assertThat(pool.isClosed()).isTrue();
            assertThat(probe.open().statements()).isZero();
        }
    }
}
