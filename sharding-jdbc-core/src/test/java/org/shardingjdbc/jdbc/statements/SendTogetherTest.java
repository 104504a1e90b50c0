package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Two data sources of PostgreSQL with three tables each, which one connection of each reads in one round trip. */
class SendTogetherTest {
    private static final int ROWS = 60;
    private static final int NODES = 6;
    private static final int DATA_SOURCES = 2;
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..2}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: mod_2
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: mod_3
                shardingAlgorithms:
                  mod_2:
                    type: MOD
                    props:
                      sharding-count: 2
                  mod_3:
                    type: MOD
                    props:
                      sharding-count: 3
            """;

    private final JdbcProbe probe = new JdbcProbe();
    private Fixture<ShardingDataSource> shards;
    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException, IOException {
        shards = Fixture.on(DatabaseKind.POSTGRESQL, "together")
                .rules(RULES)
                .pool("maximumPoolSize: 3")
                .through(probe)
                .open(ShardingDataSourceFactory::create);
        dataSource = shards.sharded();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT, status VARCHAR(20))");
            for (int i = 0; i < ROWS; i++) {
                statement.execute("INSERT INTO t_order VALUES (" + i + ", " + i / NODES + ", 'S" + i % 5 + "')");
            }
        }
        probe.reset();
    }

    @AfterEach
    void close() throws SQLException {
        assertThat(probe.open().statements()).isZero();
        assertThat(probe.open().resultSets()).isZero();
        shards.close();
    }

    private long executions() {
        return probe.calls().stream()
                .filter(call -> call.is("PreparedStatement", "execute")
                        || call.is("Statement", "execute") && call.sql().contains("t_order"))
                .count();
    }

    private static List<Long> read(ResultSet rows) throws SQLException {
        List<Long> all = new ArrayList<>();
        while (rows.next()) {
            all.add(rows.getLong(1));
        }
        return all;
    }

    private static List<Long> query(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return read(rows);
            }
        }
    }

    private static List<Long> numbers(int from, int to) {
        List<Long> all = new ArrayList<>();
        for (long i = from; i < to; i++) {
            all.add(i);
        }
        return all;
    }

    @Test
    void oneExecutionForEachConnection() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            assertThat(query(connection, "SELECT order_id FROM t_order ORDER BY order_id LIMIT ? OFFSET ?", 10, 7))
                    .isEqualTo(numbers(7, 17));
        }
        assertThat(executions()).isEqualTo(DATA_SOURCES);
    }

    @Test
    void oneExecutionForEachUnitWhereThePropSaysSo() throws SQLException, IOException {
        dataSource = shards.another("send-together: false");

        try (Connection connection = dataSource.getConnection()) {
            assertThat(query(connection, "SELECT order_id FROM t_order WHERE user_id >= ? ORDER BY order_id", 0))
                    .isEqualTo(numbers(0, ROWS));
        }
        assertThat(executions()).isEqualTo(NODES);
    }

    /** Each unit has its own elements of the list, and so its own number of parameters. */
    @Test
    void parametersOfEachUnitFollowThoseOfTheOneBefore() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            List<Long> found = query(
                    connection,
                    "SELECT order_id FROM t_order WHERE order_id IN (?, ?, ?, ?) AND status <> ? ORDER BY order_id",
                    3L,
                    9L,
                    10L,
                    41L,
                    "S0");
            assertThat(found).containsExactly(3L, 9L, 41L);
        }
        assertThat(executions()).isEqualTo(DATA_SOURCES);
    }

    /** The driver prepares on the server from the fifth execution on. */
    @Test
    void reusedStatementReadsTheSameEachTime() throws SQLException {
        String sql = "SELECT order_id, status FROM t_order WHERE order_id < ? ORDER BY order_id";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int autocommit = 0; autocommit < 2; autocommit++) {
                connection.setAutoCommit(autocommit == 0);
                for (int limit = 5; limit < 20; limit++) {
                    statement.setInt(1, limit);
                    try (ResultSet rows = statement.executeQuery()) {
                        assertThat(read(rows)).isEqualTo(numbers(0, limit));
                    }
                }
            }
            connection.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT order_id FROM t_order ORDER BY order_id -- the end",
                "SELECT order_id FROM t_order WHERE status <> ';' ORDER BY order_id;",
                "SELECT order_id /* ; */ FROM t_order WHERE status <> $a$;$a$ ORDER BY order_id"
            })
    void commentsAndSemicolonsStayWhereTheyAre(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(read(rows)).isEqualTo(numbers(0, ROWS));
        }
        assertThat(executions()).isEqualTo(DATA_SOURCES);
    }

    @Test
    void mostRowsAreThoseOfTheMergedResult() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(4);
            try (ResultSet rows = statement.executeQuery("SELECT order_id FROM t_order ORDER BY order_id DESC")) {
                assertThat(read(rows)).containsExactly(59L, 58L, 57L, 56L);
            }
        }
    }

    @Test
    void failureOfOneUnitFailsTheStatementAndLeavesNothingOpen() throws SQLException {
        String sql = "SELECT order_id, 1 / (order_id - ?) FROM t_order ORDER BY order_id";
        try (Connection connection = dataSource.getConnection()) {
            assertThatThrownBy(() -> query(connection, sql, 31))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22012"));
            assertThat(query(connection, sql, 1000)).isEqualTo(numbers(0, ROWS));
        }
    }

    @Test
    void writesAndLockingReadsGoOneByOne() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE t_order SET status = 'X'"))
                    .isEqualTo(ROWS);
            assertThat(executions()).isEqualTo(NODES);
            probe.reset();
            connection.setAutoCommit(false);
            assertThat(query(connection, "SELECT order_id FROM t_order FOR UPDATE"))
                    .hasSize(ROWS);
            connection.commit();
        }
        assertThat(executions()).isEqualTo(NODES);
    }

    /** A fetch size makes cursors of results inside a transaction, and a cursor belongs to one statement. */
    @Test
    void fetchSizeSendsThemOneByOne() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.setFetchSize(3);
            try (ResultSet rows = statement.executeQuery("SELECT order_id FROM t_order ORDER BY order_id")) {
                assertThat(read(rows)).isEqualTo(numbers(0, ROWS));
            }
            connection.commit();
        }
        assertThat(executions()).isEqualTo(NODES);
    }
}
