package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.jdbc.internal.running.StartLine;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** What is done at the start, and what is put off until it is needed. */
class StartTest {
    private static final ShardingRuleConfiguration RULE = ShardingRuleConfiguration.builder()
            .table(new ShardedTableConfiguration("t_order", "ds_0.t_order_0"))
            .build();
    private static final String DEAD = "jdbc:h2:tcp://localhost:1/none";

    @Test
    void lazyDataSourceConnectsWhenAStatementNeedsIt() throws Exception {
        try (Connection database = DriverManager.getConnection(h2("start_lazy"), "sa", "");
                Statement definition = database.createStatement();
                ShardingDataSource lazy = open(h2("start_lazy"), DEAD, "lazy-data-sources: true");
                Connection connection = lazy.getConnection();
                Statement statement = connection.createStatement()) {
            definition.execute("CREATE TABLE t_order_0 (id INT)");

            assertThat(statement.executeUpdate("INSERT INTO t_order (id) VALUES (1)"))
                    .isEqualTo(1);
            assertThatThrownBy(() -> statement.executeQuery("/* SHARDING_HINT: DATA_SOURCE_NAME=ds_1 */ SELECT 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("ds_1");
        }
    }

    @Test
    void tablesWithoutAStrategyAreToldOf() {
        Rules rules = Deployer.compile(
                ShardingConfiguration.builder()
                        .dataSource("ds_0", TestServer.of(DatabaseKind.H2).dataSource("start_none"))
                        .rule(ShardingRuleConfiguration.builder()
                                .table(new ShardedTableConfiguration("t_none", "ds_0.t_none_${0..3}"))
                                .table(new ShardedTableConfiguration("t_one", "ds_0.t_one_0"))
                                .build())
                        .build(),
                KeyGenerators.load(() -> 0));
        assertThat(StartLine.warnings(rules))
                .singleElement()
                .asString()
                .startsWith("Table t_none has 4 data nodes and no strategy")
                .contains("SHD-4107");
    }

    @Test
    void otherDataSourcesConnectAtTheStart() {
        assertThatThrownBy(() -> open(h2("start_eager"), DEAD, "lazy-data-sources: false"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ds_1");
    }

    @Test
    void mistakeThatNeedsNoDatabaseIsFoundAtTheStart() {
        assertThatThrownBy(() -> create("""
                        dataSources:
                          ds_0:
                            jdbcUrl: %s
                            driverClassName: org.example.NoDriver
                        rules: []
                        props:
                          lazy-data-sources: true
                        """.formatted(DEAD)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("ds_0")
                .hasMessageContaining("org.example.NoDriver");
    }

    @Test
    void aUrlThatNoDriverTakesIsToldWithoutItsPassword() {
        assertThatThrownBy(() -> create("""
                        dataSources:
                          ds_0:
                            jdbcUrl: jdbc:none://me:hidden@host/a?password=hidden
                        rules: []
                        """))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("SHD-3107")
                .hasMessageContaining("jdbc:none:")
                .satisfies(e -> {
                    StringWriter trace = new StringWriter();
                    e.printStackTrace(new PrintWriter(trace));
                    assertThat(trace.toString()).doesNotContain("hidden");
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void firstConnectionOfALazyDataSourceIsLookedAt(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String yaml = """
                dataSources:
                  ds_0:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                    connectionInitSql: "SET SESSION sql_mode = 'ANSI_QUOTES'"
                    maximumPoolSize: 1
                rules: []
                props:
                  lazy-data-sources: true
                """.formatted(server.createDatabase("start"), server.user(), server.password());
        try (ShardingDataSource lazy = create(yaml);
                Connection connection = lazy.getConnection();
                Statement statement = connection.createStatement()) {
            // The second one shows that the first gave the only connection back.
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-3104: Data source ds_0 opens its connections with sql_mode = ");
            }
        }
    }

    @Test
    void warmUpPlansWhatItCan() throws Exception {
        try (Connection database = DriverManager.getConnection(h2("start_warm"), "sa", "");
                Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE t_order_0 (id INT, first VARCHAR(5))");
            AtomicInteger connections = new AtomicInteger();
            HikariDataSource source = new HikariDataSource() {
                @Override
                public Connection getConnection() throws SQLException {
                    connections.incrementAndGet();
                    return super.getConnection();
                }
            };
            source.setJdbcUrl(h2("start_warm"));
            source.setUsername("sa");
            source.setPassword("");
            String sql = "INSERT INTO t_order VALUES (1, 'a')";
            try (ShardingDataSource warm = ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                    .dataSource("ds_0", source)
                    .rule(RULE)
                    .prop(PropKey.WARM_UP, "SELEC; " + sql)
                    .build())) {
                awaitWarmUp();
                int afterwards = connections.get();
                assertThat(warm.explain(sql).units()).hasSize(1);
                assertThat(afterwards).as("the metadata was read").isGreaterThan(1);
                assertThat(connections).as("it was read before").hasValue(afterwards);
            } finally {
                source.close();
            }
        }
    }

    @Test
    void warmUpScriptMayBeAFile(@TempDir Path folder) throws Exception {
        Path script = Files.writeString(folder.resolve("warm.sql"), "SELECT ';' FROM t_order;\nSELECT 2;;");
        try (ShardingDataSource warm = open(h2("start_file_0"), h2("start_file_1"), "warm-up: file:" + script)) {
            awaitWarmUp();
            assertThat(warm.isClosed()).isFalse();
        }
        assertThatThrownBy(() -> open(h2("start_file_0"), h2("start_file_1"), "warm-up: classpath:none.sql"))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-3105: The script of the prop warm-up, classpath:none.sql, cannot be read");
    }

    private static void awaitWarmUp() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().endsWith("-warm-up")) {
                thread.join(30_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    private static String h2(String name) {
        return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
    }

    private static ShardingDataSource open(String first, String second, String prop) throws Exception {
        return create("""
                dataSources:
                  ds_0:
                    jdbcUrl: %s
                    username: sa
                    password: ""
                  ds_1:
                    jdbcUrl: %s
                    username: sa
                    password: ""
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_0.t_order_0
                props:
                  %s
                """.formatted(first, second, prop));
    }

    private static ShardingDataSource create(String yaml) throws Exception {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
