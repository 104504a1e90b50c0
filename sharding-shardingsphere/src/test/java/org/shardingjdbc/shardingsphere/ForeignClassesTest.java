package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Range;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * Classes that err, classes with types of their own, and tables that are spread: an answer that is right, or an error.
 */
class ForeignClassesTest {
    private static final String URL = "jdbc:h2:mem:foreign_";
    private static final String OPTIONS = ";DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

    /** By the last digit; what it was asked is in its answers only. */
    public static class ByInteger implements StandardShardingAlgorithm<Integer> {
        @Override
        public String doSharding(Collection<String> targets, PreciseShardingValue<Integer> value) {
            for (String each : targets) {
                if (each.endsWith("_" + Math.floorMod(value.getValue(), 2))) {
                    return each;
                }
            }
            return null;
        }

        @Override
        public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Integer> value) {
            Range<Integer> range = value.getValueRange();
            Collection<String> chosen = new TreeSet<>();
            for (int each : new int[] {0, 1}) {
                if (range.contains(each)) {
                    targets.stream().filter(name -> name.endsWith("_" + each)).forEach(chosen::add);
                }
            }
            return chosen;
        }
    }

    /** Through a class between that leaves the type open. */
    abstract static class Between<V extends Comparable<?>> implements StandardShardingAlgorithm<V> {
        @Override
        public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<V> value) {
            throw new IllegalStateException("asked for a range");
        }
    }

    /** By the length of a text. */
    public static final class ByText extends Between<String> {
        @Override
        public String doSharding(Collection<String> targets, PreciseShardingValue<String> value) {
            return "t_" + value.getValue().length() % 2;
        }
    }

    /** Casts what comes. */
    public static final class Casting extends Between<Comparable<?>> {
        @Override
        public String doSharding(Collection<String> targets, PreciseShardingValue<Comparable<?>> value) {
            Object handed = value.getValue();
            return "t_" + ((Timestamp) handed).getTime() / 1000 % 2;
        }
    }

    /** Errs in every way. */
    public static final class Erring implements StandardShardingAlgorithm<Long> {
        @Override
        public void init(Properties props) {
            if (props.containsKey("fail")) {
                throw new IllegalArgumentException("fail is " + props.getProperty("fail"));
            }
        }

        @Override
        public String doSharding(Collection<String> targets, PreciseShardingValue<Long> value) {
            if (value.getValue() == 1) {
                throw new UnsupportedOperationException("one");
            }
            return value.getValue() == 2 ? null : "nowhere";
        }

        @Override
        public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Long> value) {
            return value.getValueRange().hasUpperBound() ? List.of() : List.of("nowhere");
        }
    }

    /** Wants both columns, as the statement knows them. */
    public static final class WantsBoth implements ComplexKeysShardingAlgorithm<Long> {
        @Override
        public Collection<String> doSharding(Collection<String> targets, ComplexKeysShardingValue<Long> value) {
            Collection<String> chosen = new TreeSet<>();
            for (long a : value.getColumnNameAndShardingValuesMap().get("A")) {
                for (long b : value.getColumnNameAndShardingValuesMap().get("b")) {
                    chosen.add("t_" + (a + b) % 2);
                }
            }
            return chosen;
        }
    }

    /** Gives too few keys, or fails. */
    public static final class PoorKeys implements KeyGenerateAlgorithm {
        @Override
        public Collection<Long> generateKeys(AlgorithmSQLContext context, int count) {
            if (count == 3) {
                throw new IllegalStateException("three");
            }
            return List.of(7L);
        }

        @Override
        public String getType() {
            return "POOR_KEYS";
        }
    }

    @BeforeEach
    void createTables() throws SQLException {
        for (int i = 0; i < 2; i++) {
            try (Connection direct = DriverManager.getConnection(URL + i + OPTIONS, "sa", "");
                    Statement statement = direct.createStatement()) {
                for (int table = 0; table < 2; table++) {
                    statement.execute("CREATE TABLE t_" + table + " (a BIGINT, b BIGINT, at TIMESTAMP, i INTEGER)");
                }
            }
        }
    }

    @AfterEach
    void drop() throws SQLException {
        for (int i = 0; i < 2; i++) {
            try (Connection direct = DriverManager.getConnection(URL + i + OPTIONS, "sa", "");
                    Statement statement = direct.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }

    private static ShardingDataSource open(String nodes, String strategy, Class<?> type, String... props)
            throws SQLException {
        String kind = ComplexKeysShardingAlgorithm.class.isAssignableFrom(type) ? "COMPLEX" : "STANDARD";
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("  ds_" + i + ":\n    jdbcUrl: \"" + URL + i + OPTIONS + "\"\n    username: sa\n");
        }
        yaml.append("rules:\n  - !SHARDING\n    tables:\n      t:\n        actualDataNodes: ")
                .append(nodes)
                .append("\n        tableStrategy:\n          ")
                .append(strategy)
                .append("\n        keyGenerateStrategy: {column: i, keyGeneratorName: poor}")
                .append("\n    keyGenerators:\n      poor:\n        type: POOR_KEYS")
                .append("\n    shardingAlgorithms:\n      alg:\n        type: CLASS_BASED\n        props:\n")
                .append("          strategy: " + kind + "\n          algorithmClassName: " + type.getName() + "\n");
        for (String prop : props) {
            yaml.append("          ").append(prop).append('\n');
        }
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static String by(String column) {
        return "standard: {shardingColumn: " + column + ", shardingAlgorithmName: alg}";
    }

    private static final String ONE_SOURCE = "ds_0.t_0, ds_0.t_1";
    private static final String SPREAD = "ds_0.t_0, ds_1.t_1";

    private static int count(Statement statement, String where) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t WHERE " + where)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void eachDataSourceMayHaveNoTableButNotAll() throws SQLException {
        try (ShardingDataSource dataSource = open(SPREAD, by("a"), ByInteger.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 6; i++) {
                assertThat(statement.executeUpdate("INSERT INTO t (a, i) VALUES (" + i + ", 0)"))
                        .isEqualTo(1);
            }
            assertThat(count(statement, "a = 3")).isEqualTo(1);
            assertThat(count(statement, "a IN (1, 2, 9)")).isEqualTo(2);
            assertThat(count(statement, "a BETWEEN 1 AND 1")).isEqualTo(1);
            assertThatThrownBy(() -> count(statement, "a > 1 AND a < 9")).hasMessageContaining("SHD-4002");
        }
    }

    @Test
    void valuesThatTheDeclaredClassCannotHoldAreRefused() throws SQLException {
        try (ShardingDataSource dataSource = open(ONE_SOURCE, by("a"), ByInteger.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (a, i) VALUES (2147483647, 0)");
            assertThat(count(statement, "a = 2147483647")).isEqualTo(1);
            // no row can have it, so that none is found
            assertThat(count(statement, "a = 2147483648")).isZero();
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (a, i) VALUES (2147483648, 0)"))
                    .hasMessageContaining("SHD-4003")
                    .hasMessageContaining(ByInteger.class.getName())
                    .hasMessageContaining("java.lang.Integer");
            assertThatThrownBy(() -> count(statement, "a < 2147483648")).hasMessageContaining("SHD-4003");
        }
    }

    @Test
    void numbersAsTextsHaveNoRanges() throws SQLException {
        try (ShardingDataSource dataSource = open(ONE_SOURCE, by("a"), ByText.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i : new int[] {5, 10, 100, -3}) {
                statement.executeUpdate("INSERT INTO t (a, i) VALUES (" + i + ", 0)");
            }
            assertThat(count(statement, "a = 10")).isEqualTo(1);
            assertThat(count(statement, "a BETWEEN 5 AND 10")).isEqualTo(2);
            assertThat(count(statement, "a > 5")).isEqualTo(2);
        }
    }

    @Test
    void valueClassIsForClassesThatCast() throws SQLException {
        String value = "'2024-03-05 01:02:03'";
        try (ShardingDataSource dataSource = open(ONE_SOURCE, by("at"), Casting.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (at, i) VALUES (" + value + ", 0)"))
                    .hasMessageContaining("SHD-4004")
                    .hasRootCauseInstanceOf(ClassCastException.class);
        }
        try (ShardingDataSource dataSource =
                        open(ONE_SOURCE, by("at"), Casting.class, "sharding-value-class: java.sql.Timestamp");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO t (at, i) VALUES (" + value + ", 0)");
            assertThat(count(statement, "at = TIMESTAMP " + value)).isEqualTo(1);
        }
        assertThatThrownBy(() -> open(ONE_SOURCE, by("at"), Casting.class, "sharding-value-class: Timestamp"))
                .hasMessageContaining("sharding-value-class")
                .hasMessageContaining("java.sql.Timestamp");
        assertThatThrownBy(() -> open(ONE_SOURCE, by("a"), ByInteger.class, "sharding-value-class: java.sql.Timestamp"))
                .hasMessageContaining("that is a java.lang.Integer");
    }

    @Test
    void errorsOfAClassNameItAndKeepTheCause() throws SQLException {
        try (ShardingDataSource dataSource = open(ONE_SOURCE, by("a"), Erring.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> count(statement, "a = 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4004")
                    .hasRootCauseMessage("one");
            for (int value : new int[] {2, 3}) {
                assertThat(count(statement, "a = " + value)).isZero();
                assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (a, i) VALUES (" + value + ", 0)"))
                        .hasMessageContaining("SHD-4002")
                        .hasMessageContaining("alg")
                        .hasMessageContaining("t_0, t_1");
            }
            for (String where : new String[] {"a > 3", "a BETWEEN 3 AND 4"}) {
                assertThatThrownBy(() -> count(statement, where))
                        .as(where)
                        .hasMessageContaining("SHD-4002")
                        .hasMessageContaining("alg")
                        .hasMessageContaining("t_0, t_1");
            }
        }
        assertThatThrownBy(() -> open(ONE_SOURCE, by("a"), Erring.class, "fail: 3"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("refused its properties")
                .hasMessageContaining("fail is 3");
        assertThatThrownBy(() -> open(ONE_SOURCE, by("a"), Between.class))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("needs a public constructor");
        assertThatThrownBy(() -> open(ONE_SOURCE, by("a"), String.class)).hasMessageContaining("does not implement");
    }

    @Test
    void severalColumnsAreAskedTogether() throws SQLException {
        String strategy = "complex: {shardingColumns: \"a, b\", shardingAlgorithmName: alg}";
        try (ShardingDataSource dataSource = open(ONE_SOURCE, strategy, WantsBoth.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 10; i++) {
                statement.executeUpdate("INSERT INTO t (a, b, i) VALUES (" + i + ", " + i / 3 + ", 0)");
            }
            assertThat(count(statement, "a IN (1, 2, 3, 4) AND b IN (0, 1)")).isEqualTo(4);
            assertThat(count(statement, "a = 9 AND b = 3")).isEqualTo(1);
            assertThat(count(statement, "i = 0")).isEqualTo(10);
            assertThatThrownBy(() -> count(statement, "a = 9"))
                    .hasMessageContaining("SHD-4004")
                    .hasRootCauseInstanceOf(NullPointerException.class);
        }
    }

    @Test
    void poorKeysAreAnError() throws SQLException {
        try (ShardingDataSource dataSource = open(ONE_SOURCE, by("a"), ByInteger.class);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("INSERT INTO t (a) VALUES (1)")).isEqualTo(1);
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (a) VALUES (1), (2)"))
                    .hasMessageContaining("SHD-4004: Key generator")
                    .hasMessageContaining(PoorKeys.class.getName());
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (a) VALUES (1), (2), (3)"))
                    .hasMessageContaining("SHD-4004: Key generator")
                    .hasRootCauseMessage("three");
            assertThat(count(statement, "i = 7")).isEqualTo(1);
        }
    }
}
