package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;

/** EXPLAIN SHARDING ANALYZE executes a statement as it would be by itself, and says what it did. */
@ParameterizedClass
@EnumSource(names = {"H2", "POSTGRESQL"})
class AnalyzeTest {
    private static StatementShards shards;

    @Parameter(0)
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.create(kind, "analyzed");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t_order");
            statement.executeUpdate("DELETE FROM t_country");
            for (int i = 1; i <= 8; i++) {
                statement.executeUpdate("INSERT INTO t_order (order_id, user_id, status, amount) VALUES (" + i + ", "
                        + i % 4 + ", 'new', " + i + ")");
            }
        }
    }

    /** A line for each operator with its rows and round trips; how sort keys compare is the database's affair. */
    private static String drawing(ResultSet rows) throws SQLException {
        StringBuilder drawing = new StringBuilder();
        while (rows.next()) {
            drawing.append(rows.getString("plan").replaceAll(" NUMBER| NULLS FIRST", ""));
            int roundTrips = rows.getInt("round_trips");
            if (!rows.wasNull()) {
                String count = rows.getString("row_count");
                drawing.append(" (").append(count == null ? "" : count + " rows, ");
                drawing.append(roundTrips).append(" trips)");
                assertThat(rows.getBigDecimal("total_ms")).isNotNegative().hasScaleOf(3);
            }
            if (rows.getBigDecimal("waiting_ms") != null) {
                BigDecimal parts = rows.getBigDecimal("waiting_ms")
                        .add(rows.getBigDecimal("executing_ms"))
                        .add(rows.getBigDecimal("reading_ms"));
                assertThat(parts.subtract(rows.getBigDecimal("total_ms")).abs())
                        .isLessThanOrEqualTo(new BigDecimal("0.002"));
                assertThat(rows.getString("actual_sql")).isNotEmpty();
            }
            drawing.append('\n');
        }
        return drawing.toString();
    }

    private static String analyze(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN SHARDING ANALYZE " + sql)) {
            return drawing(rows);
        }
    }

    private static String analyze(String sql) throws SQLException {
        try (Connection connection = shards.sharded().getConnection()) {
            return analyze(connection, sql);
        }
    }

    private static long number(String sql) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Whether transactions can have all connections of the pools. */
    private static void assertNothingIsOpen() throws SQLException {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                Connection connection = shards.sharded().getConnection();
                all.add(connection);
                connection.setAutoCommit(false);
                analyze(connection, "SELECT * FROM t_order");
            }
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    @Test
    void aReadOfOneDataNodeIsExecuted() throws SQLException {
        assertThat(analyze("SELECT * FROM t_order WHERE user_id = 1 AND order_id = 5"))
                .isEqualTo("""
                Route EQUAL t_order.user_id = 1 AND t_order.order_id = 5; one data node (1 rows, 1 trips)
                └─ ds_1 (1 rows, 1 trips)
                """);
    }

    @Test
    void eachUnitTellsItsRows() throws SQLException {
        assertThat(analyze("SELECT * FROM t_order ORDER BY amount DESC LIMIT 3"))
                .isEqualTo("""
                Limit 3 (3 rows, 4 trips)
                └─ MergeSort 4 DESC
                   └─ Route SCATTER t_order: all data nodes; 4 data nodes, merged, at most 3 rows each (4 rows, 4 trips)
                      ├─ ds_0 (2 rows, 1 trips)
                      ├─ ds_0 (0 rows, 1 trips)
                      ├─ ds_1 (0 rows, 1 trips)
                      └─ ds_1 (2 rows, 1 trips)
                """);
    }

    @Test
    void whatAPlanIsProvedByIsShown() throws SQLException {
        assertThat(analyze("SELECT user_id, order_id, COUNT(*) FROM t_order GROUP BY order_id, user_id"))
                .isEqualTo("""
                Concatenate (8 rows, 4 trips)
                └─ Route SCATTER t_order: all data nodes; 4 data nodes, pushed down (8 rows, 4 trips)
                   ├─ Proved groups: GROUP BY contains user_id, order_id of t_order
                   ├─ ds_0 (4 rows, 1 trips)
                   ├─ ds_0 (0 rows, 1 trips)
                   ├─ ds_1 (0 rows, 1 trips)
                   └─ ds_1 (4 rows, 1 trips)
                """);
    }

    @Test
    void aWriteIsCarriedOutOnce() throws SQLException {
        assertThat(analyze("UPDATE t_order SET amount = amount + 100")).isEqualTo("""
                Route SCATTER t_order: all data nodes; 4 data nodes, pushed down (8 rows, 4 trips)
                ├─ ds_0 (4 rows, 1 trips)
                ├─ ds_0 (0 rows, 1 trips)
                ├─ ds_1 (0 rows, 1 trips)
                └─ ds_1 (4 rows, 1 trips)
                """);
        assertThat(number("SELECT SUM(amount) FROM t_order")).isEqualTo(836);
    }

    @Test
    void copiesOfABroadcastRowCountOnce() throws SQLException {
        assertThat(analyze("INSERT INTO t_country (code) VALUES ('de')"))
                .startsWith("Route BROADCAST all data sources; 2 data nodes, pushed down (1 rows, 2 trips)");
        assertThat(number("SELECT COUNT(*) FROM t_country")).isEqualTo(1);
    }

    @Test
    void stepsShowWhatEachDid() throws SQLException {
        assertThat(analyze("SELECT COUNT(*) FROM t_order WHERE amount > (SELECT MAX(amount) - 3 FROM t_order)"))
                .isEqualTo("""
                BindSubqueries (1 rows, 8 trips)
                ├─ Subquery 1
                │  └─ Trim 1
                │     └─ Compute #1=(#2 - 3)
                │        └─ Aggregate MAX(#2)
                │           └─ Route SCATTER t_order: all data nodes; 4 data nodes, merged, at most 1 row each (4 rows, 4 trips)
                │              ├─ Proved computed: MAX(amount) - ? in numbers
                │              ├─ ds_0 (1 rows, 1 trips)
                │              ├─ ds_0 (1 rows, 1 trips)
                │              ├─ ds_1 (1 rows, 1 trips)
                │              └─ ds_1 (1 rows, 1 trips)
                └─ Rest with the values found
                   └─ Aggregate COUNT(#1)
                      └─ Route SCATTER t_order: all data nodes; 4 data nodes, merged, at most 1 row each (4 rows, 4 trips)
                         ├─ ds_0 (1 rows, 1 trips)
                         ├─ ds_0 (1 rows, 1 trips)
                         ├─ ds_1 (1 rows, 1 trips)
                         └─ ds_1 (1 rows, 1 trips)
                """);
    }

    /** PostgreSQL's tables are made and filled in one round trip. */
    @Test
    void pulledRowsAreCountedAtTheirLeaves() throws SQLException {
        boolean together = kind == DatabaseKind.POSTGRESQL;
        assertThat(analyze("SELECT a.order_id FROM t_order a JOIN t_order b ON a.amount = b.amount + 1"))
                .isEqualTo("""
                Pull into temporary tables of ds_0 (7 rows, %d trips)
                ├─ Leaf shd_leaf_0 of t_order
                │  └─ Concatenate
                │     └─ Route SCATTER t_order: all data nodes; 4 data nodes, pushed down (8 rows, 4 trips)
                │        ├─ ds_0 (4 rows, 1 trips)
                │        ├─ ds_0 (0 rows, 1 trips)
                │        ├─ ds_1 (0 rows, 1 trips)
                │        └─ ds_1 (4 rows, 1 trips)
                ├─ Leaf shd_leaf_1 of t_order
                │  └─ Concatenate
                │     └─ Route SCATTER t_order: all data nodes; 4 data nodes, pushed down (8 rows, 4 trips)
                │        ├─ ds_0 (4 rows, 1 trips)
                │        ├─ ds_0 (0 rows, 1 trips)
                │        ├─ ds_1 (0 rows, 1 trips)
                │        └─ ds_1 (4 rows, 1 trips)
                └─ Combine
                   └─ Route %s
                """.formatted(together ? 10 : 13, together ? """
                        2 statements (7 rows, 2 trips)
                              ├─ ds_0 (16 rows, 1 trips)
                              └─ ds_0 (7 rows, 1 trips)""" : """
                        5 statements (7 rows, 5 trips)
                              ├─ ds_0 (0 rows, 1 trips)
                              ├─ ds_0 (8 rows, 1 trips)
                              ├─ ds_0 (0 rows, 1 trips)
                              ├─ ds_0 (8 rows, 1 trips)
                              └─ ds_0 (7 rows, 1 trips)"""));
    }

    @Test
    void writesInStepsShowWhatTheyFoundAndWrote() throws SQLException {
        assertThat(analyze("UPDATE t_order SET order_id = order_id + 101 WHERE order_id < 3"))
                .isEqualTo("""
                MoveRows (2 rows, 10 trips)
                ├─ Step find rows
                │  └─ Concatenate
                │     └─ Route RANGE t_order.order_id < 3; 4 data nodes, pushed down (2 rows, 4 trips)
                │        ├─ ds_0 (1 rows, 1 trips)
                │        ├─ ds_0 (0 rows, 1 trips)
                │        ├─ ds_1 (0 rows, 1 trips)
                │        └─ ds_1 (1 rows, 1 trips)
                ├─ Step of rows that move: read
                │  └─ Route 2 executions (2 rows, 2 trips)
                │     ├─ ds_0 (1 rows, 1 trips)
                │     └─ ds_1 (1 rows, 1 trips)
                ├─ Step of rows that move: delete
                │  └─ Route 2 statements (2 rows, 2 trips)
                │     ├─ ds_0 (1 rows, 1 trips)
                │     └─ ds_1 (1 rows, 1 trips)
                └─ Step of rows that move: insert
                   └─ Route 2 statements (2 rows, 2 trips)
                      ├─ ds_0 (1 rows, 1 trips)
                      └─ ds_1 (1 rows, 1 trips)
                """);
        assertThat(number("SELECT SUM(order_id) FROM t_order")).isEqualTo(36 + 202);
    }

    @Test
    void parametersAndHintsCount() throws SQLException {
        String sql = "EXPLAIN SHARDING ANALYZE SELECT * FROM t_order WHERE user_id = ? AND amount > ?";
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (int user = 1; user <= 3; user++) {
                prepared.setInt(1, user);
                prepared.setInt(2, 4);
                try (ResultSet rows = prepared.executeQuery()) {
                    assertThat(drawing(rows)).contains("(1 rows, 2 trips)");
                }
            }
            try (ShardingHint hint = ShardingHint.open()) {
                hint.setDataSourceName("ds_0");
                assertThat(analyze(connection, "SELECT * FROM t_order"))
                        .contains("ds_0")
                        .doesNotContain("ds_1");
            }
            assertThat(analyze(connection, "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ SELECT * FROM t_order"))
                    .contains("ds_1")
                    .doesNotContain("ds_0");
        }
        assertNothingIsOpen();
    }

    @Test
    void aTransactionIsRespected() throws SQLException {
        try (Connection connection = shards.sharded().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(analyze(connection, "DELETE FROM t_order")).contains("(8 rows, 4 trips)");
            assertThat(analyze(connection, "SELECT * FROM t_order")).startsWith("Concatenate (0 rows, ");
            connection.rollback();
        }
        assertThat(number("SELECT COUNT(*) FROM t_order")).isEqualTo(8);
        assertNothingIsOpen();
    }

    @Test
    void settingsOfTheStatementHold() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            statement.setQueryTimeout(30);
            try (ResultSet rows = statement.executeQuery("EXPLAIN SHARDING ANALYZE SELECT * FROM t_order")) {
                assertThat(drawing(rows)).startsWith("Concatenate (3 rows, 4 trips)");
            }
            assertThatThrownBy(() -> statement.executeUpdate("EXPLAIN SHARDING ANALYZE DELETE FROM t_order"))
                    .hasMessageContaining("executeUpdate");
            connection.setReadOnly(true);
            // H2 does not mind.
            if (kind == DatabaseKind.POSTGRESQL) {
                assertThatThrownBy(() -> analyze(connection, "DELETE FROM t_order"))
                        .hasMessageContaining("read-only");
            }
        }
        assertThat(number("SELECT COUNT(*) FROM t_order")).isEqualTo(8);
        assertNothingIsOpen();
    }

    @Test
    void whatIsRefusedOrFailsIsAnError() throws SQLException {
        String refused = "SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE";
        assertThatThrownBy(() -> analyze(refused)).hasMessageContaining("SHD-2104");
        assertThatThrownBy(() -> analyze("UPDATE t_order SET amount = amount / (order_id - 7)"))
                .hasMessageContaining("ds_1");
        assertThat(number("SELECT SUM(amount) FROM t_order")).isEqualTo(36);
        assertNothingIsOpen();
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM t_order WHERE user_id = 1 AND order_id = 5")) {
            assertThat(rows.next()).isTrue();
        }
    }

    @Test
    void whatTheSessionAnswersItselfIsAnsweredToo() throws SQLException {
        try (Connection connection = shards.sharded().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(analyze(connection, "SAVEPOINT a")).startsWith("Session").contains("(0 rows, 0 trips)");
            assertThat(analyze(connection, "ROLLBACK TO SAVEPOINT a")).startsWith("Session");
            assertThat(analyze(connection, "EXPLAIN SHARDING DELETE FROM t_order"))
                    .startsWith("Explain");
            connection.rollback();
        }
        assertThat(number("SELECT COUNT(*) FROM t_order")).isEqualTo(8);
    }
}
