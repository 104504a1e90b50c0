package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.transaction.IncompleteCommitException;

/** What an operator sees of branches in doubt, and what is said when somebody else has ended one. */
@Timeout(300)
class BranchesInDoubtTest {
    @TempDir
    private Path logs;

    private Consumer<String> before = sql -> {};

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void areShownWithWhatToDo(DatabaseKind kind) throws SQLException {
        TwoPhaseCommit commands = Dialects.named(kind.name()).twoPhaseCommit();
        BranchId ofOther = branch(1, "other.0a0b0c0d.170000000000000001");
        BranchId ofNobody = branch(7, "x");
        try (ShardingDataSource dataSource = open(kind)) {
            DriverDataSource database = database(kind, 0);
            try (Connection one = database.getConnection();
                    Connection two = database.getConnection()) {
                prepare(one, commands, ofOther, 4);
                prepare(two, commands, ofNobody, 6);
                List<String> shown = show(dataSource);
                assertThat(shown)
                        .contains(String.join(
                                "|",
                                "ds_0",
                                ofOther.toString(),
                                "other",
                                "other node",
                                "unknown",
                                "start node other with its log, which ends it; if it never comes back: look for the transaction"
                                        + " in its log: "
                                        + commands.commitPrepared(ofOther) + " if it is there as COMMIT, else "
                                        + commands.rollbackPrepared(ofOther)));
                assertThat(shown)
                        .contains(String.join(
                                "|",
                                "ds_0",
                                ofNobody.toString(),
                                "null",
                                "unknown",
                                "unknown",
                                "ask whoever has begun it; by hand: " + commands.commitPrepared(ofNobody) + " or "
                                        + commands.rollbackPrepared(ofNobody)));
                end(one, commands.rollbackPrepared(ofOther));
                end(two, commands.rollbackPrepared(ofNobody));
            }
            assertThat(show(dataSource)).noneMatch(each -> each.contains(ofOther.toString()));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void thoseOfThisProcessAreEndedByIt(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = open(kind)) {
            List<String> atCommit = new ArrayList<>();
            before = sql -> {
                synchronized (atCommit) {
                    if (isCommit(sql) && atCommit.isEmpty()) {
                        atCommit.addAll(showQuietly(dataSource));
                    }
                }
            };
            transfer(dataSource);
            assertThat(atCommit).anyMatch(each -> each.startsWith("ds_0|") || each.startsWith("ds_1|"));
            assertThat(atCommit)
                    .filteredOn(each -> each.contains("|doubt|"))
                    .isNotEmpty()
                    .allMatch(each -> each.endsWith("|doubt|own|commit|nothing: this process ends it"));
        }
    }

    /** As an operator who is too fast. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void oneThatSomebodyElseEndedIsReported(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = open(kind)) {
            List<String> rolledBack = new ArrayList<>();
            before = sql -> {
                if (isCommit(sql)) {
                    rollbackOnFirst(kind, sql, rolledBack);
                }
            };
            assertThatThrownBy(() -> transfer(dataSource))
                    .isInstanceOfSatisfying(IncompleteCommitException.class, e -> {
                        assertThat(rolledBack).hasSize(1);
                        assertThat(e.unknown()).containsExactly("ds_0");
                        assertThat(e.committed()).containsExactly("ds_1");
                        assertThat(e.getCause())
                                .hasMessageContaining("SHD-6023")
                                .hasMessageContaining(rolledBack.get(0))
                                .hasMessageContaining("data source ds_0 was prepared and to be committed");
                    });
            try (Connection connection = dataSource.getConnection()) {
                assertThat(connection.isValid(1)).isTrue();
            }
        }
    }

    private void rollbackOnFirst(DatabaseKind kind, String commit, List<String> rolledBack) {
        TwoPhaseCommit commands = Dialects.named(kind.name()).twoPhaseCommit();
        try (Connection connection = database(kind, 0).getConnection();
                Statement statement = connection.createStatement()) {
            List<BranchId> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(commands.prepared())) {
                while (rows.next()) {
                    found.add(commands.prepared(rows));
                }
            }
            for (BranchId branch : found) {
                if (commands.commitPrepared(branch).equals(commit)) {
                    statement.execute(commands.rollbackPrepared(branch));
                    rolledBack.add(branch.toString());
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isCommit(String sql) {
        return sql.startsWith("COMMIT PREPARED") || sql.startsWith("XA COMMIT") && !sql.endsWith("ONE PHASE");
    }

    private static void transfer(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE t SET n = n + 1 WHERE id = 0");
            statement.execute("UPDATE t SET n = n - 1 WHERE id = 1");
            connection.commit();
        }
    }

    private static BranchId branch(int format, String transaction) {
        return new BranchId(format, transaction.getBytes(StandardCharsets.US_ASCII), new byte[] {1});
    }

    private static void prepare(Connection connection, TwoPhaseCommit commands, BranchId branch, int id)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (commands.begin(branch) == null) {
                connection.setAutoCommit(false);
            } else {
                statement.execute(commands.begin(branch));
            }
            statement.execute("INSERT INTO t_0 VALUES (" + id + ", 0)");
            if (commands.end(branch) != null) {
                statement.execute(commands.end(branch));
            }
            statement.execute(commands.prepare(branch));
        }
    }

    private static void end(Connection connection, String sql) throws SQLException {
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> showQuietly(ShardingDataSource dataSource) {
        try {
            return show(dataSource);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All columns but the time. */
    private static List<String> show(ShardingDataSource dataSource) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW SHARDING TRANSACTIONS")) {
            while (rows.next()) {
                if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                    assertThat(rows.getTimestamp("since")).isNotNull();
                }
                found.add(String.join(
                        "|",
                        rows.getString("data_source"),
                        rows.getString("xid"),
                        rows.getString("node"),
                        rows.getString("owner"),
                        rows.getString("decision"),
                        rows.getString("what_to_do")));
            }
        }
        return found;
    }

    private static DriverDataSource database(DatabaseKind kind, int number) {
        TestServer server = TestServer.of(kind);
        return new DriverDataSource(server.jdbcUrl("xa_doubt" + number), server.user(), server.password());
    }

    private ShardingDataSource open(DatabaseKind kind) throws SQLException {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName("doubt");
        ToldStatements statements = new ToldStatements(sql -> before.accept(sql), sql -> {});
        for (int i = 0; i < 2; i++) {
            TestServer.of(kind).createDatabase("xa_doubt" + i);
            builder.dataSource("ds_" + i, statements.of(database(kind, i)));
        }
        ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                                .autoTable(new AutoTableConfiguration(
                                        "t", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                                .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                                .build())
                        .transaction(XaProvider.ATOMIKOS.configuration(logs, "doubt", Map.of()))
                        .build());
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, n INT)");
            statement.execute("INSERT INTO t VALUES (0, 0), (1, 0)");
        }
        return dataSource;
    }
}
