package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.internal.statement.ShardingStatement;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.MySqlSwitches;

/** What JDBC prescribes for statements and their results, on one node and on several. */
@ParameterizedClass
@CsvSource({"H2,", "POSTGRESQL,", "MARIADB,", "MYSQL,", "MYSQL," + MySqlSwitches.ALL})
class StatementTest {
    private static final String ALL = "SELECT order_id, user_id FROM t_order ORDER BY order_id";
    private static final String ONE = "SELECT order_id, user_id FROM t_order WHERE user_id = 1 AND order_id = 5";

    private static StatementShards shards;

    @Parameter(0)
    private DatabaseKind kind;

    @Parameter(1)
    private String settings;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind, String settings) throws SQLException, IOException {
        shards = StatementShards.through(settings, kind, "statements");
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
            for (int i = 1; i <= 8; i++) {
                statement.executeUpdate("INSERT INTO t_order (order_id, user_id, status, amount) VALUES (" + i + ", "
                        + i % 4 + ", 'new', " + i + ")");
            }
        }
    }

    @Test
    void queryShowsRowsAndNoCount() throws SQLException {
        for (String sql : List.of(ALL, ONE)) {
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                assertThat(statement.execute(sql)).isTrue();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
                assertThat(statement.getResultSet().next()).isTrue();
                assertThat(statement.getResultSet().getStatement()).isSameAs(statement);
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
            }
        }
    }

    @Test
    void updateShowsCountAndNoRows() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("UPDATE t_order SET status = 'old'")).isFalse();
            assertThat(statement.getResultSet()).isNull();
            assertThat(statement.getUpdateCount()).isEqualTo(8);
            assertThat(statement.getLargeUpdateCount()).isEqualTo(8);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertThat(statement.executeLargeUpdate("UPDATE t_order SET status = 'older' WHERE user_id = 1"))
                    .isEqualTo(2);
        }
    }

    @Test
    void methodThatCannotReturnTheResultRefusesBeforeAnythingHappens() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement update = connection.prepareStatement("DELETE FROM t_order WHERE user_id = ?");
                PreparedStatement query = connection.prepareStatement(ALL)) {
            assertThatThrownBy(() -> statement.executeQuery("DELETE FROM t_order"))
                    .hasMessageContaining("SHD-1203");
            assertThatThrownBy(() -> statement.executeUpdate(ALL)).hasMessageContaining("SHD-1204");
            update.setInt(1, 1);
            assertThatThrownBy(update::executeQuery).hasMessageContaining("SHD-1203");
            assertThatThrownBy(query::executeUpdate).hasMessageContaining("SHD-1204");
            assertThatThrownBy(() -> query.executeQuery(ALL)).hasMessageContaining("SHD-1208");
            assertThat(count(statement)).isEqualTo(8);
        }
    }

    private static int count(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void nextExecutionClosesTheResultBefore() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            ResultSet first = statement.executeQuery(ALL);
            ResultSet second = statement.executeQuery(ONE);
            assertThat(first.isClosed()).isTrue();
            assertThatThrownBy(first::next).isInstanceOf(SQLException.class);
            statement.executeUpdate("UPDATE t_order SET status = 'x' WHERE user_id = 1");
            assertThat(second.isClosed()).isTrue();
        }
    }

    @Test
    void closingTheStatementClosesItsResultAndClosingTheConnectionItsStatements() throws SQLException {
        Connection connection = shards.sharded().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ALL);
        statement.close();
        assertThat(rows.isClosed()).isTrue();
        PreparedStatement prepared = connection.prepareStatement(ALL);
        ResultSet others = prepared.executeQuery();
        connection.close();
        assertThat(prepared.isClosed()).isTrue();
        assertThat(others.isClosed()).isTrue();
    }

    @Test
    void closeOnCompletionClosesWithTheLastResult() throws SQLException {
        for (String sql : List.of(ALL, ONE)) {
            try (Connection connection = shards.sharded().getConnection()) {
                Statement statement = connection.createStatement();
                statement.closeOnCompletion();
                assertThat(statement.isCloseOnCompletion()).isTrue();
                ResultSet rows = statement.executeQuery(sql);
                assertThat(statement.isClosed()).isFalse();
                rows.close();
                assertThat(statement.isClosed()).isTrue();
            }
        }
    }

    @Test
    void maxRowsAreThoseOfTheMergedResult() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            assertThat(longs(statement.executeQuery(ALL))).containsExactly(1L, 2L, 3L);
            assertThat(longs(statement.executeQuery("SELECT order_id FROM t_order ORDER BY order_id LIMIT 4 OFFSET 2")))
                    .containsExactly(3L, 4L, 5L);
            assertThat(longs(statement.executeQuery(
                            "SELECT SUM(order_id) FROM t_order GROUP BY status ORDER BY status")))
                    .containsExactly(36L);
            assertThat(longs(statement.executeQuery("SELECT order_id FROM t_order")))
                    .hasSize(3);
            statement.setMaxRows(1);
            assertThat(longs(
                            statement.executeQuery("SELECT order_id FROM t_order WHERE user_id = 1 ORDER BY order_id")))
                    .containsExactly(1L);
            statement.setMaxRows(0);
            assertThat(longs(statement.executeQuery(ALL))).hasSize(8);
        }
    }

    private static List<Long> longs(ResultSet rows) throws SQLException {
        try (rows) {
            List<Long> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getLong(1));
            }
            return values;
        }
    }

    @Test
    void scrollingWorksAndUpdatingIsRefusedOnSeveralNodes() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            ResultSet rows = statement.executeQuery(
                    "SELECT order_id FROM t_order WHERE user_id = 1 AND order_id IN (1, 5) ORDER BY order_id");
            assertThat(rows.last()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(5);
            assertThat(rows.previous()).isTrue();
            assertThat(rows.getLong(1)).isEqualTo(1);
            ResultSet all = statement.executeQuery(ALL);
            assertThat(all.last()).isTrue();
            assertThat(all.first()).isTrue();
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement updating =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            assertThatThrownBy(() -> updating.executeQuery(ALL))
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessageContaining("data nodes");
        }
    }

    @Test
    void preparedStatementIsExecutedAgainWithOtherParameters() throws SQLException {
        for (boolean autoCommit : new boolean[] {true, false}) {
            try (Connection connection = shards.sharded().getConnection();
                    PreparedStatement statement =
                            connection.prepareStatement("SELECT order_id FROM t_order WHERE user_id = ? ORDER BY 1")) {
                connection.setAutoCommit(autoCommit);
                for (int round = 0; round < 3; round++) {
                    for (int user = 0; user < 4; user++) {
                        statement.setInt(1, user);
                        assertThat(longs(statement.executeQuery()))
                                .containsExactly(user == 0 ? 4L : (long) user, user == 0 ? 8L : user + 4L);
                    }
                }
                if (!autoCommit) {
                    connection.rollback();
                }
            }
        }
    }

    /** Connector/J can keep closed statements, and hands them out with all that was set on them. */
    @ParameterizedTest
    @ValueSource(strings = {"user_id = ?", "order_id > ?"})
    void whatWasSetOnAStatementThatWasClosedIsForgotten(String condition) throws SQLException {
        String sql = "SELECT order_id FROM t_order WHERE " + condition;
        int all = condition.contains("user") ? 2 : 7;
        try (Connection connection = shards.sharded().getConnection()) {
            connection.setAutoCommit(false);
            for (int round = 0; round < 3; round++) {
                for (int most = 0; most < 3; most++) {
                    try (PreparedStatement statement = connection.prepareStatement(sql)) {
                        statement.setMaxRows(most);
                        statement.setFetchSize(most == 1 ? 3 : 0);
                        statement.setInt(1, 1);
                        assertThat(longs(statement.executeQuery())).hasSize(most == 0 ? all : most);
                    }
                }
            }
            // a subquery that is asked first needs two rows at most to know that it has one
            try (Statement statement = connection.createStatement()) {
                String tooMany =
                        "SELECT (SELECT order_id FROM t_order WHERE order_id > 1) FROM t_order WHERE user_id = 1";
                for (int round = 0; round < 2; round++) {
                    assertThatThrownBy(() -> longs(statement.executeQuery(tooMany)))
                            .isInstanceOf(SQLException.class);
                    connection.rollback();
                    assertThat(longs(statement.executeQuery("SELECT order_id FROM t_order WHERE order_id > 1")))
                            .hasSize(7);
                }
            }
            connection.rollback();
        }
    }

    @Test
    void missingParameterIsNamedBeforeAnythingHappens() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("UPDATE t_order SET status = ? WHERE user_id = ?")) {
            statement.setString(1, "x");
            assertThatThrownBy(statement::executeUpdate).hasMessageContaining("Parameter 2 of 2");
            assertThatThrownBy(statement::addBatch).hasMessageContaining("Parameter 2 of 2");
            statement.setInt(2, 1);
            assertThat(statement.executeUpdate()).isEqualTo(2);
            statement.clearParameters();
            assertThatThrownBy(statement::executeUpdate).hasMessageContaining("Parameter 1 of 2");
        }
    }

    @Test
    void textWithPlaceholdersNeedsAPreparedStatement() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : List.of(
                    "SELECT * FROM t_order WHERE user_id = ?",
                    "EXPLAIN SHARDING SELECT * FROM t_order WHERE user_id = ?")) {
                assertThatThrownBy(() -> statement.executeQuery(sql))
                        .hasMessageContaining("Parameter 1 of 1 is not set");
            }
            statement.addBatch("DELETE FROM t_order WHERE user_id = ?");
            assertThatThrownBy(statement::executeBatch).hasMessageContaining("Parameter 1 of 1 is not set");
            assertThat(count(statement)).isEqualTo(8);
        }
    }

    /** MySQL's and MariaDB's drivers take them where they are told to. */
    @Test
    void severalStatementsInOneTextAreExecutedWhereTheDriverTakesThem() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            String sql = "DELETE FROM t_order WHERE order_id = -1; DELETE FROM t_order";
            if (kind == DatabaseKind.H2 || kind == DatabaseKind.POSTGRESQL) {
                assertThat(statement.execute(sql)).isFalse();
                assertThat(count(statement)).isZero();
            } else {
                assertThatThrownBy(() -> statement.execute(sql)).hasMessageContaining("SHD-1013");
            }
            connection.rollback();
            assertThat(count(statement)).isEqualTo(8);
        }
    }

    @Test
    void procedureShowsAllItsResults() throws SQLException {
        if (!kind.speaksMySql()) {
            return;
        }
        try (Connection raw = shards.raw(1).getConnection();
                Statement statement = raw.createStatement()) {
            statement.execute("CREATE PROCEDURE p_both() BEGIN SELECT 1; SELECT 2 UNION SELECT 3; END");
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ CALL p_both()"))
                    .isTrue();
            assertThat(longs(statement.getResultSet())).containsExactly(1L);
            assertThat(statement.getMoreResults()).isTrue();
            assertThat(longs(statement.getResultSet())).containsExactly(2L, 3L);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isNotNegative();
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertThat(count(statement)).isEqualTo(8);
        }
    }

    @Test
    void resultsThatAreKeptAreReadBehindTheLastOne() throws SQLException {
        if (!kind.speaksMySql()) {
            return;
        }
        try (Connection raw = shards.raw(1).getConnection();
                Statement statement = raw.createStatement()) {
            statement.execute("CREATE PROCEDURE p_kept() BEGIN SELECT 1 UNION SELECT 2; SELECT 3 UNION SELECT 4; END");
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            ResultSet first = callAndKeep(statement);
            ResultSet second = statement.getResultSet();
            keepToTheEnd(statement);
            assertThat(longs(first)).containsExactly(1L, 2L);
            first.close();
            assertThat(second.isClosed()).isFalse();
            assertThat(longs(second)).containsExactly(3L, 4L);
            second.close();
            assertThat(count(statement)).isEqualTo(8);

            first = callAndKeep(statement);
            second = statement.getResultSet();
            keepToTheEnd(statement);
            assertThat(statement.getMoreResults(Statement.CLOSE_ALL_RESULTS)).isFalse();
            assertThat(first.isClosed()).isTrue();
            assertThat(second.isClosed()).isTrue();

            first = callAndKeep(statement);
            keepToTheEnd(statement);
            assertThat(count(statement)).isEqualTo(8);
            assertThat(first.isClosed()).isTrue();

            statement.closeOnCompletion();
            first = callAndKeep(statement);
            second = statement.getResultSet();
            keepToTheEnd(statement);
            first.close();
            assertThat(statement.isClosed()).isFalse();
            second.close();
            assertThat(statement.isClosed()).isTrue();
        }
    }

    /** The first result of two, which is open while the second one is shown. */
    private static ResultSet callAndKeep(Statement statement) throws SQLException {
        assertThat(statement.execute("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ CALL p_kept()"))
                .isTrue();
        ResultSet first = statement.getResultSet();
        assertThat(statement.getMoreResults(Statement.KEEP_CURRENT_RESULT)).isTrue();
        return first;
    }

    private static void keepToTheEnd(Statement statement) throws SQLException {
        while (statement.getMoreResults(Statement.KEEP_CURRENT_RESULT) || statement.getUpdateCount() >= 0) {
            assertThat(statement.isClosed()).isFalse();
        }
    }

    @Test
    void warningsOfAllShardsAreThere() throws SQLException {
        if (!kind.speaksMySql()) {
            return;
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT IGNORE INTO t_country (code) VALUES ('ch'), ('ch')");
            int warnings = 0;
            for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
                warnings++;
            }
            assertThat(warnings).isEqualTo(2);
            statement.clearWarnings();
            assertThat((Throwable) statement.getWarnings()).isNull();
            try (ResultSet rows = statement.executeQuery("SELECT order_id, CAST('x' AS SIGNED) FROM t_order")) {
                assertThat(rows.next()).isTrue();
                // Connector/J hears of them behind the last row of a stream
                while (kind == DatabaseKind.MYSQL && rows.next()) {
                    assertThat(rows.getLong(1)).isPositive();
                }
                assertThat((Throwable) statement.getWarnings()).isNotNull();
            }
        }
    }

    @Test
    void metadataOfAPreparedStatementIsKnownBeforeItIsExecuted() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT order_id AS the_id, status FROM t_order WHERE user_id = ? AND order_id = ?");
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, ?)")) {
            assertThat(query.getMetaData().getColumnCount()).isEqualTo(2);
            assertThat(query.getMetaData().getColumnLabel(1)).isEqualToIgnoringCase("the_id");
            assertThat(query.getMetaData().getTableName(2)).isIn("t_order", "T_ORDER", "");
            assertThat(query.getParameterMetaData().getParameterCount()).isEqualTo(2);
            assertThat(insert.getParameterMetaData().getParameterCount()).isEqualTo(3);
            assertThat(insert.getMetaData()).isNull();
        }
    }

    @Test
    void explainDrawsThePlanAndPreviewTellsTheUnits() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement explain = connection.prepareStatement(
                        "EXPLAIN SHARDING SELECT * FROM t_order WHERE user_id = ? AND order_id = ?");
                Statement preview = connection.createStatement()) {
            explain.setInt(1, 1);
            explain.setLong(2, 3);
            try (ResultSet rows = explain.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("plan"))
                        .isEqualTo("Route EQUAL t_order.user_id = ?1 AND t_order.order_id = ?2; one data node");
                assertThat(rows.getString("actual_sql")).isNull();
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("plan")).isEqualTo("└─ ds_1");
                assertThat(rows.getString("data_source_name")).isEqualTo("ds_1");
                assertThat(rows.getString("actual_sql"))
                        .isEqualTo("SELECT * FROM t_order_1 WHERE user_id = ? AND order_id = ?");
                assertThat(rows.getString("parameters")).isEqualTo("[?1, ?2]");
                assertThat(rows.next()).isFalse();
            }
            try (ResultSet rows = preview.executeQuery("PREVIEW SELECT * FROM t_order")) {
                int units = 0;
                while (rows.next()) {
                    units++;
                }
                assertThat(units).isEqualTo(4);
            }
        }
    }

    @Test
    void argumentsOutOfRangeAreRefused() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.setMaxRows(-1)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.setQueryTimeout(-1)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.setMaxFieldSize(-1)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.setFetchSize(-7)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.setFetchDirection(4711)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.getMoreResults(4711)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.execute("SELECT 1", 4711)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.setCursorName("c")).isInstanceOf(SQLFeatureNotSupportedException.class);
        }
    }

    @Test
    void settingsReadAsTheyWereSet() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement(
                        ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, ResultSet.HOLD_CURSORS_OVER_COMMIT)) {
            statement.setFetchSize(7);
            statement.setQueryTimeout(8);
            statement.setLargeMaxRows(9);
            statement.setPoolable(true);
            assertThat(statement.getFetchSize()).isEqualTo(7);
            assertThat(statement.getQueryTimeout()).isEqualTo(8);
            assertThat(statement.getMaxRows()).isEqualTo(9);
            assertThat(statement.getLargeMaxRows()).isEqualTo(9);
            assertThat(statement.isPoolable()).isTrue();
            assertThat(statement.getResultSetHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
            assertThat(statement.getResultSetType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
            assertThat(statement.getConnection()).isSameAs(connection);
            assertThat(statement.unwrap(ShardingStatement.class)).isSameAs(statement);
            assertThat((Throwable) statement.getWarnings()).isNull();
            assertThat(longs(statement.executeQuery(ALL))).hasSize(8);
        }
    }

    @Test
    void everyMethodOfAClosedStatementSaysThatItIsClosed() throws Exception {
        try (Connection connection = shards.sharded().getConnection()) {
            Statement statement = connection.createStatement();
            PreparedStatement prepared = connection.prepareStatement("SELECT * FROM t_order WHERE user_id = ?");
            statement.close();
            prepared.close();
            List<String> silent = new ArrayList<>();
            collectSilent(Statement.class, statement, silent);
            collectSilent(PreparedStatement.class, prepared, silent);
            assertThat(silent).isEmpty();
        }
    }

    private static void collectSilent(Class<?> type, Object closed, List<String> silent) {
        Set<String> allowed = Set.of(
                "close",
                "isClosed",
                "enquoteLiteral",
                "enquoteNCharLiteral",
                "enquoteIdentifier",
                "isSimpleIdentifier");
        for (Method method : type.getDeclaredMethods()) {
            if (allowed.contains(method.getName()) || method.isSynthetic()) {
                continue;
            }
            Object[] arguments = new Object[method.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = sample(method.getParameterTypes()[i]);
            }
            Throwable error = catchThrowable(() -> method.invoke(closed, arguments));
            Throwable cause = error instanceof InvocationTargetException target ? target.getCause() : error;
            if (!(cause instanceof SQLException)) {
                silent.add(method.getName() + " " + cause);
            }
        }
    }

    private static Object sample(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == boolean.class) {
            return true;
        }
        if (type == String.class) {
            return "SELECT 1";
        }
        return type.isPrimitive() ? zero(type) : null;
    }

    private static Object zero(Class<?> type) {
        return switch (type.getName()) {
            case "byte" -> (byte) 0;
            case "short" -> (short) 0;
            case "float" -> 0f;
            default -> 0d;
        };
    }
}
