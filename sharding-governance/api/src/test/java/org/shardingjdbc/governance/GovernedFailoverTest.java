package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** A primary with real replication moves, under instances that share a registry. */
class GovernedFailoverTest {
    @TempDir
    private Path folder;

    private ShardingDataSource open(ReplicatedServers servers) throws SQLException {
        StringBuilder yaml = new StringBuilder("""
                mode:
                  type: Cluster
                  secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
                  repository:
                    type: JDBC
                    props: {jdbc_url: 'jdbc:h2:%s/registry;AUTO_SERVER=TRUE', username: sa, pollIntervalMilliseconds: 100}
                dataSources:
                """.formatted(folder));
        for (int i = 0; i < servers.all().size(); i++) {
            ReplicatedServer server = servers.all().get(i);
            yaml.append("  " + name(i) + ": {jdbcUrl: '" + server.jdbcUrl("app") + "', username: " + server.user()
                    + ", password: " + server.password() + "}\n");
        }
        yaml.append("""
                rules:
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    ds:
                      writeDataSourceName: primary
                      readDataSourceNames: [r_0, r_1]
                      failover: follow
                      health: {probe-period-millis: 200}
                      read-your-writes: {until: replayed}
                - !SINGLE
                  tables: ['*.*']
                """);
        return ShardingDataSourceFactory.create(
                YamlConfigurations.parse(yaml.toString(), "failover", PlaceholderType.NONE));
    }

    private static String name(int server) {
        return server == 0 ? "primary" : "r_" + (server - 1);
    }

    private static boolean runs(ShardingDataSource dataSource, String sql) {
        try {
            Governed.execute(dataSource, sql);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static void direct(ReplicatedServer server, String sql) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("app"), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void allInstancesWriteWhereTheElectedOneFoundThatItIsWritten(DatabaseKind kind) throws Exception {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 2)) {
            servers.primary().run("CREATE DATABASE app");
            servers.standby(0).awaitAllOf(servers.primary());
            servers.standby(1).awaitAllOf(servers.primary());
            List<ShardingDataSource> instances = new ArrayList<>();
            try {
                for (int i = 0; i < 3; i++) {
                    instances.add(open(servers));
                }
                ShardingDataSource first = instances.get(0);
                Governed.execute(first, "CREATE TABLE t (id INT PRIMARY KEY, amount INT)");
                Governed.execute(first, "INSERT INTO t (id, amount) VALUES (1, 0)");
                servers.standby(0).awaitAllOf(servers.primary());
                servers.standby(1).awaitAllOf(servers.primary());
                String elected = first.governance().instanceId();
                assertThat(Governed.until(() -> instances.stream()
                                .allMatch(each -> watcher(each).equals(elected))))
                        .isTrue();
                assertThat(Governed.until(() -> instances.stream().allMatch(GovernedFailoverTest::readsReplicas)))
                        .isTrue();

                servers.primary().kill();
                servers.standby(0).promote();
                long promoted = System.nanoTime();
                for (ShardingDataSource each : instances) {
                    assertThat(Governed.until(() -> runs(each, "UPDATE t SET amount = amount + 1")))
                            .isTrue();
                }
                System.out.printf(
                        "%s: all instances wrote %d ms after the promotion was asked for, looking each 200 ms%n",
                        kind.title(), TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - promoted));
                // the configured primary does not even answer
                instances.add(open(servers));
                // it comes back as it was, and takes writes
                servers.primary().restart();
                instances.add(open(servers));
                for (ShardingDataSource each : instances) {
                    Governed.execute(each, "UPDATE t SET amount = amount + 1");
                }
                for (ShardingDataSource each : instances) {
                    assertThat(Governed.number(each, "SELECT amount FROM t FOR UPDATE"))
                            .isEqualTo(8);
                }
                direct(servers.primary(), "UPDATE t SET amount = -1");
                first.close();
                assertThat(Governed.until(() -> instances.stream().skip(1).noneMatch(each -> watcher(each)
                                .equals(elected))))
                        .isTrue();
                for (ShardingDataSource each : instances.subList(1, instances.size())) {
                    Governed.execute(each, "UPDATE t SET amount = amount + 1");
                }
                assertThat(Governed.number(instances.get(1), "SELECT amount FROM t FOR UPDATE"))
                        .isEqualTo(12);
            } finally {
                instances.forEach(ShardingDataSource::close);
            }
        }
    }

    private static String watcher(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().watcher();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Then it has seen that they follow. */
    private static boolean readsReplicas(ShardingDataSource dataSource) {
        try (ShardingHint hint = ShardingHint.open()) {
            hint.seeWrites(dataSource.writesToken());
            return dataSource.explain("SELECT COUNT(*) FROM t").toString().contains(" for ds");
        } catch (SQLException e) {
            return false;
        }
    }
}
