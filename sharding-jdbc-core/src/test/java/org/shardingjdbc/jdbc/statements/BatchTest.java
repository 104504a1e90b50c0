package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.MySqlSwitches;

/**
 * Batches of both kinds of statements: a count for each row set that the application added, all or nothing over several
 * nodes.
 */
@ParameterizedClass
@CsvSource({"H2,", "POSTGRESQL,", "MARIADB,", "MYSQL,", "MYSQL," + MySqlSwitches.ALL})
class BatchTest {
    private static final String INSERT = "INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, ?)";

    private static StatementShards shards;

    @Parameter(0)
    private DatabaseKind kind;

    @Parameter(1)
    private String settings;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind, String settings) throws SQLException, IOException {
        shards = StatementShards.through(settings, kind, "batches");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t_order");
            statement.executeUpdate("DELETE FROM t_country");
            statement.executeUpdate("DELETE FROM t_config");
        }
    }

    private static List<String> rows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT order_id, user_id, status FROM t_order ORDER BY order_id")) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getLong(1) + " " + rows.getInt(2) + " " + rows.getString(3));
            }
            return all;
        }
    }

    private static void add(PreparedStatement statement, long order, int user, String status) throws SQLException {
        statement.setLong(1, order);
        statement.setInt(2, user);
        statement.setString(3, status);
        statement.addBatch();
    }

    /** Drivers may not tell counts of batches; then they say so. */
    private static void assertCounts(long[] counts, long... expected) {
        assertThat(counts).hasSameSizeAs(expected);
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != Statement.SUCCESS_NO_INFO) {
                assertThat(counts[i])
                        .as("count of row set %d in %s", i, Arrays.toString(counts))
                        .isEqualTo(expected[i]);
            }
        }
    }

    private static long[] longs(int[] counts) {
        return Arrays.stream(counts).asLongStream().toArray();
    }

    @Test
    void insertsReachTheirNodesAndCountOneEach() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (int i = 1; i <= 6; i++) {
                add(statement, i, i % 3, "s" + i);
            }
            assertCounts(longs(statement.executeBatch()), 1, 1, 1, 1, 1, 1);
            assertThat(statement.executeBatch()).isEmpty();
        }
        assertThat(rows()).containsExactly("1 1 s1", "2 2 s2", "3 0 s3", "4 1 s4", "5 2 s5", "6 0 s6");
    }

    @Test
    void countsAreThoseOfRowSetsNotOfNodes() throws SQLException {
        insertsReachTheirNodesAndCountOneEach();
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("UPDATE t_order SET status = ? WHERE order_id <= ?")) {
            statement.setString(1, "a");
            statement.setLong(2, 3);
            statement.addBatch();
            statement.setLong(2, 0);
            statement.addBatch();
            statement.setString(1, "b");
            statement.setLong(2, 5);
            statement.addBatch();
            assertCounts(statement.executeLargeBatch(), 3, 0, 5);
        }
        assertThat(rows()).containsExactly("1 1 b", "2 2 b", "3 0 b", "4 1 b", "5 2 b", "6 0 s6");
    }

    @Test
    void rowSetsThatTouchOneNodeKeepTheirOrder() throws SQLException {
        insertsReachTheirNodesAndCountOneEach();
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "UPDATE t_order SET status = ? WHERE user_id IN (?, ?) AND order_id IN (?, ?, ?)")) {
            for (int i = 0; i < 6; i++) {
                statement.setString(1, "round" + i);
                statement.setInt(2, 1);
                statement.setInt(3, i % 2 == 0 ? 2 : 3);
                statement.setLong(4, 1);
                statement.setLong(5, i % 3 == 0 ? 4 : 5);
                statement.setLong(6, 2);
                statement.addBatch();
            }
            statement.executeBatch();
        }
        assertThat(rows()).containsExactly("1 1 round5", "2 2 round4", "3 0 s3", "4 1 round3", "5 2 round4", "6 0 s6");
    }

    @Test
    void failureLeavesNothingOfTheBatchOnAnyNode() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, 1, 0, "a");
            add(statement, 2, 1, "b");
            add(statement, 3, 1, "c");
            add(statement, 2, 1, "twice");
            add(statement, 5, 0, "e");
            BatchUpdateException failure =
                    catchThrowableOfType(BatchUpdateException.class, statement::executeLargeBatch);

            assertThat(failure.getLargeUpdateCounts()).hasSize(5).containsOnly((long) Statement.EXECUTE_FAILED);
            assertThat(failure.getSQLState()).startsWith("23");
            assertThat((Throwable) failure).hasMessageContaining("ds_1");
            assertThat((Throwable) failure).hasRootCauseInstanceOf(SQLException.class);
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void failureInATransactionLeavesTheTransactionToTheApplication() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            connection.setAutoCommit(false);
            add(statement, 1, 0, "a");
            add(statement, 2, 1, "b");
            statement.executeBatch();
            add(statement, 3, 0, "c");
            add(statement, 2, 1, "twice");
            assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
            connection.rollback();
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void batchIsForgottenWhenItFailedOrWasCleared() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            add(statement, 1, 0, "a");
            add(statement, 1, 0, "twice");
            assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
            add(statement, 2, 0, "b");
            statement.clearBatch();
            add(statement, 3, 0, "c");
            assertCounts(longs(statement.executeBatch()), 1);
        }
        assertThat(rows()).contains("3 0 c").doesNotContain("2 0 b");
    }

    @Test
    void multiRowInsertCountsItsRows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(
                        "INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, 'x'), (?, ?, 'y')")) {
            for (int i = 0; i < 4; i++) {
                statement.setLong(1, 10 * i + 1);
                statement.setInt(2, i);
                statement.setLong(3, 10 * i + 2);
                statement.setInt(4, i / 2);
                statement.addBatch();
            }
            assertCounts(statement.executeLargeBatch(), 2, 2, 2, 2);
        }
        assertThat(rows()).hasSize(8).contains("31 3 x", "32 1 y");
    }

    @Test
    void broadcastRowsCountOnce() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t_country (code) VALUES (?)")) {
            for (String code : List.of("ch", "de", "fr")) {
                statement.setString(1, code);
                statement.addBatch();
            }
            assertCounts(statement.executeLargeBatch(), 1, 1, 1);
        }
        for (int dataSource = 0; dataSource < 2; dataSource++) {
            try (Connection connection = shards.raw(dataSource).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_country")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(3);
            }
        }
    }

    @Test
    void textsOfAStatementRunInOrderAndCountEach() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO t_order (order_id, user_id, status) VALUES (1, 0, 'a'), (2, 1, 'b')");
            statement.addBatch("INSERT INTO t_config (name, content) VALUES ('k', 'v')");
            statement.addBatch("UPDATE t_order SET status = 'c'");
            statement.addBatch("UPDATE t_order SET status = 'd' WHERE user_id = 1");
            statement.addBatch("INSERT INTO t_country (code) VALUES ('ch')");
            statement.addBatch("DELETE FROM t_order WHERE order_id = 99");
            assertCounts(statement.executeLargeBatch(), 2, 1, 2, 1, 1, 0);
            assertThat(statement.executeBatch()).isEmpty();
        }
        assertThat(rows()).containsExactly("1 0 c", "2 1 d");
    }

    @Test
    void definitionsInABatchTakeEffectForWhatFollows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO t_order (order_id, user_id) VALUES (1, 0)");
            statement.addBatch("ALTER TABLE t_order ADD COLUMN note VARCHAR(20)");
            statement.addBatch("UPDATE t_order SET note = 'n'");
            statement.addBatch("ALTER TABLE t_order DROP COLUMN note");
            assertCounts(statement.executeLargeBatch(), 1, 0, 1, 0);
        }
    }

    @Test
    void failingTextLeavesNothingOfItsNeighbours() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO t_order (order_id, user_id) VALUES (1, 0)");
            statement.addBatch("INSERT INTO t_order (order_id, user_id) VALUES (2, 1)");
            statement.addBatch("INSERT INTO t_order (order_id, user_id) VALUES (2, 1)");
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
            assertThat(failure.getUpdateCounts()).containsOnly(Statement.EXECUTE_FAILED);
        }
        assertThat(rows()).isEmpty();
    }

    @Test
    void queryHasNoPlaceInABatch() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT * FROM t_order WHERE user_id = ?");
                Statement statement = connection.createStatement()) {
            query.setInt(1, 1);
            query.addBatch();
            assertThatThrownBy(query::executeBatch)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-1204");
            statement.addBatch("SELECT 1");
            assertThatThrownBy(statement::executeBatch).isInstanceOf(SQLException.class);
        }
    }
}
