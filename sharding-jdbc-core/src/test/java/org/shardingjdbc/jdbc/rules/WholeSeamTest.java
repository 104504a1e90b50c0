package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * The test rules use each method of the seam, and what they say by it has its effect: here what {@code !TEST_SEAM}
 * says, the rest in the other tests of this package.
 */
class WholeSeamTest {
    private static final List<String> DATABASES = List.of("whole_0", "whole_1", "whole_copy");
    private static final String DATA_SOURCES = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:whole_0;DB_CLOSE_DELAY=-1
              ds_1:
                jdbcUrl: jdbc:h2:mem:whole_1;DB_CLOSE_DELAY=-1
              copy_0:
                jdbcUrl: jdbc:h2:mem:whole_copy;DB_CLOSE_DELAY=-1
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: PRIMARY,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                u:
                  actualDataSources: PRIMARY,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 2}}
            """;
    private static final String YAML = DATA_SOURCES.replace("PRIMARY", "house") + """
            - !TEST_SEAM
              group: house
              primary: ds_0
              copy: copy_0
              found: ds_1
            props: {distsql-allowed: all}
            """;

    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException, IOException {
        for (String database : DATABASES) {
            on(database, "DROP ALL OBJECTS");
            on(database, "CREATE ALIAS IF NOT EXISTS negated FOR 'java.lang.Math.negateExact(int)'");
            on(database, "CREATE ALIAS IF NOT EXISTS opposite FOR 'java.lang.Math.negateExact(int)'");
        }
        for (String database : List.of("whole_0", "whole_1")) {
            on(database, "CREATE TABLE anywhere (name VARCHAR(20))");
            on(database, "INSERT INTO anywhere VALUES ('" + database + "')");
        }
        on("whole_copy", "CREATE TABLE t_0 (id INT PRIMARY KEY, v INT)");
        dataSource = openWith(YAML);
        execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
        TestSeamProvider.SEEN.clear();
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        for (String database : DATABASES) {
            on(database, "SHUTDOWN");
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Rule.class, RuleProvider.class})
    void aTestRuleUsesEachMethod(Class<?> seam) {
        List<Class<?>> rules = Stream.of(TestRuleProvider.class, TestLookUpProvider.class, TestSeamProvider.class)
                .flatMap(provider -> Stream.concat(Stream.of(provider), Arrays.stream(provider.getDeclaredClasses())))
                .filter(seam::isAssignableFrom)
                .toList();
        List<String> unused = new ArrayList<>();
        for (Method method : seam.getMethods()) {
            boolean used = rules.stream().anyMatch(rule -> isIn(rule, method));
            if (!Modifier.isStatic(method.getModifiers()) && !used) {
                unused.add(method.getName());
            }
        }
        assertThat(rules).hasSize(3);
        assertThat(unused).isEmpty();
    }

    private static boolean isIn(Class<?> rule, Method method) {
        return Arrays.stream(rule.getDeclaredMethods())
                .anyMatch(each -> each.getName().equals(method.getName())
                        && each.getParameterCount() == method.getParameterCount());
    }

    @Test
    void aTableThatIsFoundIsWhereTheRuleTellsItBestAndANewOneToo() throws SQLException {
        assertThat(query("SELECT name FROM anywhere")).containsExactly("whole_1");
        execute("CREATE TABLE fresh (name VARCHAR(20))");
        assertThat(on("whole_1", "SELECT name FROM fresh")).isEmpty();
        assertThatThrownBy(() -> on("whole_0", "SELECT name FROM fresh")).hasMessageContaining("FRESH");
    }

    @Test
    void aReadWithAFunctionThatTheRuleKnowsIsAsAnyOther() throws SQLException {
        query("SELECT negated(v) FROM t WHERE id = 1");
        assertThat(TestSeamProvider.SEEN).contains("choice for READ").doesNotContain("choice for OTHER_READ");
        TestSeamProvider.SEEN.clear();
        query("SELECT opposite(v) FROM t WHERE id = 1");
        assertThat(TestSeamProvider.SEEN).contains("choice for OTHER_READ").doesNotContain("choice for READ");
    }

    @Test
    void aStatementIsRefusedByThePartsThatItHas() throws SQLException {
        execute("INSERT INTO t (id, v) VALUES (1, 10)");
        assertThatThrownBy(() -> query("SELECT v FROM t /* WHERE LIMIT */ FOR UPDATE"))
                .hasMessageContaining("Seam refuses the statement: it would lock all rows");
        assertThat(query("SELECT v FROM t WHERE id = 1 FOR UPDATE")).containsExactly("10");
        assertThat(query("SELECT v FROM t")).containsExactly("10");
    }

    @Test
    void aCommentMustNotGoAroundTheRule() {
        assertThatThrownBy(() -> query("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ SELECT id FROM t_1"))
                .hasMessageContaining("Seam refuses the statement: a comment must not choose");
    }

    @Test
    void aShadowIsWhereTheRuleChoosesIt() throws SQLException {
        execute("INSERT INTO t (id, v) VALUES (2, 20)");
        execute("/* SHARDING_HINT: SHADOW=true */ INSERT INTO t (id, v) VALUES (2, 99)");
        assertThat(query("SELECT v FROM t WHERE id = 2")).containsExactly("20");
        assertThat(query("/* SHARDING_HINT: SHADOW=true */ SELECT v FROM t WHERE id = 2"))
                .containsExactly("99");
        assertThat(on("whole_copy", "SELECT v FROM t_0")).containsExactly("99");
    }

    @Test
    void whoWantsAShadowThatNoRuleHasIsTold() throws Exception {
        try (ShardingDataSource without = openWith(DATA_SOURCES.replace("PRIMARY", "ds_0"));
                Connection connection = without.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() ->
                            statement.executeQuery("/* SHARDING_HINT: SHADOW=true */ SELECT v FROM t WHERE id = 2"))
                    .hasMessageContaining("configure !TEST_SEAM");
        }
    }

    @Test
    void anExecutionIsRefusedByWhereItGoes() throws SQLException {
        execute("INSERT INTO t (id, v) VALUES (1, 10), (3, 30)");
        assertThatThrownBy(() -> execute("UPDATE t SET v = 0"))
                .hasMessageContaining("Seam refuses the statement: all data nodes are too many");
        execute("UPDATE t SET v = 11 WHERE id = 1");
        assertThat(query("SELECT v FROM t ORDER BY id")).containsExactly("11", "30");
    }

    @Test
    void aConnectionTellsWhoReadsByTheNameOfTheRule() throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setClientInfo(TestSeamProvider.READER, "auditor");
            assertThat(connection.getClientInfo(TestSeamProvider.READER)).isEqualTo("auditor");
            assertThat(connection.getClientInfo()).containsEntry(TestSeamProvider.READER, "auditor");
        }
    }

    @Test
    void itsGuardIsToldWhatBecomesOfAStatement() throws SQLException {
        query("SELECT v FROM t WHERE id = 1");
        assertThat(TestSeamProvider.SEEN)
                .containsSubsequence("entered ds_1", "answered ds_1", "left ds_1")
                .doesNotContain("entered ds_0");
    }

    @Test
    void itStandsAroundEachExecutionWithAllOfItsSteps() throws SQLException {
        createIntercepted();
        execute("INSERT INTO u (id, v) VALUES (1, 10)");
        execute("INSERT INTO u (id, v) VALUES (2, 20)");
        assertThat(around()).containsExactly("begins", "succeeded", "begins", "succeeded");
        assertThat(query("SELECT v FROM u ORDER BY id")).containsExactly("10", "20");
        assertThat(around()).containsExactly("begins", "succeeded");
        // in steps
        assertThat(query("SELECT a.v FROM u a JOIN u b ON a.v = b.v + 10")).containsExactly("20");
        execute("UPDATE u SET id = id + 2 WHERE id = 1");
        assertThat(around()).containsExactly("begins", "succeeded", "begins", "succeeded");
        query("SELECT v FROM t");
        assertThat(around()).isEmpty();
        assertThat(String.join("\n", query("EXPLAIN SHARDING SELECT v FROM u")))
                .contains("Seam stands around each execution");
        assertThat(around()).isEmpty();
    }

    @Test
    void itStandsAroundABatch() throws SQLException {
        createIntercepted();
        try (Connection connection = dataSource.getConnection()) {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO u (id, v) VALUES (?, ?)")) {
                for (int id = 1; id <= 3; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, id * 10);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
            }
            assertThat(around()).containsExactly("begins", "succeeded");
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("DELETE FROM u WHERE id = 1");
                statement.addBatch("DELETE FROM u WHERE id = 2");
                assertThat(statement.executeBatch()).containsExactly(1, 1);
            }
            assertThat(around()).containsExactly("begins", "succeeded", "begins", "succeeded");
        }
        assertThat(query("SELECT v FROM u")).containsExactly("30");
    }

    @Test
    void whatStandsAroundAnExecutionMayRefuseItAndIsToldHowItEnded() throws SQLException {
        createIntercepted();
        execute("INSERT INTO u (id, v) VALUES (1, 10)");
        around();
        assertThatThrownBy(() -> insertAgainAs("nobody")).hasMessageContaining("SHD-4130");
        assertThat(around()).isEmpty();
        assertThatThrownBy(() -> insertAgainAs("somebody"))
                .isInstanceOf(SQLIntegrityConstraintViolationException.class);
        assertThat(around()).containsExactly("begins", "failed");
        assertThatThrownBy(() -> insertAgainAs("late"))
                .isInstanceOf(SQLIntegrityConstraintViolationException.class)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(around()).containsExactly("begins", "failed");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            try (ShardingHint hint = ShardingHint.open()) {
                hint.setReader("late");
                assertThatThrownBy(() -> statement.executeQuery("SELECT v FROM u"))
                        .hasMessageContaining("SHD-4130")
                        .hasMessageContaining("it comes late");
            }
            assertThat(around()).containsExactly("begins", "succeeded");
            assertThat(rows(statement, "SELECT v FROM u")).containsExactly("10");
        }
        assertThat(around()).containsExactly("begins", "succeeded");
    }

    private void createIntercepted() throws SQLException {
        execute("CREATE TABLE u (id INT PRIMARY KEY, v INT)");
        around();
    }

    private void insertAgainAs(String reader) throws SQLException {
        try (ShardingHint hint = ShardingHint.open()) {
            hint.setReader(reader);
            execute("INSERT INTO u (id, v) VALUES (1, 11)");
        }
    }

    /** What was seen around executions since it was asked last. */
    private static List<String> around() {
        List<String> seen = TestSeamProvider.SEEN.stream()
                .filter(Set.of("begins", "failed", "succeeded")::contains)
                .toList();
        TestSeamProvider.SEEN.clear();
        return seen;
    }

    @Test
    void itsWatchRunsAsLongAsItsConfiguration() throws Exception {
        try (ShardingDataSource another = openWith(YAML)) {
            assertThat(another.isWrapperFor(ShardingDataSource.class)).isTrue();
            assertThat(TestSeamProvider.SEEN).contains("watches 1").doesNotContain("watches no more");
        }
        assertThat(TestSeamProvider.SEEN).contains("watches no more");
    }

    @Test
    void itIsToldWhatIsSwitchedOff() throws Exception {
        Field running = ShardingDataSource.class.getDeclaredField("running");
        running.setAccessible(true);
        ((GovernedDataSource) running.get(dataSource)).switchedTo(new Switches(Set.of("copy_0"), false));
        assertThat(TestSeamProvider.SEEN).contains("switched off [copy_0]");
    }

    @Test
    void itsCopiesAreCheckedAsWhatTheyAreCopiesOf() throws SQLException {
        on("whole_copy", "ALTER TABLE t_0 DROP COLUMN v");
        assertThat(dataSource.check().toString()).contains("copy_0");
    }

    @Test
    void itsConfigurationIsReadWrittenAndKnownByItsKeys() throws Exception {
        assertThat(TestRules.written(YAML))
                .contains("- !TEST_SEAM\n  group: house\n  primary: ds_0\n  copy: copy_0\n  found: ds_1\n");
        assertThatThrownBy(() -> openWith(YAML.replace("primary:", "primry:")))
                .hasMessageContaining("did you mean 'primary'?");
        assertThatThrownBy(() -> openWith(YAML.replace("!TEST_SEAM", "!OLD_SEAM")))
                .hasMessageContaining("write it as !TEST_SEAM");
        assertThat(new TestSeamProvider().keys().values())
                .allSatisfy(keys -> assertThat(keys).containsExactlyInAnyOrder("group", "primary", "copy", "found"));
    }

    private static ShardingDataSource openWith(String yaml) throws SQLException, IOException {
        return TestRules.open(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> query(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            return rows(statement, sql);
        }
    }

    private static List<String> on(String database, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            return rows(statement, sql);
        }
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        if (statement.execute(sql)) {
            try (ResultSet result = statement.getResultSet()) {
                while (result.next()) {
                    rows.add(result.getString(1));
                }
            }
        }
        return rows;
    }
}
