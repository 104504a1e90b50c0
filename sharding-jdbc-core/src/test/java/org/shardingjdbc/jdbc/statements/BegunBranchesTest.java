package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * A statement over several data nodes that begins the branches of its transaction needs no savepoints: a failure rolls
 * back what it began, and the transaction goes on. What comes later needs them.
 */
class BegunBranchesTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t: {actualDataSources: "ds_0, ds_1", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: m}}}
                shardingAlgorithms:
                  m: {type: MOD, props: {sharding-count: 8}}
            """;
    private static final int ROWS = 8;

    private final JdbcProbe probe = new JdbcProbe();

    private Fixture<ShardingDataSource> open(DatabaseKind kind) throws Exception {
        return Fixture.on(kind, "begun").rules(RULES).through(probe).open(ShardingDataSourceFactory::create);
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT NOT NULL)");
            for (int id = 0; id < ROWS; id++) {
                statement.executeUpdate("INSERT INTO t VALUES (" + id + ", 1)");
            }
        }
    }

    private long calls(String method) {
        return probe.calls().stream()
                .filter(call -> call.is("Connection", method))
                .count();
    }

    /** Inserts from that id on; 8 rows, one for each data node. */
    private static void insert(Connection connection, int from) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, a) VALUES (?, 1)")) {
            for (int id = from; id < from + ROWS; id++) {
                insert.setInt(1, id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static long sum(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT SUM(a) FROM t")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "MARIADB", "MYSQL"})
    void whatFailsFirstIsUndoneWithoutSavepoints(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection();
                Connection other = shards.sharded().getConnection()) {
            fill(connection);
            connection.setAutoCommit(false);
            probe.reset();
            // 7 is there
            assertThatThrownBy(() -> insert(connection, 7)).isInstanceOf(BatchUpdateException.class);
            assertThat(calls("setSavepoint")).isZero();
            assertThat(sum(connection)).isEqualTo(ROWS);
            insert(connection, 8);
            assertThat(calls("setSavepoint")).isEqualTo(2);
            assertThatThrownBy(() -> insert(connection, 15)).isInstanceOf(BatchUpdateException.class);
            assertThat(sum(connection)).isEqualTo(2 * ROWS);
            assertThat(sum(other)).isEqualTo(ROWS);
            connection.commit();
            assertThat(sum(other)).isEqualTo(2 * ROWS);

            probe.reset();
            insert(connection, 16);
            connection.commit();
            assertThat(calls("setSavepoint")).isZero();
            assertThat(sum(other)).isEqualTo(3 * ROWS);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "MARIADB", "MYSQL"})
    void whatIsBeforeOnOneBranchStaysAndSoDoSavepoints(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            fill(connection);
            connection.setAutoCommit(false);
            // on the data source of 0, not on the other one
            statement.executeUpdate("UPDATE t SET a = 100 WHERE id = 0");
            probe.reset();
            assertThatThrownBy(() -> insert(connection, 7)).isInstanceOf(BatchUpdateException.class);
            // none where the other data source failed before this one began
            assertThat(calls("setSavepoint")).isLessThanOrEqualTo(1);
            assertThat(sum(connection)).isEqualTo(100 + ROWS - 1);
            connection.rollback();

            Savepoint before = connection.setSavepoint("before");
            probe.reset();
            assertThatThrownBy(() -> insert(connection, 7)).isInstanceOf(BatchUpdateException.class);
            assertThat(sum(connection)).isEqualTo(ROWS);
            insert(connection, 8);
            assertThat(sum(connection)).isEqualTo(2 * ROWS);
            connection.rollback(before);
            assertThat(sum(connection)).isEqualTo(ROWS);
            connection.commit();
        }
    }
}
