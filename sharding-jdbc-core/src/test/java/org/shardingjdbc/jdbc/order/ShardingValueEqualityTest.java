package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Tables sharded by values of every type: a row is found by every value that the database calls equal to its own, in
 * whatever letters, blanks, scale, class or zone it is given, and two tables are joined by what is equal there.
 */
class ShardingValueEqualityTest {
    /**
     * A table sharded by its column {@code k}, and one of the same type bound to it.
     *
     * @param literals as rows are written, and looked up
     * @param alike other literals for the same keys, or for none
     * @param parameters for {@code k = ?}
     */
    private record Keyed(String type, List<String> literals, List<String> alike, List<Object> parameters) {}

    private static final String LOOSE =
            "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)";

    private static final String[] WORDS = {
        "'abc'", "'ABC'", "'Abc '", "'abc '", "'é'", "'e'", "'ss'", "'ß'", "''", "' '", "'1'", "'01'"
    };

    private static List<Keyed> keys(DatabaseKind kind) {
        List<Keyed> keys = new ArrayList<>(List.of(
                new Keyed(
                        "INT",
                        List.of("1", "-7", "0", "2147483647"),
                        List.of("1.0", "'1'", "' 1 '", "1e0", "-0", "1.5", "'1.0'", "+1", "CAST(1 AS SMALLINT)"),
                        List.of(1, 1L, (short) 1, new BigDecimal("1.0"), new BigDecimal("1.5"), 1.0, -0.0, 1.0f)),
                new Keyed(
                        "BIGINT",
                        List.of("1", "-9223372036854775807", "9223372036854775807"),
                        List.of("1.00", "'1'", "9223372036854775807.0"),
                        List.of(1, BigInteger.ONE, new BigDecimal("1.000"), 9.223372036854775807e18)),
                new Keyed(
                        "DECIMAL(10,2)",
                        List.of("1", "1.50", "-0.00", "100"),
                        List.of("1.00", "1.5", "'1.5'", "1.5e0", "0", "-0", "1e2", "1.500", "1.501"),
                        List.of(1, 1.5, new BigDecimal("1.500"), new BigDecimal("1E2"), 0, -0.0, 1.5f)),
                new Keyed(
                        "DATE",
                        List.of("DATE '2024-02-29'", "DATE '1999-12-31'"),
                        List.of(
                                "'2024-02-29'",
                                "'2024-2-29'",
                                "TIMESTAMP '2024-02-29 00:00:00'",
                                "TIMESTAMP '2024-02-29 10:00:00'",
                                "'2024-02-29 00:00:00'"),
                        List.of(
                                Date.valueOf("2024-02-29"), LocalDate.of(2024, 2, 29),
                                Timestamp.valueOf("2024-02-29 00:00:00"), LocalDateTime.of(2024, 2, 29, 10, 0))),
                new Keyed(
                        "TIMESTAMP(3)",
                        List.of(
                                "TIMESTAMP '2024-02-29 10:00:00'",
                                "TIMESTAMP '2024-02-29 00:00:00'",
                                "TIMESTAMP '2024-02-29 10:00:00.5'"),
                        List.of(
                                "'2024-02-29 10:00:00'",
                                "'2024-02-29T10:00:00'",
                                "DATE '2024-02-29'",
                                "'2024-02-29 10:00:00.500'",
                                "'2024-02-29'"),
                        List.of(
                                Timestamp.valueOf("2024-02-29 10:00:00"),
                                LocalDateTime.of(2024, 2, 29, 10, 0),
                                LocalDate.of(2024, 2, 29))),
                new Keyed(
                        "VARCHAR(20)",
                        List.of(WORDS),
                        List.of("'aBC'", "'abc  '", "1", "'SS'"),
                        List.of("abc", "ABC ", "É", 1, 'e')),
                new Keyed(
                        "CHAR(6)",
                        List.of("'abc'", "'abc '", "'ABC'", "''", "' x'"),
                        List.of("'abc   '", "'abc      '", "'aBc'", "' '", "CAST('abc' AS CHAR(4))"),
                        List.of("abc", "abc   ", "ABC", ""))));
        if (!kind.speaksMySql()) {
            keys.add(new Keyed(
                    "UUID",
                    List.of("'f0000000-0000-0000-0000-00000000000a'", "'00000000-0000-0000-f000-000000000000'"),
                    List.of(
                            "'f0000000-0000-0000-0000-00000000000a'",
                            "'F0000000-0000-0000-0000-00000000000A'",
                            "'f000000000000000000000000000000a'"),
                    List.of(UUID.fromString("f0000000-0000-0000-0000-00000000000a"))));
            keys.add(new Keyed(
                    "BOOLEAN",
                    List.of("TRUE", "FALSE"),
                    List.of("'t'", "'true'", "1 = 1", "NOT FALSE"),
                    List.of(true, false)));
            keys.add(new Keyed(
                    "TIMESTAMP WITH TIME ZONE",
                    List.of("'2024-02-29 10:00:00+02'", "'2024-02-29 10:00:00+00'"),
                    List.of("CAST('2024-02-29 08:00:00+00' AS TIMESTAMP WITH TIME ZONE)", "'2024-02-29 09:00:00+01'"),
                    List.of()));
        }
        if (kind == DatabaseKind.POSTGRESQL) {
            keys.add(new Keyed("VARCHAR(20) COLLATE loose", List.of(WORDS), List.of("'aBC'", "'SS'"), List.of("É")));
        }
        if (kind == DatabaseKind.H2) {
            keys.add(
                    new Keyed("VARCHAR_IGNORECASE(20)", List.of(WORDS), List.of("'aBC'", "'SS'"), List.of("ABC", "É")));
        }
        if (kind.speaksMySql()) {
            keys.addAll(mySqlFamily(kind == DatabaseKind.MARIADB));
        }
        return keys;
    }

    private static List<Keyed> mySqlFamily(boolean mariaDb) {
        List<Keyed> keys = new ArrayList<>();
        keys.add(new Keyed(
                "BIGINT UNSIGNED",
                List.of("18446744073709551615", "9223372036854775808", "1"),
                List.of("18446744073709551615.0", "'1'", "-1"),
                List.of(new BigInteger("18446744073709551615"), new BigDecimal("9223372036854775808.0"), 1, -1L)));
        if (mariaDb) {
            keys.add(new Keyed(
                    "UUID",
                    List.of("'f0000000-0000-0000-0000-00000000000a'"),
                    List.of("'F0000000-0000-0000-0000-00000000000A'", "'f000000000000000000000000000000a'"),
                    List.of()));
        }
        String other = mariaDb ? "utf8mb4_nopad_bin" : "utf8mb4_0900_as_cs";
        for (String collation : List.of("utf8mb4_bin", other, "utf8mb4_unicode_ci")) {
            keys.add(new Keyed(
                    "VARCHAR(20) COLLATE " + collation,
                    List.of(WORDS),
                    List.of("'aBC'", "'abc  '", "'SS'", "'Ss '"),
                    List.of("ABC ", "É")));
        }
        return keys;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void findsWhateverIsEqual(DatabaseKind kind) throws Exception {
        findsWhateverIsEqual(kind, "HASH_MOD", keys(kind));
    }

    /** A truth has no slot. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void findsWhateverIsEqualBySlots(DatabaseKind kind) throws Exception {
        List<Keyed> keys = keys(kind);
        keys.removeIf(keyed -> keyed.type().equals("BOOLEAN"));
        findsWhateverIsEqual(kind, "HASH_SLOT", keys);
    }

    private static void findsWhateverIsEqual(DatabaseKind kind, String algorithm, List<Keyed> keys) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(kind, "keyed")
                .rules(rules(algorithm, keys.size()))
                .prepared(kind == DatabaseKind.POSTGRESQL ? List.of(LOOSE) : List.of())
                .open(ShardingDataSourceFactory::create)) {
            PlainAndSharded both = shards.both();
            List<String> differences = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                fill(both, i, keys.get(i));
                compare(both, i, keys.get(i), differences);
            }
            assertThat(differences).as("differences on " + kind.title()).isEmpty();
        }
    }

    private static String rules(String algorithm, int tables) {
        StringBuilder yaml = new StringBuilder("rules:\n- !SHARDING\n  autoTables:\n");
        StringBuilder bound = new StringBuilder("  bindingTables:\n");
        for (int i = 0; i < tables; i++) {
            for (String table : List.of("a" + i, "b" + i)) {
                yaml.append("    ").append(table).append(":\n      actualDataSources: ds_0,ds_1\n");
                yaml.append("      shardingStrategy:\n");
                yaml.append("        standard: {shardingColumn: k, shardingAlgorithmName: hash_five}\n");
            }
            bound.append("  - a").append(i).append(", b").append(i).append('\n');
        }
        return yaml.append(bound)
                .append("  shardingAlgorithms:\n    hash_five: {type: " + algorithm + ", props: {sharding-count: 5}}\n")
                .toString();
    }

    private static void fill(PlainAndSharded both, int table, Keyed keyed) throws SQLException {
        for (String name : List.of("a" + table, "b" + table)) {
            both.setUp("CREATE TABLE " + name + " (k " + keyed.type() + " NOT NULL, n INT)");
            int n = name.startsWith("a") ? 0 : 100;
            for (String literal : keyed.literals()) {
                insert(both, "INSERT INTO " + name + " (k, n) VALUES (" + literal + ", " + n++ + ")");
            }
        }
    }

    /** Writes a row into both, unless the sharded side refuses its key. */
    private static void insert(PlainAndSharded both, String sql) throws SQLException {
        try (Statement statement = both.sharded().createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).as(e.getMessage()).isBetween(2000, 5000);
            return;
        }
        try (Statement statement = both.plain().createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static void compare(PlainAndSharded both, int table, Keyed keyed, List<String> differences)
            throws SQLException {
        String a = "a" + table;
        String b = "b" + table;
        List<String> literals = new ArrayList<>(keyed.literals());
        literals.addAll(keyed.alike());
        List<String> all = new ArrayList<>(List.of(
                "SELECT COUNT(*), MIN(n) FROM " + a + " GROUP BY k",
                "SELECT COUNT(DISTINCT k) FROM " + a,
                "SELECT x.n, y.n FROM " + a + " x JOIN " + b + " y ON x.k = y.k",
                "SELECT x.n, y.n FROM " + a + " x LEFT JOIN " + b + " y ON x.k = y.k AND y.n > 101",
                "SELECT n FROM " + a + " WHERE k IN (SELECT k FROM " + b + " WHERE n > 101)",
                "SELECT n FROM " + a + " x WHERE NOT EXISTS (SELECT 1 FROM " + b + " y WHERE y.k = x.k AND n < 102)",
                "SELECT n, COUNT(*) OVER (PARTITION BY k) AS c FROM " + a));
        for (String literal : literals) {
            all.add("SELECT n FROM " + a + " WHERE k = " + literal);
            if (!keyed.type().startsWith("CHAR")) {
                // H2 compares a CHAR with several values by other rules than with one
                all.add("SELECT n FROM " + a + " WHERE k IN (" + literal + ", "
                        + keyed.literals().get(0) + ")");
            }
            all.add("SELECT n FROM " + a + " WHERE k <> " + literal);
            all.add("SELECT n FROM " + a + " WHERE k BETWEEN " + literal + " AND " + literal);
            all.add("SELECT x.n, y.n FROM " + a + " x JOIN " + b + " y ON x.k = y.k WHERE x.k = " + literal);
            all.add("SELECT x.n, y.n FROM " + a + " x JOIN " + b + " y ON x.k = y.k AND y.k = " + literal);
        }
        for (String sql : all) {
            compare(both, sql, List.of(), differences);
        }
        for (Object parameter : keyed.parameters()) {
            compare(both, "SELECT n FROM " + a + " WHERE k = ?", List.of(parameter), differences);
            compare(both, "SELECT n FROM " + a + " WHERE k IN (?, ?)", List.of(parameter, parameter), differences);
            compare(
                    both,
                    "SELECT n FROM " + a + " WHERE k >= ? AND k <= ?",
                    List.of(parameter, parameter),
                    differences);
        }
    }

    private static void compare(PlainAndSharded both, String sql, List<Object> parameters, List<String> differences)
            throws SQLException {
        int code = failure(both.sharded(), sql, parameters);
        if (code >= 2000 && code < 5000) {
            return;
        }
        try {
            if (failure(both.plain(), sql, parameters) != 0) {
                both.query(sql, parameters.toArray()).bothFail();
            } else {
                both.query(sql, parameters.toArray()).bag().agree();
            }
        } catch (AssertionError e) {
            differences.add(e.getMessage());
        }
    }

    /** The error code of a query; 0 when it is answered. */
    private static int failure(Connection connection, String sql, List<Object> parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.size(); i++) {
                statement.setObject(i + 1, parameters.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    // Reads to the end: a late failure is a failure too.
                }
            }
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode() == 0 ? -1 : e.getErrorCode();
        }
    }
}
