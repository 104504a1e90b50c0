package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Several instances in this process, with a registry in a database. */
class JdbcGovernanceTest {
    private static final ReconfigureOptions ALL =
            ReconfigureOptions.builder().awaitInstances(Duration.ofSeconds(90)).build();

    private static String mode(TestServer server, String database, String more) {
        server.createDatabase(database);
        return mode(server.jdbcUrl(database), server.user(), server.password(), more);
    }

    private static String mode(String url, String user, String password, String more) {
        return """
                  type: Cluster
                %s  repository:
                    type: JDBC
                    props:
                      jdbc_url: '%s'
                      username: '%s'
                      password: '%s'
                      pollIntervalMilliseconds: 50
                """.formatted(more, url, user, password);
    }

    private static GovernedInstances inMemory(String name, String more) {
        return new GovernedInstances(name, mode("jdbc:h2:mem:" + name + "_registry;DB_CLOSE_DELAY=-1", "sa", "", more));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void allInstancesTakeAChange(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        GovernedInstances instances = new GovernedInstances("taken_" + kind, mode(server, "governance_taken", ""));
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2)) {
            assertThat(second.governance().version()).isEqualTo(1);
            assertThat(second.dataNodes("t_order")).hasSize(4);

            first.reconfigure(instances.configuration(3, ""), ALL);

            assertThat(second.governance().version()).isEqualTo(2);
            assertThat(second.dataNodes("t_order")).hasSize(6).contains("ds_1.t_order_2");
            assertThat(second.governance().instances())
                    .hasSize(2)
                    .allMatch(state -> state.rulesVersion() == 2
                            && state.pid() == ProcessHandle.current().pid());
            assertThat(second.governance().instances())
                    .extracting(InstanceState::id)
                    .contains(
                            first.governance().instanceId(), second.governance().instanceId());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void ofTwoChangesAtOnceOneWinsAndTheOtherIsTold(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        GovernedInstances instances = new GovernedInstances("race_" + kind, mode(server, "governance_race", ""));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (ShardingDataSource first = instances.open(1);
                ShardingDataSource second = instances.open(1)) {
            int won = 0;
            int lost = 0;
            for (int round = 0; round < 50 && (lost == 0 || round < 5); round++) {
                CyclicBarrier together = new CyclicBarrier(2);
                Callable<SQLException> one = change(first, instances, together, 2 + round);
                Callable<SQLException> other = change(second, instances, together, 100 + round);
                for (Future<SQLException> each : threads.invokeAll(List.of(one, other))) {
                    SQLException failed = each.get();
                    won += failed == null ? 1 : 0;
                    lost += failed == null ? 0 : 1;
                    if (failed != null) {
                        assertThat(failed.getMessage()).contains("SHD-7004");
                    }
                }
            }
            assertThat(lost).isPositive();
            long last = 1 + won;
            assertThat(Governed.until(() -> Governed.version(first) == last && Governed.version(second) == last))
                    .isTrue();
            assertThat(first.dataNodes("t_order")).isEqualTo(second.dataNodes("t_order"));
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<SQLException> change(
            ShardingDataSource dataSource, GovernedInstances instances, CyclicBarrier together, int nodes) {
        return () -> {
            together.await();
            try {
                dataSource.reconfigure(instances.configuration(nodes, ""));
                return null;
            } catch (SQLException e) {
                return e;
            }
        };
    }

    @Test
    void aChangeThatWasBuiltInJavaIsWrittenAsYaml() throws SQLException {
        GovernedInstances instances = inMemory("built", "");
        try (ShardingDataSource first = instances.open(1);
                ShardingDataSource second = instances.open(1)) {
            first.reconfigure(with(first.configuration(), new BroadcastRuleConfiguration(List.of("t_country"))), ALL);
            second.reconfigure(with(second.configuration(), new SingleRuleConfiguration(List.of("*.*"), "ds_1")), ALL);

            assertThat(first.governance().version()).isEqualTo(3);
            assertThat(first.configuration().rules())
                    .hasSize(3)
                    .contains(
                            new BroadcastRuleConfiguration(List.of("t_country")),
                            new SingleRuleConfiguration(List.of("*.*"), "ds_1"));
            assertThat(first.dataNodes("t_order")).hasSize(2);
        }
    }

    /** The same and one rule more, of no document. */
    private static ShardingConfiguration with(ShardingConfiguration before, RuleConfiguration rule) {
        return before.toBuilder().rule(rule).build();
    }

    @Test
    void aChangeWithMistakesCountsNowhere() throws SQLException {
        GovernedInstances instances = inMemory("mistakes", "");
        try (ShardingDataSource first = instances.open(2)) {
            assertThatThrownBy(
                            () -> first.reconfigure(instances.configuration(2, "- !BROADCAST\n  tables: [t_order]\n")))
                    .hasMessageContaining("SHD-3001");
            assertThat(first.governance().version()).isEqualTo(1);
            assertThat(first.governance().instances())
                    .extracting(InstanceState::rulesVersion)
                    .containsExactly(1L);
        }
    }

    @Test
    void anInstanceThatCannotTakeAChangeIsNamedAndTheChangeRolledBack() throws SQLException {
        GovernedInstances instances = inMemory("named", "");
        String more = "props:\n  sql-show: $${SHOW}\n";
        try (ShardingDataSource second = instances.open(2);
                ShardingDataSource first = ShardingDataSourceFactory.create(
                        new GovernedInstances("named", mode("jdbc:h2:mem:named_registry", "sa", "", ""))
                                .with("SHOW", "true")
                                .configuration(2, ""))) {
            String unable = second.governance().instanceId();
            GovernedInstances able = new GovernedInstances("named", mode("jdbc:h2:mem:named_registry", "sa", "", ""))
                    .with("SHOW", "true");
            assertThatThrownBy(() -> first.reconfigure(
                            able.configuration(3, more),
                            ReconfigureOptions.builder()
                                    .awaitInstances(Duration.ofSeconds(90))
                                    .rollBack()
                                    .build()))
                    .hasMessageContaining("SHD-7010")
                    .hasMessageContaining(unable)
                    .hasMessageContaining("property 'SHOW' is not set")
                    .hasMessageContaining("version 3 is what was before");
            assertThat(first.dataNodes("t_order")).hasSize(4);
            assertThat(Governed.until(() -> Governed.version(second) == 3)).isTrue();
            assertThat(second.dataNodes("t_order")).hasSize(4);
        }
    }

    @Test
    void dataSourcesAndTheCircuitAreSwitchedForAllInstances() throws SQLException {
        GovernedInstances instances = inMemory("switched", "");
        try (ShardingDataSource first = instances.open(1);
                ShardingDataSource second = instances.open(1)) {
            Governed.execute(first, "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT)");
            first.governance().disable("ds_1");
            assertThat(Governed.until(() -> switches(second).disabled().contains("ds_1")))
                    .isTrue();
            Governed.execute(second, "INSERT INTO t_order (order_id, user_id) VALUES (1, 2)");
            assertThatThrownBy(() -> Governed.execute(second, "INSERT INTO t_order (order_id, user_id) VALUES (2, 1)"))
                    .hasMessageContaining("SHD-7011")
                    .hasMessageContaining("ds_1");
            second.reconfigure(instances.configuration(1, "props:\n  sql-simple: true\n"), ALL);
            assertThatThrownBy(() -> Governed.number(first, "SELECT COUNT(*) FROM t_order"))
                    .hasMessageContaining("SHD-7011");

            second.governance().breakCircuit();
            assertThat(Governed.until(() -> switches(first).circuitBroken())).isTrue();
            assertThatThrownBy(() -> Governed.number(first, "SELECT COUNT(*) FROM t_order WHERE user_id = 2"))
                    .hasMessageContaining("SHD-7012");

            first.governance().closeCircuit();
            first.governance().enable("ds_1");
            assertThat(Governed.until(() -> switches(first).equals(Switches.NONE)
                            && switches(second).equals(Switches.NONE)))
                    .isTrue();
            assertThat(Governed.number(first, "SELECT COUNT(*) FROM t_order")).isEqualTo(1);
        }
    }

    /** As when it was restored from an old backup. */
    @Test
    void aRegistryThatWasSetBackIsNamed() throws SQLException {
        GovernedInstances instances = inMemory("set_back", "");
        try (ShardingDataSource first = instances.open(1)) {
            first.reconfigure(instances.configuration(2, ""));
            first.reconfigure(instances.configuration(3, ""));
            try (Connection registry = DriverManager.getConnection("jdbc:h2:mem:set_back_registry", "sa", "");
                    Statement statement = registry.createStatement()) {
                assertThat(
                                statement.executeUpdate(
                                        "UPDATE sharding_jdbc_registry SET entry_version = 1 WHERE entry_key LIKE '%configuration'"))
                        .isOne();
            }
            assertThat(Governed.until(() -> problem(first).contains("set back to version 1")))
                    .isTrue();
            assertThat(first.dataNodes("t_order")).hasSize(6);
            try (ShardingDataSource second = instances.open(3)) {
                assertThat(second.governance().version()).isEqualTo(1);
                second.reconfigure(instances.configuration(4, ""));
            }
        }
    }

    private static String problem(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().instances().get(0).problem();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** And the primary answers where no replica is left. */
    @Test
    void aReplicaThatIsSwitchedOffIsNotChosen() throws SQLException {
        GovernedInstances instances = inMemory("switched_replica", "");
        String more = """
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    ds: {writeDataSourceName: ds_0, readDataSourceNames: [ds_1]}
                - !SINGLE
                  tables: ['*.*']
                """;
        try (ShardingDataSource first = ShardingDataSourceFactory.create(instances.replicated(more));
                ShardingDataSource second = ShardingDataSourceFactory.create(instances.replicated(more))) {
            assertThat(answering(first)).isEqualTo(1);
            second.governance().disable("ds_1");
            assertThat(Governed.until(() -> switches(first).disabled().contains("ds_1")))
                    .isTrue();
            assertThat(Governed.until(() -> answering(first) == 0)).isTrue();
            first.reconfigure(instances.replicated(more + "props:\n  sql-simple: true\n"), ALL);
            assertThat(answering(first)).isZero();
            assertThat(answering(second)).isZero();
            second.governance().enable("ds_1");
            assertThat(Governed.until(() -> answering(first) == 1)).isTrue();
        }
    }

    private static long answering(ShardingDataSource dataSource) {
        try {
            return Governed.number(dataSource, "SELECT id FROM t_where");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Switches switches(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().switches();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aKeySaysWhatCountsWhenTheLocalDocumentDiffers() throws SQLException {
        GovernedInstances remote = inMemory("differs", "");
        GovernedInstances fail = inMemory("differs", "  whenDifferent: fail\n");
        GovernedInstances local = inMemory("differs", "  whenDifferent: local-wins\n");
        try (ShardingDataSource first = remote.open(2)) {
            assertThatThrownBy(() -> fail.open(3))
                    .hasMessageContaining("SHD-7005")
                    .hasMessageContaining("rules.!SHARDING.tables.t_order.actualDataNodes is "
                            + "ds_${0..1}.t_order_${0..2} locally and ds_${0..1}.t_order_${0..1} in the registry");
            fail.open(2).close();
            try (ShardingDataSource second = remote.open(3)) {
                assertThat(second.dataNodes("t_order")).hasSize(4);
            }
            assertThat(first.governance().version()).isEqualTo(1);
            try (ShardingDataSource third = local.open(3)) {
                assertThat(third.governance().version()).isEqualTo(2);
                assertThat(third.dataNodes("t_order")).hasSize(6);
                assertThat(Governed.until(() -> Governed.version(first) == 2)).isTrue();
                assertThat(first.dataNodes("t_order")).hasSize(6);
            }
        }
    }

    @Test
    void secretsAreNotStoredInPlainText() throws SQLException {
        String url = "jdbc:h2:mem:secrets_registry;DB_CLOSE_DELAY=-1";
        GovernedInstances plain = inMemory("secrets", "");
        String secret =
                "    mask: {type: INLINE, props: {algorithm-expression: t_order_0, aes-key-value: opensesame}}\n";
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(plain.configuration(1, secret)))
                .hasMessageContaining("SHD-7006")
                .hasMessageContaining("rules.!SHARDING.shardingAlgorithms.mask.props.aes-key-value");
        String key = Base64.getEncoder().encodeToString(new byte[32]);
        GovernedInstances sealed = inMemory("secrets", "  secretKey: " + key + "\n");
        try (ShardingDataSource first = sealed.open(1);
                ShardingDataSource second = sealed.open(1)) {
            first.reconfigure(sealed.configuration(1, "# opensesame\n"), ALL);
            assertThat(second.governance().version()).isEqualTo(2);
            assertThat(stored(url)).hasSize(1).allMatch(text -> text.startsWith("aes-gcm"));
            assertThatThrownBy(() -> plain.open(1)).hasMessageContaining("SHD-7007");
        }
    }

    private static List<String> stored(String url) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, "sa", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT entry_value FROM sharding_jdbc_registry WHERE entry_key = 'sharding/configuration'")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    @Test
    void aRegistryThatIsAwayStopsNothingButChanges(@TempDir Path folder) throws SQLException {
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        String copy = "  whenAway: go-on\n  localCopy: '" + folder.resolve("copy.yaml") + "'\n";
        GovernedInstances instances = new GovernedInstances("away", mode(server, "governance_away", copy));
        try (ShardingDataSource first = instances.open(1)) {
            Governed.execute(first, "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT)");
            first.reconfigure(instances.configuration(1, "props:\n  sql-simple: true\n"));
            server.kill();
            Governed.execute(first, "INSERT INTO t_order (order_id, user_id) VALUES (1, 1)");
            assertThatThrownBy(() -> first.reconfigure(instances.configuration(2, "")))
                    .hasMessageContaining("SHD-7003");
            assertThat(first.dataNodes("t_order")).hasSize(2);
            try (ShardingDataSource second = instances.open(1)) {
                assertThat(second.governance().version()).isEqualTo(2);
                assertThat(Governed.number(second, "SELECT COUNT(*) FROM t_order"))
                        .isEqualTo(1);
                server.restart();
                assertThat(Governed.until(() -> Governed.connected(first) && Governed.connected(second)))
                        .isTrue();
                first.reconfigure(instances.configuration(3, ""), ALL);
                assertThat(Governed.until(() -> Governed.version(second) == 3)).isTrue();
                assertThat(second.dataNodes("t_order")).hasSize(6);
            }
        } finally {
            server.end();
        }
    }

    /** Others may take it for dead then, and change the configuration without it. */
    @Test
    void whoIsOutOfTouchTakesNoStatements() throws SQLException {
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        String lives = "      timeToLiveSeconds: 3\n";
        GovernedInstances refusing = new GovernedInstances("refusing", mode(server, "out_of_touch", "") + lives);
        GovernedInstances going =
                new GovernedInstances("going", mode(server, "out_of_touch_too", "  whenAway: go-on\n") + lives);
        try (ShardingDataSource first = refusing.open(1);
                ShardingDataSource second = going.open(1)) {
            Governed.execute(first, "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT)");
            Governed.execute(second, "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT)");
            try (Connection connection = first.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("BEGIN");
                statement.execute("INSERT INTO t_order (order_id, user_id) VALUES (1, 1)");
                server.kill();
                assertThat(Governed.until(() -> refuses(first, "SHD-7013"))).isTrue();
                assertThatThrownBy(() -> statement.execute("COMMIT")).hasMessageContaining("SHD-7014");
                statement.execute("ROLLBACK");
            }
            Governed.execute(second, "INSERT INTO t_order (order_id, user_id) VALUES (2, 2)");
            assertThat(Governed.number(second, "SELECT COUNT(*) FROM t_order")).isEqualTo(1);
            server.restart();
            assertThat(Governed.until(() -> !refuses(first, ""))).isTrue();
            assertThat(Governed.number(first, "SELECT COUNT(*) FROM t_order")).isZero();
        } finally {
            server.end();
        }
    }

    private static boolean refuses(ShardingDataSource dataSource, String code) {
        try {
            Governed.number(dataSource, "SELECT COUNT(*) FROM t_order");
            return false;
        } catch (SQLException e) {
            return e.getMessage().startsWith(code);
        }
    }

    /** A transaction that wrote by the rules of before, and is not over, is waited for. */
    @Test
    void aChangeWaitsForTransactionsThatWroteBefore() throws Exception {
        GovernedInstances instances = inMemory("waited_for", "");
        try (ShardingDataSource first = instances.open(1);
                ShardingDataSource second = instances.open(1)) {
            ShardingConfiguration next = instances.configuration(1, "props:\n  sql-simple: true\n");
            Governed.execute(first, "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT)");
            try (Connection connection = second.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("INSERT INTO t_order (order_id, user_id) VALUES (1, 1)");
                assertThatThrownBy(() -> first.reconfigure(
                                next,
                                ReconfigureOptions.builder()
                                        .awaitInstances(Duration.ofSeconds(2))
                                        .rollBack()
                                        .build()))
                        .hasMessageContaining("SHD-7010")
                        .hasMessageContaining(second.governance().instanceId())
                        .hasMessageContaining("statements or transactions that began on version 1 are not over");
                connection.commit();
            }
            first.reconfigure(next, ALL);
            assertThat(Governed.number(second, "SELECT COUNT(*) FROM t_order")).isEqualTo(1);
        }
    }

    @Test
    void standaloneKeepsItsConfigurationInADatabase(@TempDir Path folder) throws SQLException {
        String file = "jdbc:h2:file:" + folder.resolve("registry");
        GovernedInstances instances = new GovernedInstances(
                "standalone", mode(file, "sa", "", "").replace("type: Cluster", "type: Standalone"));
        try (ShardingDataSource first = instances.open(2)) {
            first.reconfigure(instances.configuration(3, ""));
        }
        try (ShardingDataSource again = instances.open(2)) {
            assertThat(again.governance().version()).isEqualTo(2);
            assertThat(again.dataNodes("t_order")).hasSize(6);
        }
    }
}
