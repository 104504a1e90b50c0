package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * HAVING over four data nodes, which is computed here: with numbers that no binary digits write exactly, at the ends of
 * ranges, and of two classes. Its groups are those of one plain database, or both fail, or it is refused.
 */
class ComputedFiltersTest {
    private static final List<String> VALUES =
            List.of("0.1", "0.2", "0.3", "0.7", "16777216.0", "16777217.0", "123.456789", "-0.1", "1e0", "1e-1");
    private static final List<String> COLUMNS = List.of("d", "r", "n");
    private static final List<String> COMPARED =
            List.of("MAX(%s)", "MIN(%s)", "MAX(%s) + 0", "MAX(%s) * 1", "-MIN(%s)");
    private static final List<String> OPERATORS = List.of("=", "<>", "<", "<=", ">", ">=");
    private static final List<String> BETWEEN_COLUMNS = List.of(
            "MIN(r) + MAX(r) = MAX(s)",
            "MIN(r) * MAX(r) = MAX(r) * MIN(r)",
            "MIN(r) + MAX(r) < 0.31",
            "MIN(r) + MAX(r) > 0.3",
            "MIN(d) + MAX(d) = 0.3",
            "MIN(d) + MAX(d) > 0.3",
            "MAX(r) = MAX(d)",
            "MAX(d) >= MAX(r)",
            "MAX(d) < MAX(r)",
            "MAX(n) < MAX(r)",
            "MAX(n) BETWEEN MIN(r) AND MAX(r)",
            "COALESCE(MAX(r), 0) > 0.1",
            "COALESCE(MAX(r), 0) = 123.457",
            "COALESCE(MAX(r), 0) + 1 = 124.457",
            "MAX(r) = 123.457",
            "123.457 = MAX(r)",
            "MAX(r) + MAX(d) = 246.913578",
            "NOT (MAX(r) <= 0.1)",
            "-MAX(r) = -123.457",
            "MAX(d) = MAX(n)",
            "MAX(n) >= MAX(d)",
            "MAX(r) = MAX(n)",
            "MAX(big) = MAX(wide)",
            "MAX(big) > MAX(wide)",
            "MAX(big) >= 9007199254740992.0",
            "MAX(wide) = 9007199254740993",
            "MAX(wide) >= 9007199254740993",
            "MAX(d) IN (0.1, 0.3)",
            "MAX(r) IN (0.1, 0.3)",
            "MAX(r) IN (0.1)",
            "MAX(r) IN (0.1, NULL)",
            "MAX(r) NOT IN (0.1, 16777217)",
            "MAX(r) NOT IN (0.1, NULL)",
            "MAX(r) IN (1e-1, 3e-1)",
            "MAX(n) IN (1e-1, 0.3)",
            "MAX(r) BETWEEN 0.1 AND 0.3",
            "MAX(whole) IN (5, 5.5)",
            "MAX(d) IN (MAX(n), 7)",
            "MAX(n) IN (MAX(r), 7)",
            "MAX(n) IN (MAX(d), 7)",
            "MAX(r) IN (MAX(d), 7)",
            "MAX(d) BETWEEN 0.1 AND 0.1",
            "MIN(d) + 1 = 1.1",
            "MIN(r) + 1 = 1.1",
            "MIN(r) + 1 > 1.1",
            "MIN(d) + MIN(n) = 0.2",
            "MIN(r) + MIN(n) = 0.2",
            "MAX(d) * 3 = 0.3",
            "MAX(limits) + 1 > 0",
            "MAX(limits) - 1 > 0",
            "MIN(limits) - 1 < 0",
            "MAX(limits) * 2 > 0",
            "-MIN(limits) > 0",
            "MAX(whole) + 1 > 0",
            "MAX(whole) + 1 > MAX(big)",
            "MAX(whole) * 2 > 0",
            "MAX(n) + '1' > 1.2",
            "MAX(d) * '2' > 0.3",
            "-MAX(n) < '0'",
            "MAX(n) > '0.2'",
            "(COUNT(*) > 1) + 1 = 2",
            "(MAX(n) > 0.2) = TRUE",
            "(MAX(n) > 0.2) = 1",
            "MAX(n) > TRUE",
            "MAX(n) = NULL",
            "MAX(n) + NULL IS NULL",
            "MAX(name) > 5",
            "MAX(name) = 5",
            "MAX(name) + 1 > 5",
            "MAX(name) > MAX(n)",
            "MAX(n) > MAX(name)",
            "MAX(name) > MIN(word)",
            "MAX(name) = MIN(word)",
            "MAX(word) IN ('5', 5)",
            "MAX(name) BETWEEN 1 AND 7",
            "COALESCE(MAX(name), 0) = '5'",
            "MAX(name)",
            "NOT MAX(name)",
            "COUNT(*) > 1 AND MAX(name)",
            "MAX(n)");

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void keepTheGroupsOfOneDatabase(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        List<String> conditions = new ArrayList<>(BETWEEN_COLUMNS);
        for (String column : COLUMNS) {
            for (String compared : COMPARED) {
                for (String operator : OPERATORS) {
                    for (String value : VALUES) {
                        conditions.add(compared.formatted(column) + " " + operator + " " + value);
                    }
                }
            }
        }
        Collections.sort(conditions);
        try (Fixture<ShardingDataSource> shards = FourNodes.open(server, "filtered", List.of())) {
            PlainAndSharded both = shards.both();
            fill(both, kind);
            List<String> differences = new ArrayList<>();
            int answered = 0;
            for (String condition : conditions) {
                String sql = "SELECT g FROM t GROUP BY g HAVING " + condition + " ORDER BY g";
                String sharded = groups(both.sharded(), sql);
                if (sharded.startsWith("refused")) {
                    continue;
                }
                answered++;
                String plain = groups(both.plain(), sql);
                if (!sharded.equals(plain)) {
                    differences.add(condition + ": " + plain + ", not " + sharded);
                }
            }
            assertThat(differences).as(kind.title()).isEmpty();
            assertThat(answered).isGreaterThan(conditions.size() / 2);
        }
    }

    /** What a statement is given is compared as what it is written with. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void takeParametersAsTheDatabaseDoes(DatabaseKind kind) throws Exception {
        List<Object> values =
                List.of(new java.math.BigDecimal("0.1"), 0.1, 0.1f, new java.math.BigDecimal("0.3"), 0.3, 1, 16777217L);
        try (Fixture<ShardingDataSource> shards = FourNodes.open(TestServer.of(kind), "filtered_by", List.of())) {
            PlainAndSharded both = shards.both();
            fill(both, kind);
            List<String> differences = new ArrayList<>();
            for (String column : COLUMNS) {
                for (String operator : OPERATORS) {
                    String sql = "SELECT g FROM t GROUP BY g HAVING MAX(" + column + ") " + operator + " ? ORDER BY g";
                    for (Object value : values) {
                        String sharded = groups(both.sharded(), sql, value);
                        String plain = groups(both.plain(), sql, value);
                        if (!sharded.startsWith("refused") && !sharded.equals(plain)) {
                            differences.add(sql + " " + value.getClass().getSimpleName() + " " + value + ": " + plain
                                    + ", not " + sharded);
                        }
                    }
                }
            }
            assertThat(differences).as(kind.title()).isEmpty();
        }
    }

    /** Each value is in a group of its own, and with 0.1 in another; both halves of a group are on two data nodes. */
    private static void fill(PlainAndSharded both, DatabaseKind kind) {
        boolean mySql = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        both.setUp("CREATE TABLE t (id INT PRIMARY KEY, g INT, d DOUBLE PRECISION, r " + (mySql ? "FLOAT" : "REAL")
                + ", s " + (mySql ? "FLOAT" : "REAL")
                + ", n DECIMAL(20,6), big BIGINT, wide DOUBLE PRECISION, limits BIGINT, whole INT,"
                + " name VARCHAR(20), word CHAR(20))");
        int id = 0;
        for (int group = 0; group < VALUES.size(); group++) {
            for (int half = 0; half < 4; half++) {
                String value = half < 2 ? "0.1" : VALUES.get(group);
                both.setUp(
                        "INSERT INTO t VALUES (" + id++ + ", " + group + ", " + value + ", " + value + ", 0.3, " + value
                                + ", " + (9_007_199_254_740_991L + group % 3) + ", 9007199254740992, "
                                + (group % 2 == 0 ? "9223372036854775807" : "1") + ", "
                                + (group % 3 == 0 ? "2147483647" : "5") + ", '"
                                + (group % 4 == 0 ? "5" : group % 4 == 1 ? "10 " : group % 4 == 2 ? "x" : "") + "', '"
                                + (group % 2 == 0 ? "5" : "X") + "')");
            }
        }
    }

    private static String groups(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return groups(statement);
        } catch (SQLException e) {
            return failure(e);
        }
    }

    private static String groups(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return groups(rows);
        } catch (SQLException e) {
            return failure(e);
        }
    }

    private static String groups(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            return groups(rows);
        }
    }

    private static String groups(ResultSet rows) throws SQLException {
        StringBuilder groups = new StringBuilder("groups");
        while (rows.next()) {
            groups.append(' ').append(rows.getInt(1));
        }
        return groups.toString();
    }

    private static String failure(SQLException e) {
        return e.getErrorCode() >= 2000 && "HYC00".equals(e.getSQLState()) ? "refused" : "failed";
    }
}
