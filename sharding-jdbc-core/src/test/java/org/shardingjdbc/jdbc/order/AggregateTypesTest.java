package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.ComparedStatement;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Aggregates over four data nodes, and what is computed from them: value, label, type, precision and scale are those of
 * one plain database, or the statement is refused before a shard is touched.
 */
class AggregateTypesTest {
    private static final List<String> COLUMNS =
            List.of("c_small", "c_int", "c_big", "c_dec", "c_fine", "c_double", "c_real");

    private static final List<String> EXPRESSIONS = List.of(
            "SUM(%s)",
            "AVG(%s)",
            "COUNT(%s)",
            "MIN(%s)",
            "MAX(%s) AS top",
            "SUM(DISTINCT %s)",
            "AVG(DISTINCT %s)",
            "COUNT(DISTINCT %s), SUM(%s), COUNT(*)",
            "SUM(%s) + 1",
            "SUM(%s) * 2",
            "SUM(%s) - COUNT(*)",
            "-SUM(%s)",
            "AVG(%s) * 3",
            "AVG(%s) + AVG(%s)",
            "SUM(%s) + 1.50",
            "SUM(%s) * 0.125",
            "AVG(%s) * 1.5",
            "COALESCE(SUM(%s), 0)",
            "COALESCE(AVG(%s), 0)",
            "COALESCE(MAX(%s), -1)",
            "SUM(%s) / COUNT(*)",
            "SUM(%s) / 7",
            "ROUND(AVG(%s), 2)",
            "CASE WHEN SUM(%s) > 10 THEN 'many' ELSE 'few' END",
            "CASE WHEN COUNT(%s) > 1 THEN SUM(%s) END",
            "SUM(%s) > 5",
            "MAX(%s) - MIN(%s)",
            "SUM(%s + 1)",
            "SUM(%s / 3)",
            "AVG(%s / 3)",
            "SUM(ROUND(%s / 4, 2))");

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void haveTheTypesThatTheDatabaseGives(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        try (Fixture<ShardingDataSource> shards = FourNodes.open(server, "aggregated", List.of())) {
            PlainAndSharded both = shards.both();
            fill(both);
            List<String> differences = new ArrayList<>();
            for (String column : COLUMNS) {
                for (String expression : EXPRESSIONS) {
                    String items = expression.replace("%s", column);
                    compare(both, "SELECT " + items + " FROM t", differences);
                    compare(both, "SELECT " + items + " FROM t WHERE id < 0", differences);
                    compare(both, "SELECT g, " + items + " FROM t GROUP BY g ORDER BY g", differences);
                }
                String having = "SELECT g FROM t GROUP BY g HAVING SUM(%s) > 20 AND AVG(%s) < 1000 ORDER BY g";
                compare(both, having.replace("%s", column), differences);
            }
            assertThat(differences).as("differences on " + kind.title()).isEmpty();
        }
    }

    /** The floating values are sums of few binary digits, so that the order of adding does not show. */
    private static void fill(PlainAndSharded both) {
        both.setUp("CREATE TABLE t (id INT PRIMARY KEY, g INT, c_small SMALLINT, c_int INT, c_big BIGINT,"
                + " c_dec DECIMAL(10,2), c_fine DECIMAL(20,7), c_double DOUBLE PRECISION, c_real REAL)");
        for (int row = 0; row < 23; row++) {
            String values = row % 6 == 5
                    ? "NULL, NULL, NULL, NULL, NULL, NULL, NULL"
                    : (row * 7 - 30) + ", " + (row * 1001 - 5000) + ", " + row * 30_000_000_001L + ", " + row * 3 + ".1"
                            + row % 10 + ", -" + row + ".0000" + (100 + row) + ", " + row + ".5, -" + row + ".25";
            both.setUp("INSERT INTO t VALUES (" + row + ", " + row % 4 + ", " + values + ")");
        }
    }

    private static void compare(PlainAndSharded both, String sql, List<String> differences) throws SQLException {
        int code = failure(both.sharded(), sql);
        if (code >= 2000 && code < 5000) {
            return;
        }
        try {
            ComparedStatement comparison = both.query(sql);
            if (failure(both.plain(), sql) != 0) {
                comparison.bothFail();
            } else if (sql.contains(" / ") && (sql.contains("c_double") || sql.contains("c_real"))) {
                comparison.ordered().exactTypes().approximate().agree();
            } else {
                comparison.ordered().exactTypes().agree();
            }
        } catch (AssertionError e) {
            differences.add(e.getMessage());
        }
    }

    /** The error code of a query; 0 when it is answered. */
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
