package org.shardingjdbc.jdbc.complaints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;

/** Complaints C2.20, C2.21 and C2.29 to C2.31: long texts, schemas, procedures, system views and locks. */
class NeedlesslyRefusedByJdbcTest extends ComplaintsSuite {
    private static final int SMALL_STACK = 192 * 1024;
    private static final long LARGE_STACK = 16 << 20;

    @Test
    @DisplayName("C2.20 lists of ten thousand values and more, on a small stack")
    void longLists() throws InterruptedException {
        onStack(SMALL_STACK, () -> {
            Integer[] keys = IntStream.rangeClosed(1, 12_000).boxed().toArray(Integer[]::new);
            String places = "?" + ", ?".repeat(keys.length - 1);
            forms.rows("SELECT order_id FROM t_order WHERE user_id IN (" + places + ")", (Object[]) keys)
                    .rows("SELECT order_id FROM t_order WHERE user_id NOT IN (" + places + ")", (Object[]) keys)
                    .rows("SELECT order_id FROM t_order WHERE order_id IN (" + places + ")", (Object[]) keys)
                    .write("t_order", "DELETE FROM t_order WHERE user_id IN (" + places + ")", (Object[]) keys);
            String literals =
                    IntStream.rangeClosed(1, 30_000).mapToObj(String::valueOf).collect(Collectors.joining(", "));
            forms.rows("SELECT order_id FROM t_order WHERE user_id IN (" + literals + ") AND amount > ?", 5);
            String rows = IntStream.rangeClosed(1, 4_000)
                    .mapToObj(i -> "(" + (1_000 + i) + ", " + i + ")")
                    .collect(Collectors.joining(", "));
            forms.write("t_order", "INSERT INTO t_order (order_id, user_id) VALUES " + rows);
        });
    }

    @Test
    @DisplayName("C2.20 long chains and deep nesting end in the answer or in a clear error, on a small stack too")
    void deepExpressions() throws InterruptedException {
        List<String> planned = new ArrayList<>();
        onStack(SMALL_STACK, () -> {
            String ors = IntStream.rangeClosed(1, 1_000)
                    .mapToObj(i -> "user_id = " + i)
                    .collect(Collectors.joining(" OR "));
            String ands = IntStream.rangeClosed(20, 1_000)
                    .mapToObj(i -> "user_id <> " + i)
                    .collect(Collectors.joining(" AND "));
            String sum = "amount" + " + 1".repeat(800);
            for (String sql : new String[] {
                "SELECT order_id FROM t_order WHERE " + ors,
                "SELECT order_id FROM t_order WHERE " + ands,
                "SELECT " + sum + " AS s FROM t_order",
                "SELECT order_id FROM t_order WHERE user_id = " + "(".repeat(300) + "5" + ")".repeat(300),
                "SELECT order_id FROM t_order WHERE " + "NOT (".repeat(200) + "user_id = 5" + ")".repeat(200),
                "SELECT order_id FROM t_order WHERE user_id = 1"
                        + " UNION ALL SELECT order_id FROM t_order WHERE user_id = 5".repeat(150),
                nested(60)
            }) {
                if (isPlanned(sql)) {
                    planned.add(sql);
                }
            }
            for (int depth : new int[] {5_000, 50_000}) {
                refusesAsTooComplex(
                        "SELECT order_id FROM t_order WHERE user_id = " + "(".repeat(depth) + "5" + ")".repeat(depth));
            }
        });
        onStack(LARGE_STACK, () -> planned.forEach(forms::sameOutcome));
        forms.rows("SELECT order_id FROM t_order WHERE " + "(".repeat(20) + "user_id = ?" + ")".repeat(20), 5)
                .rows(nested(10));
    }

    private static String nested(int depth) {
        return "SELECT order_id FROM " + "(SELECT order_id, user_id FROM ".repeat(depth) + "t_order"
                + ") x".repeat(depth) + " WHERE user_id = 5";
    }

    /** Planning ends well on a small stack; the databases get a large one, for theirs is not our affair. */
    private boolean isPlanned(String sql) {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeQuery("EXPLAIN SHARDING " + sql).close();
            return true;
        } catch (SQLException e) {
            assertThat(e.getMessage()).startsWith("SHD-1003");
            return false;
        }
    }

    private static void refusesAsTooComplex(String sql) {
        assertThatThrownBy(() -> {
                    try (Connection connection = shards.sharded().getConnection();
                            Statement statement = connection.createStatement()) {
                        statement.executeQuery(sql);
                    }
                })
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-1003");
    }

    private static void onStack(long bytes, Runnable body) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(null, body, "stack of " + bytes, bytes);
        thread.setUncaughtExceptionHandler((dead, failure) -> failures.add(failure));
        thread.start();
        thread.join();
        assertThat(failures).isEmpty();
    }

    @Test
    @DisplayName("C2.21 tables with their schema, and connections whose schema was chosen")
    void schemas() throws SQLException {
        String schema = schemaName(shards.sharded());
        forms.rows("SELECT order_id FROM t_order WHERE user_id = ?", 1);
        for (String name : forms.mySqlFamily() ? List.of("logic_db") : List.of(schema, "\"" + schema + "\"")) {
            for (String sql : List.of(
                    "SELECT COUNT(*) FROM " + name + ".t_order",
                    "SELECT COUNT(*) FROM " + name + ".t_order o JOIN " + name + ".t_item i ON o.user_id = i.user_id",
                    "SELECT COUNT(*) FROM " + name + ".t_order WHERE " + name + ".t_order.user_id IN (1, 5)",
                    "SELECT COUNT(*) FROM " + name + ".t_country",
                    "SELECT COUNT(*) FROM " + name + ".t_config")) {
                assertThat(number(shards.sharded(), sql))
                        .as(sql)
                        .isEqualTo(number(shards.plain(), sql.replace(name + ".", "")));
            }
            assertThat(update("UPDATE " + name + ".t_order SET status = status WHERE user_id = 5"))
                    .isEqualTo(2);
            assertThat(update("DELETE FROM " + name + ".t_order WHERE user_id = 77"))
                    .isZero();
        }
        if (!forms.mySqlFamily()) {
            otherSchema(schema);
        }
    }

    /** What an unqualified name means follows the schema of the connection, on every data source. */
    private static void otherSchema(String usual) throws SQLException {
        for (int dataSource = 0; dataSource < 2; dataSource++) {
            try (Connection connection = shards.raw(dataSource).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA other");
                for (int i = dataSource; i < 4; i += 2) {
                    statement.execute(
                            "CREATE TABLE other.t_order_" + i + " AS SELECT * FROM t_order_" + i + " WHERE 1 = 0");
                }
            }
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(number(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo(10);
            connection.setSchema(usual.equals("PUBLIC") ? "OTHER" : "other");
            assertThat(number(statement, "SELECT COUNT(*) FROM t_order")).isZero();
            statement.executeUpdate("INSERT INTO t_order (order_id, user_id) VALUES (1, 1), (2, 2)");
            assertThat(number(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo(2);
            connection.setSchema(usual);
            assertThat(number(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo(10);
            statement.execute(usual.equals("PUBLIC") ? "SET SCHEMA OTHER" : "SET search_path TO other");
            assertThat(number(statement, "SELECT COUNT(*) FROM t_order")).isEqualTo(2);
        }
        assertThat(number(shards.sharded(), "SELECT COUNT(*) FROM t_order")).isEqualTo(10);
    }

    private static String schemaName(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getSchema() == null ? connection.getCatalog() : connection.getSchema();
        }
    }

    private static long number(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            return number(statement, sql);
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(1);
        }
    }

    private static int update(String sql) throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    @Test
    @DisplayName("C2.29 procedures and functions are called where a hint says")
    void calls() throws SQLException {
        for (int dataSource = 0; dataSource < 2; dataSource++) {
            createDoubling(dataSource);
        }
        String call = forms.on(DatabaseKind.H2, DatabaseKind.POSTGRESQL) ? "{? = call twice(?)}" : "{call twice(?, ?)}";
        boolean resultFirst = call.startsWith("{?");
        try (Connection connection = shards.sharded().getConnection()) {
            assertThatThrownBy(() -> connection.prepareCall(call))
                    .hasMessageStartingWith("SHD-2901")
                    .hasMessageContaining("DATA_SOURCE_NAME");
            for (int dataSource = 0; dataSource < 2; dataSource++) {
                try (CallableStatement statement =
                        connection.prepareCall("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_" + dataSource + " */ " + call)) {
                    assertThat(twice(statement, resultFirst)).isEqualTo(42 + dataSource);
                }
                try (ShardingHint hint = ShardingHint.open()) {
                    hint.setDataSourceName("DS_" + dataSource);
                    try (CallableStatement statement = connection.prepareCall(call)) {
                        assertThat(twice(statement, resultFirst)).isEqualTo(42 + dataSource);
                    }
                }
            }
            try (ShardingHint hint = ShardingHint.open()) {
                hint.setDataSourceName("ds_7");
                assertThatThrownBy(() -> connection.prepareCall(call)).hasMessageStartingWith("SHD-4110");
            }
        }
        forms.rows("SELECT * FROM t_config");
    }

    @Test
    @DisplayName("queries and writes that are prepared as calls are executed as any other")
    void callsOfNothing() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                CallableStatement one = connection.prepareCall("SELECT 1 + ?");
                CallableStatement all = connection.prepareCall("SELECT * FROM t_config")) {
            one.setInt(1, 41);
            try (ResultSet rows = one.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(42);
            }
            assertThat(all.execute()).isTrue();
            assertThatThrownBy(() -> one.getInt(1))
                    .hasMessageStartingWith("SHD-2901")
                    .hasMessageContaining("OUT");
            assertThatThrownBy(() -> one.setInt("a", 1)).hasMessageStartingWith("SHD-2901");
            try (CallableStatement hinted =
                            connection.prepareCall("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0 */ SELECT 7");
                    ResultSet rows = hinted.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(7);
            }
        }
        forms.rows("SELECT * FROM t_config");
    }

    private static long twice(CallableStatement statement, boolean resultFirst) throws SQLException {
        statement.registerOutParameter(resultFirst ? 1 : 2, Types.INTEGER);
        statement.setInt(resultFirst ? 2 : 1, 21);
        statement.execute();
        return statement.getInt(resultFirst ? 1 : 2);
    }

    /** Doubles its argument and adds the number of the data source. */
    private void createDoubling(int dataSource) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    switch (forms.kind()) {
                        case H2 -> "CREATE ALIAS twice AS 'int twice(int n) { return 2 * n + " + dataSource + "; }'";
                        case POSTGRESQL ->
                            "CREATE FUNCTION twice(n INT) RETURNS INT AS 'SELECT 2 * n + " + dataSource
                                    + "' LANGUAGE SQL";
                        case MARIADB, MYSQL ->
                            "CREATE PROCEDURE twice(IN n INT, OUT r INT) SET r = 2 * n + " + dataSource;
                    });
        }
    }

    @Test
    @DisplayName("C2.30 information_schema and DatabaseMetaData show logic tables, each once")
    void systemViews() throws SQLException {
        String condition = forms.mySqlFamily() ? "table_schema = DATABASE()" : "LOWER(table_schema) = 'public'";
        forms.rows("SELECT LOWER(table_name) AS t FROM information_schema.tables WHERE " + condition)
                .rows("SELECT LOWER(table_name) AS t, LOWER(column_name) AS c, ordinal_position FROM"
                        + " information_schema.columns WHERE " + condition)
                .rows("SELECT COUNT(*) FROM information_schema.tables WHERE " + condition)
                .rows("SELECT LOWER(table_name) AS t FROM information_schema.table_constraints WHERE " + condition
                        + " AND constraint_type = 'PRIMARY KEY'");
        try (Connection connection = shards.sharded().getConnection()) {
            List<String> names = new ArrayList<>();
            try (ResultSet rows = connection
                    .getMetaData()
                    .getTables(connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"
                    })) {
                while (rows.next()) {
                    names.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
                }
            }
            assertThat(names)
                    .containsExactlyInAnyOrder(
                            "t_order",
                            "t_item",
                            "t_account",
                            "t_person",
                            "t_small",
                            "t_big",
                            "t_doc",
                            "t_country",
                            "t_config");
        }
    }

    @Test
    @DisplayName("C2.31 FOR UPDATE locks the rows on the nodes that hold them, and no others")
    void locks() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT order_id FROM t_order WHERE user_id IN (1, 2) AND order_id > 1 FOR UPDATE")) {
                List<Integer> locked = new ArrayList<>();
                while (rows.next()) {
                    locked.add(rows.getInt(1));
                }
                assertThat(locked).containsExactlyInAnyOrder(2, 3);
            }
            assertThat(isLocked(1, "t_order_1", 2)).isTrue();
            assertThat(isLocked(0, "t_order_2", 3)).isTrue();
            assertThat(isLocked(1, "t_order_3", 4)).isFalse();
            assertThat(isLocked(0, "t_order_0", 5)).isFalse();
            connection.rollback();
            assertThat(isLocked(1, "t_order_1", 2)).isFalse();
        }
        forms.rows("SELECT order_id FROM t_order WHERE user_id IN (?, ?) FOR UPDATE", 1, 2)
                .list("SELECT order_id FROM t_order WHERE amount > ? ORDER BY order_id FOR UPDATE", 5)
                .list("SELECT order_id FROM t_order WHERE user_id = ? ORDER BY order_id LIMIT 1 FOR UPDATE", 5);
        if (forms.mySqlFamily()) {
            forms.rows("SELECT order_id FROM t_order WHERE user_id IN (?, ?) LOCK IN SHARE MODE", 1, 2);
        }
        if (forms.on(DatabaseKind.POSTGRESQL)) {
            forms.rows("SELECT order_id FROM t_order WHERE user_id = ? FOR SHARE SKIP LOCKED", 1)
                    .rows("SELECT order_id FROM t_order o WHERE user_id IN (?, ?) FOR NO KEY UPDATE OF o", 1, 2);
        }
    }

    private static boolean isLocked(int dataSource, String actualTable, int order) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            try (ResultSet rows = statement.executeQuery(
                    "SELECT order_id FROM " + actualTable + " WHERE order_id = " + order + " FOR UPDATE SKIP LOCKED")) {
                return !rows.next();
            } finally {
                connection.rollback();
            }
        }
    }
}
