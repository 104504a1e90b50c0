package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
    private static final String GROUPS = "groups";
    private static final String REFUSED = "refused";
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
            "MAX(n)",
            // a whole number of few bits beside others
            "MAX(r) + MAX(small) = 200.1",
            "MIN(r) * MAX(small) = 20",
            "MAX(small) * MIN(r) > 20",
            "MIN(r) * MIN(small) = MIN(r)",
            "MAX(small) * MAX(small) > 0",
            "MAX(small) * MAX(small) * MAX(small) > 0",
            "MAX(small) + 32767 > 0",
            "MAX(big) * MIN(r) > MAX(wide)",
            "MAX(whole) * MIN(r) > 0.5",
            "MAX(whole) * MIN(r) = 0.5",
            // what stands in for NULL
            "COALESCE(MAX(small), 0) * MAX(small) * 200 > 0",
            "COALESCE(MAX(small), 0) * 200 = 40000",
            "COALESCE(MAX(small), 0) * MAX(small) = 40000",
            "COALESCE(MAX(no_small), 200) * MAX(small) = 40000",
            "COALESCE(MAX(no_real), 3) * MIN(r) = MAX(s)",
            "COALESCE(MAX(no_real), 3) * MIN(r) = MIN(d) * 3",
            "COALESCE(MAX(no_real), 16777217) = 16777217",
            "COALESCE(MAX(no_real), 16777217) + MIN(r) > 16777217",
            "COALESCE(MAX(r), 3) * MAX(s) = 0.09",
            "COALESCE(MAX(r), 3) * MAX(s) = MAX(r) * MAX(s)",
            "COALESCE(MAX(no_double), 3) * 0.1 = 0.3",
            "COALESCE(MAX(no_double), 3) * MIN(n) = 0.3",
            "COALESCE(MAX(no_decimal), 3) * MIN(d) = 0.3",
            "COALESCE(MAX(no_decimal), 2147483647) * 2 > 0",
            "COALESCE(MAX(no_big), 2147483647) * 2 > 0",
            "COALESCE(MAX(no_whole), 2147483647) * 2 > 0",
            "COALESCE(MAX(no_real), 2147483647) * 2 > 0",
            "COALESCE(COALESCE(MAX(no_real), 3), 0) * MIN(r) = MAX(s)",
            "COALESCE(SUM(no_whole), 2147483647) * 2 > 0",
            "COALESCE(AVG(no_whole), 3) * MIN(d) = 0.3",
            "COALESCE(MAX(no_real), 3) IN (3, 0.1)",
            // lists of which some items are columns
            "MAX(r) IN (0.1, MAX(n))",
            "MAX(r) IN (MAX(n), 0.1)",
            "MAX(r) IN (0.1, 0.3, MAX(n))",
            "MAX(r) NOT IN (0.2, MAX(n))",
            "MAX(r) IN (COUNT(*), 0.1)",
            "MAX(r) IN (0.1, NULL, MAX(n))",
            "MAX(r) IN (1e300, 0.1)",
            "MAX(whole) IN (MAX(whole), MAX(whole) * 2)",
            "MAX(whole) IN (5, MAX(whole) * 2)",
            "MAX(no_whole) IN (5, MAX(whole) * 2)",
            "MAX(whole) IN (5, 2147483647, MAX(whole) * 2)",
            // one type of three
            "SUM(n) BETWEEN 9007199254740993 AND 1e16",
            "SUM(n) NOT BETWEEN 9007199254740993 AND 1e16",
            "MAX(big) BETWEEN 9007199254740993 AND 1e16",
            "MAX(big) BETWEEN 9007199254740993 AND MAX(wide)",
            "MAX(big) BETWEEN MAX(wide) AND 9007199254740992",
            "MAX(big) BETWEEN 9007199254740993 AND NULL",
            "MAX(big) NOT BETWEEN 9007199254740993 AND NULL",
            "MAX(big) NOT BETWEEN 9007199254740993 AND MAX(no_double)",
            "MAX(big) NOT BETWEEN 9007199254740993 AND MAX(no_big)",
            "MAX(wide) BETWEEN 9007199254740993 AND 9007199254740993",
            "MAX(n) BETWEEN 0.1 AND 0.3",
            "MAX(big) + 1 BETWEEN 9007199254740993 AND 1e16",
            "MAX(r) BETWEEN MAX(n) AND MAX(n)",
            "MAX(whole) BETWEEN 6 AND MAX(whole) * 2",
            // the ends of types
            "-MIN(low) > 0",
            "-MIN(lowest) > 0",
            "-MIN(least) > 0",
            "MIN(low) - 1 < 0",
            "MIN(least) - 1 < 0",
            "-(-9223372036854775808) > 0",
            "-9223372036854775808 < MIN(low)",
            "-9223372036854775808 - COUNT(*) < 0",
            "-18446744073709551615 < COUNT(*)",
            "-9223372036854775809 < COUNT(*)",
            "9223372036854775808 - COUNT(*) > 9223372036854775800",
            "(9223372036854775808 - COUNT(*)) * 2 > 0",
            "9223372036854775808 * COUNT(*) > 18446744073709551616",
            "18446744073709551615 + COUNT(*) > 18446744073709551616",
            "18446744073709551616 + COUNT(*) > 18446744073709551616",
            "COUNT(*) - 9223372036854775808 < 0",
            "MAX(tiny) * MAX(tiny) > 0",
            "MAX(tiny) + 27 > 0",
            "MIN(r) * MAX(tiny) = 10",
            "MAX(tiny) + MIN(r) > 100.1",
            "COALESCE(MAX(tiny), 0) * MAX(tiny) > 0",
            "COALESCE(MAX(tiny), 0) * MIN(r) = 10",
            "MIN(precise) * MIN(precise) = 0.010000000000000002",
            "MIN(precise) * MIN(precise) > 0.010000000000000002",
            "MIN(precise) * MIN(precise) * MIN(precise) = 0.001",
            "MIN(precise) * MIN(n) = 0.010000000000000001",
            "AVG(precise) * AVG(precise) > 0.04",
            "AVG(precise) * AVG(precise) = MIN(precise) * MIN(precise)",
            "SUM(n) * SUM(n) * SUM(n) * SUM(n) * SUM(n) * SUM(n) * SUM(n) * SUM(n) * SUM(n) * SUM(n) > 0");

    private static final List<Object> PARAMETERS = List.of(
            1,
            100_000,
            16_777_217L,
            (short) 2,
            (byte) 2,
            0.1,
            0.3,
            1.4,
            1e7,
            1e-4,
            0.1f,
            0.3f,
            0.5f,
            1e7f,
            1e-4f,
            new BigDecimal("0.1"),
            new BigDecimal("0.3"),
            new BigDecimal("1.4"),
            new BigDecimal("1E+7"),
            new BigDecimal("3"),
            new BigDecimal("9007199254740993"),
            new BigInteger("3"),
            new BigInteger("18446744073709551615"),
            true,
            "0.1",
            "5",
            "9007199254740993",
            "x");
    private static final List<String> WITH_PARAMETER = List.of(
            "MAX(%s) * ? > 4",
            "MAX(%s) * ? <= 0.3",
            "MIN(%s) * ? = 0.01",
            "MAX(%s) + ? = 1.5",
            "MAX(%s) + ? > 1.4",
            "? - MAX(%s) < 0.2",
            "MIN(%s) + MAX(%s) = ?",
            "COALESCE(MAX(%s), 0) + 1 > ?",
            "-MAX(%s) = -?",
            "MAX(%s) IN (?, 0.2)",
            "MAX(%s) IN (?, MIN(n))",
            "MAX(%s) BETWEEN 0.1 AND ?",
            "MAX(%s) BETWEEN ? AND MAX(n)",
            "? IS NULL OR MAX(%s) > 1",
            "AVG(%s) - ? > -9007199254740992.5",
            "AVG(%s) - ? < -9007199254740991.5");

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
        try (Fixture<ShardingDataSource> shards = FourNodes.unpulled(server, "filtered")) {
            PlainAndSharded both = shards.both();
            fill(both, kind);
            List<String> differences = new ArrayList<>();
            int answered = 0;
            for (String condition : conditions) {
                answered += compare(both, condition, differences) ? 1 : 0;
            }
            assertThat(differences).as(kind.title()).isEmpty();
            assertThat(answered).isGreaterThan(conditions.size() / 2);
        }
    }

    /** What a statement is given is compared, and computed with, as the database does with what it is sent. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void takeParametersAsTheDatabaseDoes(DatabaseKind kind) throws Exception {
        takeParameters(TestServer.of(kind), "filtered_by");
    }

    /** By such settings drivers send floating numbers as they are, where else they write digits, or the other way. */
    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB", "POSTGRESQL"})
    void takeParametersThatAreSentOtherwise(DatabaseKind kind) throws Exception {
        String setting = kind == DatabaseKind.POSTGRESQL ? "binaryTransfer=false" : "useServerPrepStmts=true";
        takeParameters(TestServer.of(kind).with(setting), "filtered_by_other");
    }

    private static void takeParameters(TestServer server, String name) throws Exception {
        List<String> conditions = new ArrayList<>();
        for (String column : List.of("d", "r", "n", "big", "whole", "small", "precise")) {
            for (String operator : OPERATORS) {
                conditions.add("MAX(" + column + ") " + operator + " ?");
            }
            for (String condition : WITH_PARAMETER) {
                conditions.add(condition.replace("%s", column));
            }
        }
        conditions.add("COUNT(*) * ? > 5");
        conditions.add("COUNT(*) > ?");
        Collections.sort(conditions);
        try (Fixture<ShardingDataSource> shards = FourNodes.unpulled(server, name)) {
            PlainAndSharded both = shards.both();
            fill(both, server.kind());
            List<String> differences = new ArrayList<>();
            int answered = 0;
            int asked = 0;
            for (String condition : conditions) {
                for (Object value : PARAMETERS) {
                    asked++;
                    answered += compare(both, condition, differences, value) ? 1 : 0;
                }
            }
            for (Object value : List.of(100_000, (short) 30_000, 2L)) {
                asked++;
                answered += compare(both, "COUNT(*) < ? * ?", differences, value, value) ? 1 : 0;
            }
            assertThat(differences).as(server.kind().title()).isEmpty();
            assertThat(answered).as(server.kind().title() + " of " + asked).isGreaterThan(asked / 3);
        }
    }

    /** What is computed with a number without a sign has none. */
    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB"})
    void computeWithoutSigns(DatabaseKind kind) throws Exception {
        List<String> conditions = new ArrayList<>();
        for (String column : List.of("few", "many", "flag", "bits", "yr", "tiny", "padded", "COUNT(*)")) {
            String value = column.contains("(") ? column : "MAX(" + column + ")";
            for (String condition : List.of(
                    "%s - 3000 < 0",
                    "%s - 1 >= 0",
                    "%s + 1 > 1",
                    "-%s < 0",
                    "%s * 2 > 3",
                    "%s * -1 < 0",
                    "%s * 0 = 0",
                    "%s * 4294967296 * 4294967295 > 0",
                    "%s - MAX(few) >= 0",
                    "MAX(few) - %s >= 0",
                    "%s - 0.5 > 0",
                    "%s - 3000.5 < 0",
                    "%s - 3000e0 < 0",
                    "%s > 18446744073709551614",
                    "%s > -1",
                    "%s IN (1, 200, 18446744073709551615)",
                    "%s BETWEEN 0 AND 18446744073709551615",
                    "%s BETWEEN -1 AND 1e19",
                    "COALESCE(%s, 0) - 3000 < 0",
                    "COALESCE(%s, 5) * -1 < 0",
                    "SUM(few) - %s < 0",
                    "AVG(few) - %s < 0",
                    "COALESCE(MAX(none), 3) - %s < 0",
                    "COALESCE(MAX(none), 3) - 4 < 0",
                    "COALESCE(%s, 3) * 9223372036854775807 > 0",
                    "COALESCE(MAX(none), 3) * 9223372036854775807 > 0",
                    "%s - COUNT(*) >= 0",
                    "COUNT(*) - %s >= 0")) {
                conditions.add(condition.replace("%s", value));
            }
        }
        try (Fixture<ShardingDataSource> shards = FourNodes.unpulled(TestServer.of(kind), "signless")) {
            PlainAndSharded both = shards.both();
            both.setUp(
                    "CREATE TABLE t (id INT PRIMARY KEY, g INT, few INT UNSIGNED, many BIGINT UNSIGNED, flag BOOLEAN,"
                            + " bits BIT(8), yr YEAR, tiny TINYINT UNSIGNED, padded INT(6) ZEROFILL, none BIGINT UNSIGNED)");
            for (int i = 0; i < 8; i++) {
                both.setUp("INSERT INTO t (id, g, few, many, flag, bits, yr, tiny, padded) VALUES (" + i + ", " + i / 4
                        + ", " + (i < 4 ? 1 : 4294967295L) + ", " + (i < 4 ? "1" : "18446744073709551615") + ", "
                        + i / 4 + ", " + (i < 4 ? 1 : 200) + ", " + (i < 4 ? 2020 : 2100) + ", "
                        + (i < 4 ? 1 : 200) + ", " + (i < 4 ? 1 : 4000) + ")");
            }
            List<String> differences = new ArrayList<>();
            int answered = 0;
            for (String condition : conditions) {
                answered += compare(both, condition, differences) ? 1 : 0;
            }
            assertThat(differences).as(kind.title()).isEmpty();
            assertThat(answered).as(kind.title() + " of " + conditions.size()).isGreaterThan(conditions.size() / 2);
        }
    }

    /** What is selected is computed of parameters as the database does. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void selectWhatIsComputedOfParameters(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        // H2 gives a parameter the type of what it stands beside, which is for a database to compute
        try (Fixture<ShardingDataSource> shards = kind == DatabaseKind.H2
                ? FourNodes.open(server, "selected_by", List.of())
                : FourNodes.unpulled(server, "selected_by")) {
            PlainAndSharded both = shards.both();
            fill(both, kind);
            List<String> differences = new ArrayList<>();
            int answered = 0;
            for (String column : List.of("d", "n", "whole", "small")) {
                for (Object value : PARAMETERS) {
                    String sql = "SELECT g, MAX(" + column + ") + ? FROM t GROUP BY g ORDER BY g";
                    String sharded = answer(both.sharded(), sql, value);
                    String plain = answer(both.plain(), sql, value);
                    if (kind == DatabaseKind.H2) {
                        // it types the parameter by its value where anybody has dropped a table since it was prepared
                        sharded = withoutZeros(sharded);
                        plain = withoutZeros(plain);
                    }
                    answered += sharded.startsWith(GROUPS) ? 1 : 0;
                    if (!sharded.startsWith(REFUSED) && !sharded.equals(plain)) {
                        differences.add(column + " + " + written(value) + ": " + plain + ", not " + sharded);
                    }
                }
            }
            assertThat(differences).as(kind.title()).isEmpty();
            assertThat(answered).as(kind.title()).isGreaterThan(4 * PARAMETERS.size() / 3);
        }
    }

    /** Groups with numbers that do not tell their scale. */
    private static String withoutZeros(String answer) {
        StringBuilder numbers = new StringBuilder();
        for (String part : answer.split("(?<=[ :])")) {
            String number = part.strip();
            boolean decimal = number.matches("-?\\d+\\.\\d+");
            numbers.append(
                    decimal
                            ? part.replace(
                                    number,
                                    new BigDecimal(number).stripTrailingZeros().toPlainString())
                            : part);
        }
        return numbers.toString();
    }

    /** Whether the condition was answered, by groups. */
    private static boolean compare(
            PlainAndSharded both, String condition, List<String> differences, Object... parameters)
            throws SQLException {
        String sql = "SELECT g FROM t GROUP BY g HAVING " + condition + " ORDER BY g";
        String sharded = answer(both.sharded(), sql, parameters);
        if (sharded.startsWith(REFUSED)) {
            return false;
        }
        String plain = answer(both.plain(), sql, parameters);
        if (!sharded.equals(plain)) {
            differences.add(condition + " " + written(parameters) + ": " + plain + ", not " + sharded);
        }
        return sharded.startsWith(GROUPS);
    }

    private static String written(Object... parameters) {
        return Stream.of(parameters)
                .map(parameter -> parameter.getClass().getSimpleName() + " " + parameter)
                .collect(Collectors.joining(", "));
    }

    /** Each value is in a group of its own, and with 0.1 in another; both halves of a group are on two data nodes. */
    private static void fill(PlainAndSharded both, DatabaseKind kind) {
        boolean mySql = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        both.setUp("CREATE TABLE t (id INT PRIMARY KEY, g INT, d DOUBLE PRECISION, r " + (mySql ? "FLOAT" : "REAL")
                + ", s " + (mySql ? "FLOAT" : "REAL")
                + ", n DECIMAL(20,6), big BIGINT, wide DOUBLE PRECISION, limits BIGINT, whole INT,"
                + " small SMALLINT, low SMALLINT, lowest INT, least BIGINT, tiny "
                + (kind == DatabaseKind.POSTGRESQL ? "SMALLINT," : "TINYINT,")
                + " precise DECIMAL(30,20), no_small SMALLINT, no_whole INT, no_big BIGINT, no_decimal DECIMAL(10,2),"
                + " no_double DOUBLE PRECISION, no_real "
                + (mySql ? "FLOAT," : "REAL,")
                + " name VARCHAR(20), word CHAR(20))");
        int id = 0;
        for (int group = 0; group < VALUES.size(); group++) {
            for (int half = 0; half < 4; half++) {
                String value = half < 2 ? "0.1" : VALUES.get(group);
                both.setUp("INSERT INTO t (id, g, d, r, s, n, big, wide, limits, whole, name, word, small, precise,"
                        + " low, lowest, least, tiny)"
                        + " VALUES (" + id++ + ", " + group + ", " + value + ", " + value + ", 0.3, " + value
                        + ", " + (9_007_199_254_740_991L + group % 3) + ", 9007199254740992, "
                        + (group % 2 == 0 ? "9223372036854775807" : "1") + ", "
                        + (group % 3 == 0 ? "2147483647" : "5") + ", '"
                        + (group % 4 == 0 ? "5" : group % 4 == 1 ? "10 " : group % 4 == 2 ? "x" : "") + "', '"
                        + (group % 2 == 0 ? "5" : "X") + "', "
                        + (half < 2 ? 1 : 200) + ", "
                        + (half < 2 ? "0.10000000000000001" : "0.3") + ", -32768, -2147483648, -9223372036854775808, "
                        + (half < 2 ? 1 : 100) + ")");
            }
        }
    }

    private static String answer(Connection connection, String sql, Object... parameters) throws SQLException {
        if (parameters.length == 0) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                return groups(rows);
            } catch (SQLException e) {
                return failure(e);
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                return groups(rows);
            }
        } catch (SQLException e) {
            return failure(e);
        }
    }

    private static String groups(ResultSet rows) throws SQLException {
        StringBuilder groups = new StringBuilder(GROUPS);
        while (rows.next()) {
            groups.append(' ').append(rows.getInt(1));
            if (rows.getMetaData().getColumnCount() > 1) {
                groups.append(':').append(rows.getObject(2));
            }
        }
        return groups.toString();
    }

    /** Failures are alike when they are of one class. */
    private static String failure(SQLException e) {
        boolean refused = e.getErrorCode() >= 2000 && "HYC00".equals(e.getSQLState());
        return refused ? REFUSED : "failed " + e.getSQLState().substring(0, 2);
    }
}
