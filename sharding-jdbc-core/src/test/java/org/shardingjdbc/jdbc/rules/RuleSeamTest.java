package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.hint.ShardingHint;

/** A rule of which the engine knows nothing places tables, chooses databases and refuses statements. */
class RuleSeamTest {
    private static final String YAML = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:seam_0;DB_CLOSE_DELAY=-1
              other_0:
                jdbcUrl: jdbc:h2:mem:seam_other_0;DB_CLOSE_DELAY=-1
              ds_1:
                jdbcUrl: jdbc:h2:mem:seam_1;DB_CLOSE_DELAY=-1
              other_1:
                jdbcUrl: jdbc:h2:mem:seam_other_1;DB_CLOSE_DELAY=-1
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: mod
              shardingAlgorithms:
                mod:
                  type: MOD
                  props:
                    sharding-count: 4
            - !BROADCAST
              tables:
              - country
            - !TEST_RULE
              prefix: my_
              tables:
              - note
              - fixed
              standIns:
                ds_0: other_0
                ds_1: other_1
              readOnly:
              - fixed
              forbidden: forbidden
              reversed:
              - country.name
            """;

    @TempDir
    private Path services;

    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();
    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws SQLException, IOException {
        Path entry = services.resolve("META-INF/services/" + RuleProvider.class.getName());
        Files.createDirectories(entry.getParent());
        Files.writeString(entry, TestRuleProvider.class.getName());
        thread.setContextClassLoader(
                new URLClassLoader(new URL[] {services.toUri().toURL()}, before));
        dataSource = ShardingDataSourceFactory.create(stream(YAML));
        execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))");
        execute("CREATE TABLE country (id INT PRIMARY KEY, name VARCHAR(20))");
        execute("CREATE TABLE note (id INT PRIMARY KEY, name VARCHAR(20))");
        execute("CREATE TABLE fixed (id INT PRIMARY KEY, name VARCHAR(20))");
        try (ShardingHint hint = standIn()) {
            assertThat(hint).isNotNull();
            execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20))");
        }
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        thread.setContextClassLoader(before);
        for (String name : List.of("seam_0", "seam_1", "seam_other_0", "seam_other_1")) {
            on(name, "SHUTDOWN");
        }
    }

    @Test
    void aCommentChoosesTheDatabaseTooAndAnExplanationShowsIt() throws SQLException {
        execute("INSERT INTO t (id, name) VALUES (1, 'own')");
        String hint = "/* SHARDING_HINT: test_rule.SHARDING_TABLE_VALUE=stand-in */ ";
        execute(hint + "INSERT INTO t (id, name) VALUES (1, 'other')");
        assertThat(query(hint + "SELECT name FROM t WHERE id = 1")).containsExactly("other");
        assertThat(query("SELECT name FROM t WHERE id = 1")).containsExactly("own");
        assertThat(query("PREVIEW SELECT name FROM t WHERE id = 1")).containsExactly("ds_1");
        assertThat(query("PREVIEW " + hint + "SELECT name FROM t WHERE id = 1")).containsExactly("other_1");
        try (ShardingHint scope = standIn()) {
            assertThat(scope).isNotNull();
            assertThat(dataSource.explain("SELECT name FROM t WHERE id = ?", 1).toString())
                    .contains("other_1 for ds_1: SELECT name FROM t_1 WHERE id = ? [?1]");
            assertThat(query("EXPLAIN SHARDING ANALYZE SELECT name FROM t WHERE id = 1"))
                    .anyMatch(line -> line.endsWith("└─ other_1 for ds_1"));
        }
        assertThatThrownBy(() -> query("/* SHARDING_HINT: nobody.SHARDING_TABLE_VALUE=x */ SELECT name FROM t"))
                .hasMessageContaining("no table nobody");
    }

    @Test
    void aChoiceSeesWhetherTheTransactionWrote() throws SQLException {
        execute("INSERT INTO t (id, name) VALUES (1, 'own')");
        try (ShardingHint hint = standIn()) {
            assertThat(hint).isNotNull();
            execute("INSERT INTO t (id, name) VALUES (1, 'other')");
        }
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ShardingHint hint = ShardingHint.open().addTableShardingValue(TestRuleProvider.HINT, "until-written")) {
            assertThat(hint).isNotNull();
            connection.setAutoCommit(false);
            assertThat(rows(statement, "SELECT name FROM t WHERE id = 1")).containsExactly("other");
            statement.execute("UPDATE t SET name = 'new' WHERE id = 1");
            assertThat(rows(statement, "SELECT name FROM t WHERE id = 1")).containsExactly("new");
            connection.rollback();
            assertThat(rows(statement, "SELECT name FROM t WHERE id = 1")).containsExactly("other");
            connection.rollback();
        }
        assertThat(on("seam_1", "SELECT name FROM t_1")).containsExactly("own");
    }

    @Test
    void aRuleLooksAtTheParametersOfEachExecution() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, name) VALUES (?, ?)")) {
            insert.setInt(1, 1);
            insert.setString(2, "allowed");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            insert.setInt(1, 2);
            insert.setString(2, "forbidden");
            assertThatThrownBy(insert::executeUpdate)
                    .hasMessageContaining("TestRule refuses the statement: a parameter is forbidden");
            insert.addBatch();
            assertThatThrownBy(insert::executeBatch).hasMessageContaining("a parameter is forbidden");
        }
        assertThat(query("SELECT name FROM t")).containsExactly("allowed");
    }

    @Test
    void anExplanationSaysWhichRulesTakePart() throws SQLException {
        assertThat(dataSource.explain("SELECT * FROM country WHERE name = 'ab'").toString())
                .startsWith("Rules TestRule transforms country.name; TestRule checks each execution\n└─ Route ");
    }

    @Test
    void aTableHasAPrefixWhereItIs() throws SQLException {
        execute("INSERT INTO note (id, name) VALUES (1, 'a'), (2, 'b')");
        execute("UPDATE note SET name = 'c' WHERE note.id = 2");
        assertThat(query("SELECT note.name FROM note ORDER BY note.id")).containsExactly("a", "c");
        assertThat(on("seam_0", "SELECT name FROM my_note ORDER BY id")).containsExactly("a", "c");
        try (Connection connection = dataSource.getConnection();
                ResultSet tables = connection.getMetaData().getTables(null, null, "%note%", null)) {
            assertThat(tables.next()).isTrue();
            assertThat(tables.getString("TABLE_NAME")).isEqualToIgnoringCase("note");
            assertThat(tables.next()).isFalse();
        }
    }

    /** The rows move when nothing runs by the first version, and nothing by the second yet. */
    @Test
    void aPlacementIsThereInTwoVersionsWithAFenceBetweenThem() throws Exception {
        execute("INSERT INTO note (id, name) VALUES (1, 'early')");
        ShardingConfiguration next =
                YamlConfigurations.parse(YAML.replace("prefix: my_", "prefix: your_"), "next", PlaceholderType.NONE);
        ReconfigureOptions handover = ReconfigureOptions.builder()
                .handover(Newcomers.WAIT, Duration.ofSeconds(60))
                .between(() -> on("seam_0", "CREATE TABLE your_note AS SELECT * FROM my_note"))
                .build();
        ClassLoader loader = thread.getContextClassLoader();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO note (id, name) VALUES (2, 'begun')");
            CompletableFuture<Void> handing = CompletableFuture.runAsync(() -> {
                Thread.currentThread().setContextClassLoader(loader);
                try {
                    dataSource.reconfigure(next, handover);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> handing.get(150, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            statement.executeUpdate("INSERT INTO note (id, name) VALUES (3, 'late')");
            connection.commit();
            handing.get(60, TimeUnit.SECONDS);
        }
        execute("INSERT INTO note (id, name) VALUES (4, 'after')");
        assertThat(query("SELECT name FROM note ORDER BY id")).containsExactly("early", "begun", "late", "after");
        assertThat(on("seam_0", "SELECT name FROM my_note ORDER BY id")).containsExactly("early", "begun", "late");
    }

    @Test
    void aTableOfTheRuleIsJoinedWithShardedAndBroadcastOnes() throws SQLException {
        execute("INSERT INTO note (id, name) VALUES (1, 'a'), (2, 'b')");
        execute("INSERT INTO t (id, name) VALUES (1, 'x'), (2, 'y'), (3, 'z')");
        execute("INSERT INTO country (id, name) VALUES (2, 'n')");
        assertThat(query("SELECT t.name FROM note JOIN t ON t.id = note.id ORDER BY t.id"))
                .containsExactly("x", "y");
        assertThat(query("SELECT note.name FROM note JOIN country ON country.id = note.id"))
                .containsExactly("b");
    }

    @Test
    void aHintChoosesTheDatabaseOfOneExecution() throws SQLException {
        execute("INSERT INTO t (id, name) VALUES (0, 'own'), (1, 'own'), (2, 'own'), (3, 'own')");
        try (ShardingHint hint = standIn()) {
            assertThat(hint).isNotNull();
            execute("INSERT INTO t (id, name) VALUES (0, 'other'), (1, 'other')");
            execute("INSERT INTO t (id, name) VALUES (2, 'other')");
            assertThat(query("SELECT name FROM t WHERE id = 1")).containsExactly("other");
            assertThat(query("SELECT name FROM t ORDER BY id")).containsExactly("other", "other", "other");
        }
        assertThat(query("SELECT name FROM t WHERE id = 1")).containsExactly("own");
        assertThat(query("SELECT name FROM t ORDER BY id")).hasSize(4).containsOnly("own");
        assertThat(on("seam_other_0", "SELECT name FROM t_0")).containsExactly("other");
    }

    @Test
    void aStatementThatIsReusedGoesWhereEachExecutionIsSent() throws SQLException {
        execute("INSERT INTO t (id, name) VALUES (1, 'own'), (2, 'own')");
        try (ShardingHint hint = standIn()) {
            assertThat(hint).isNotNull();
            execute("INSERT INTO t (id, name) VALUES (1, 'other'), (2, 'other')");
        }
        for (boolean transaction : new boolean[] {false, true}) {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement one = connection.prepareStatement("SELECT name FROM t WHERE id = ?");
                    PreparedStatement both = connection.prepareStatement("SELECT name FROM t WHERE id IN (?, ?)")) {
                connection.setAutoCommit(!transaction);
                both.setInt(1, 1);
                both.setInt(2, 2);
                one.setInt(1, 1);
                for (int i = 0; i < 3; i++) {
                    assertThat(rows(one.executeQuery())).containsExactly("own");
                    assertThat(rows(both.executeQuery())).containsExactly("own", "own");
                    try (ShardingHint hint = standIn()) {
                        assertThat(hint).isNotNull();
                        assertThat(rows(one.executeQuery())).containsExactly("other");
                        assertThat(rows(both.executeQuery())).containsExactly("other", "other");
                    }
                }
                if (transaction) {
                    connection.rollback();
                }
            }
        }
    }

    @Test
    void twoDataSourcesAreNeverOneDatabase() throws SQLException {
        String shared = YAML.replace("ds_1: other_1", "ds_1: other_0");
        try (ShardingDataSource sharing = ShardingDataSourceFactory.create(stream(shared));
                Connection connection = sharing.getConnection();
                Statement statement = connection.createStatement();
                ShardingHint hint = standIn()) {
            assertThat(hint).isNotNull();
            assertThatThrownBy(() -> statement.executeQuery("SELECT name FROM t"))
                    .hasMessageContaining("two of them would be other_0 at once");
        }
    }

    @Test
    void aTransactionSpansTheDatabasesThatWereChosen() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO t (id, name) VALUES (0, 'own')");
            try (ShardingHint hint = standIn()) {
                assertThat(hint).isNotNull();
                statement.execute("INSERT INTO t (id, name) VALUES (0, 'other')");
            }
            connection.rollback();
        }
        assertThat(on("seam_0", "SELECT name FROM t_0")).isEmpty();
        assertThat(on("seam_other_0", "SELECT name FROM t_0")).isEmpty();
    }

    @Test
    void databasesThatAreOnlyChosenHoldNoTablesOfOtherRules() throws SQLException {
        execute("INSERT INTO country (id, name) VALUES (1, 'n')");
        assertThat(on("seam_1", "SELECT name FROM country")).containsExactly("n");
        assertThatThrownBy(() -> on("seam_other_1", "SELECT name FROM country")).hasMessageContaining("COUNTRY");
    }

    @Test
    void aRuleRefusesAStatement() throws SQLException {
        assertThatThrownBy(() -> execute("DELETE FROM fixed"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("TestRule refuses the statement: fixed is only read");
        assertThatThrownBy(() -> execute("INSERT INTO fixed (id, name) SELECT id, name FROM t"))
                .hasMessageContaining("fixed is only read");
        assertThat(query("SELECT name FROM fixed")).isEmpty();
    }

    @Test
    void mistakesOfARuleHaveTheirPlace() {
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(stream(YAML.replace("prefix:", "prefixe:"))))
                .hasMessageContaining("unknown key 'prefixe' under rules[2]; did you mean 'prefix'?")
                .hasMessageNotContaining("is missing");
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(stream(YAML.replace("- country", "- note"))))
                .hasMessageContaining("table 'note' is configured twice (rules[2].tables[0])");
    }

    private static ShardingHint standIn() {
        return ShardingHint.open().addTableShardingValue(TestRuleProvider.HINT, "stand-in");
    }

    private static ByteArrayInputStream stream(String yaml) {
        return new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
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
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + database);
                Statement statement = connection.createStatement()) {
            return rows(statement, sql);
        }
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        return statement.execute(sql) ? rows(statement.getResultSet()) : List.of();
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (result) {
            while (result.next()) {
                rows.add(result.getString(1));
            }
        }
        return rows;
    }
}
