package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.ComparedStatement;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Values of every type, sorted, grouped, made distinct, united and counted over four data nodes as one plain database
 * does it: NULLs, ties, texts that differ in case, accents and blanks only, zeros of both signs, instants in several
 * zones. What the merge does not know it refuses before a shard is touched.
 */
class OrderTest {
    private static final int ROWS = 63;
    private static final int FIRST_LATE_CODE = 5000;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void comparesAsTheDatabaseCompares(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        List<TypedColumn> columns = TypedColumns.of(kind);
        try (Fixture<ShardingDataSource> shards = FourNodes.open(server, "typed", TypedColumns.preparation(kind))) {
            PlainAndSharded both = shards.both();
            fill(both, columns);
            compare(kind, both, columns);
        }
    }

    private static void fill(PlainAndSharded both, List<TypedColumn> columns) {
        StringBuilder create = new StringBuilder("CREATE TABLE t (id INT PRIMARY KEY, g INT");
        StringBuilder names = new StringBuilder("INSERT INTO t (id, g");
        for (TypedColumn column : columns) {
            if (column.isColumn()) {
                create.append(", ").append(column.name()).append(' ').append(column.definition());
                names.append(", ").append(column.name());
            }
        }
        both.setUp(create.append(')').toString());
        for (int row = 0; row < ROWS; row++) {
            StringBuilder insert = new StringBuilder(names)
                    .append(") VALUES (")
                    .append(row)
                    .append(", ")
                    .append(row % 3);
            for (TypedColumn column : columns) {
                if (column.isColumn()) {
                    insert.append(", ").append(column.literal(row * 5 / 3));
                }
            }
            both.setUp(insert.append(')').toString());
        }
    }

    private static void compare(DatabaseKind kind, PlainAndSharded both, List<TypedColumn> columns)
            throws SQLException {
        Map<String, Integer> outcomes = new TreeMap<>();
        List<String> differences = new ArrayList<>();
        for (TypedColumn column : columns) {
            for (String sql : statements(kind, column)) {
                outcomes.merge(outcome(both, sql, differences), 1, Integer::sum);
            }
        }
        assertThat(differences).as("differences on " + kind.title()).isEmpty();
        int all = outcomes.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(outcomes.get("same")).as(outcomes.toString()).isGreaterThan(all * 2 / 3);
    }

    private static List<String> statements(DatabaseKind kind, TypedColumn column) {
        String c = column.name();
        List<String> all = new ArrayList<>(List.of(
                "SELECT id, %s AS v FROM t ORDER BY %s, id",
                "SELECT id, %s AS v FROM t ORDER BY v DESC, id",
                "SELECT id FROM t ORDER BY %s DESC, id LIMIT 9 OFFSET 4",
                "SELECT id FROM t WHERE id > 20 ORDER BY 1 DESC, %s LIMIT 9",
                "SELECT COUNT(*), MIN(id), MAX(id) FROM t GROUP BY %s",
                "SELECT COUNT(*), MIN(id) FROM t GROUP BY %s ORDER BY %s, MIN(id)",
                "SELECT COUNT(*) AS n, g, MIN(id) AS i FROM t GROUP BY g, %s ORDER BY n DESC, g, %s, i LIMIT 5",
                "SELECT COUNT(DISTINCT %s) FROM t",
                "SELECT g, COUNT(DISTINCT %s), COUNT(*) FROM t GROUP BY g ORDER BY g",
                "SELECT COUNT(*) FROM (SELECT DISTINCT %s AS v FROM t) x",
                "SELECT COUNT(*) FROM (SELECT %s AS v FROM t WHERE id < 20 UNION SELECT %s FROM t WHERE id > 9) x"));
        if (kind.speaksMySql()) {
            all.add("SELECT id FROM t ORDER BY %s IS NULL, %s, id");
        } else {
            all.add("SELECT id, %s AS v FROM t ORDER BY %s NULLS FIRST, id LIMIT 12");
            all.add("SELECT id, %s AS v FROM t ORDER BY %s NULLS LAST, id LIMIT 12 OFFSET 30");
            all.add("SELECT COUNT(*), MIN(id) AS i FROM t GROUP BY %s ORDER BY %s DESC NULLS LAST, i");
        }
        if (column.oneForm()) {
            all.addAll(List.of(
                    "SELECT %s AS v, COUNT(*) FROM t GROUP BY %s ORDER BY %s",
                    "SELECT COUNT(*), MIN(id) FROM t GROUP BY %s ORDER BY %s",
                    "SELECT COUNT(*), MIN(id) FROM t GROUP BY %s ORDER BY %s DESC LIMIT 4 OFFSET 1",
                    "SELECT DISTINCT %s AS v FROM t",
                    "SELECT DISTINCT %s AS v FROM t ORDER BY v",
                    "SELECT DISTINCT %s AS v, g FROM t ORDER BY v DESC, g LIMIT 5",
                    "SELECT MIN(%s), MAX(%s) FROM t",
                    "SELECT g, MIN(%s) AS low FROM t GROUP BY g ORDER BY low, g",
                    "SELECT %s AS v FROM t WHERE id < 20 UNION SELECT %s FROM t WHERE id > 9",
                    "SELECT %s AS v FROM t WHERE id < 20 UNION SELECT %s FROM t WHERE id > 9 ORDER BY v LIMIT 7",
                    "SELECT id, %s AS v FROM t WHERE id < 20 UNION ALL SELECT id, %s FROM t WHERE id > 40"
                            + " ORDER BY v, id"));
        }
        return all.stream().map(sql -> sql.replace("%s", c)).toList();
    }

    private static String outcome(PlainAndSharded both, String sql, List<String> differences) throws SQLException {
        int code = failure(both.sharded(), sql);
        if (code >= 2000 && code < FIRST_LATE_CODE) {
            return failure(both.plain(), sql) == 0 ? "SHD-" + code : "same";
        }
        try {
            ComparedStatement comparison = both.query(sql);
            if (sql.contains("c_json")) {
                // MariaDB's JSON is a LONGTEXT, and called so where it was copied
                comparison.anyTypes();
            }
            if (failure(both.plain(), sql) != 0) {
                comparison.bothFail();
            } else if (sql.contains("ORDER BY")) {
                comparison.ordered().agree();
            } else {
                comparison.bag().agree();
            }
            return "same";
        } catch (AssertionError e) {
            differences.add(e.getMessage());
            return "different";
        }
    }

    /** The error code of a statement; 0 when it is answered. */
    private static int failure(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                // Reads to the end: a late failure is a failure too.
            }
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode() == 0 ? -1 : e.getErrorCode();
        }
    }
}
