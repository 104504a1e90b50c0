package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.answering;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.await;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.awaitExecuted;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.awaitSeen;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.execute;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.number;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** Promotions of real servers, which a group follows. */
class MovedPrimaryTest {
    private static final String TERMS = """
                  health: {probe-period-millis: 50}
                  read-your-writes: {until: replayed}
            """;

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void writesGoToThePromotedReplica(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 2)) {
            ReplicatedDataSource.prepare(servers);
            try (ShardingDataSource dataSource =
                            ReplicatedDataSource.open(servers, TERMS + "      failover: follow\n");
                    ShardingDataSource staying = ReplicatedDataSource.open(servers, TERMS);
                    Connection open = dataSource.getConnection()) {
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 1)");
                execute(staying, "UPDATE t SET amount = 2");
                servers.standby(0).awaitAllOf(servers.primary());
                servers.standby(1).awaitAllOf(servers.primary());
                open.setAutoCommit(false);
                run(open, "UPDATE t SET amount = 50");
                awaitSeen(dataSource, "r_0");

                servers.primary().kill();
                assertThatThrownBy(() -> execute(dataSource, "UPDATE t SET amount = 3"))
                        .isInstanceOf(SQLException.class);
                servers.standby(0).promote();
                awaitExecuted(dataSource, "UPDATE t SET amount = 4");
                assertThat(number(dataSource, "SELECT amount FROM t")).isEqualTo(4);

                assertThatThrownBy(() -> run(open, "UPDATE t SET amount = 60")).isInstanceOf(SQLException.class);
                rollback(open);
                open.setAutoCommit(true);
                run(open, "UPDATE t SET amount = amount + 1");
                assertThat(number(open, "SELECT amount FROM t")).isEqualTo(5);
                // a table of which nothing was asked while the old primary was there
                execute(dataSource, "CREATE TABLE later (id INT PRIMARY KEY)");
                execute(dataSource, "INSERT INTO later (id) VALUES (1)");
                assertThat(number(dataSource, "SELECT COUNT(*) FROM later")).isEqualTo(1);
                assertThatThrownBy(() -> execute(staying, "UPDATE t SET amount = 7"))
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    /** What they have has the same numbers as what the new primary wrote, and is something else. */
    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void replicasOfTheOldPrimaryRestUntilTheyFollowTheNewOne(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 3)) {
            ReplicatedDataSource.prepare(servers);
            ReplicatedServer stray = servers.standby(1);
            ReplicatedServer loyal = servers.standby(2);
            try (ShardingDataSource dataSource =
                    ReplicatedDataSource.open(servers, TERMS + "      failover: follow\n")) {
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 1)");
                for (ReplicatedServer each : List.of(servers.standby(0), stray, loyal)) {
                    each.awaitAllOf(servers.primary());
                }
                awaitSeen(dataSource, "r_0");
                loyal.stopFollowing();
                servers.primary().kill();
                servers.standby(0).promote();
                awaitExecuted(dataSource, "UPDATE t SET amount = 2");
                loyal.follow(servers.standby(0));

                servers.primary().restart();
                for (int i = 0; i < 50; i++) {
                    direct(servers.primary(), "UPDATE t SET amount = " + -i);
                }
                stray.awaitAllOf(servers.primary());
                await(() -> answering(dataSource).equals("r_2"));
                for (int i = 3; i < 40; i++) {
                    execute(dataSource, "UPDATE t SET amount = " + i);
                    assertThat(answering(dataSource)).isIn("r_0", "r_2");
                }
                assertThat(number(dataSource, "SELECT amount FROM t")).isPositive();
            }
        }
    }

    /** As an agent beside each server would: 200 for the one that it holds for the primary, 503 for others. */
    private static HttpServer agents(AtomicReference<String> primary) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean is = exchange.getRequestURI().getPath().equals("/" + primary.get());
            exchange.sendResponseHeaders(is ? 200 : 503, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** Both take writes, as when the old primary is cut off from those who chose another one. */
    @Test
    void whoIsThePrimaryIsSaidBySomebodyElse() throws Exception {
        AtomicReference<String> primary = new AtomicReference<>("primary");
        HttpServer agents = agents(primary);
        String at = "http://127.0.0.1:" + agents.getAddress().getPort() + "/";
        String check = "      failover: follow\n      primary-check: {type: HTTP, props: {primary: '" + at
                + "primary', r_0: '" + at + "r_0', r_1: '" + at + "r_1'}}\n";
        try (ReplicatedServers servers = ReplicatedServers.start(DatabaseKind.POSTGRESQL, 2)) {
            ReplicatedDataSource.prepare(servers);
            try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, TERMS + check)) {
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 1)");
                servers.standby(0).awaitAllOf(servers.primary());
                servers.standby(0).promote();
                for (int i = 0; i < 20; i++) {
                    execute(dataSource, "UPDATE t SET amount = amount + 1");
                    TimeUnit.MILLISECONDS.sleep(10);
                }
                assertThat(number(dataSource, "SELECT amount FROM t FOR UPDATE"))
                        .isEqualTo(21);
                primary.set("r_0");
                await(() -> answersForUpdate(dataSource, 1));
                execute(dataSource, "UPDATE t SET amount = 100");
                // nobody saw how it came to be the primary
                try (ShardingDataSource later = ReplicatedDataSource.open(servers, TERMS + check)) {
                    await(() -> answersForUpdate(later, 100));
                }
                primary.set("primary");
                await(() -> answersForUpdate(dataSource, 21));
            }
        } finally {
            agents.stop(0);
        }
    }

    private static boolean answersForUpdate(ShardingDataSource dataSource, int amount) {
        try {
            return number(dataSource, "SELECT amount FROM t FOR UPDATE") == amount;
        } catch (SQLException e) {
            return false;
        }
    }

    @Test
    void aCheckOfPrimariesThatCannotWorkIsToldAtOnce() {
        assertThatThrownBy(() -> ReplicatedDataSource.parse("      primary-check: {type: HTTP, prop: {}}\n"))
                .hasMessageContaining("prop");
        assertThatThrownBy(() -> opened("HTTP", "primary: 'http://h:1/', r_0: 'ftp://h/x'"))
                .hasMessageContaining("r_0")
                .hasMessageContaining("http://")
                .hasMessageContaining("ftp://h/x");
        assertThatThrownBy(() -> opened("HTTP", "primary: 'http://h:1/'")).hasMessageContaining("r_0");
        assertThatThrownBy(() -> opened("PATRONI", "x: y"))
                .hasMessageContaining("PATRONI")
                .hasMessageContaining("HTTP");
    }

    private static ShardingDataSource opened(String type, String props) throws SQLException {
        String yaml = """
                dataSources:
                  primary: {jdbcUrl: 'jdbc:h2:mem:checked_primary'}
                  r_0: {jdbcUrl: 'jdbc:h2:mem:checked_r_0'}
                rules:
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    ds:
                      writeDataSourceName: primary
                      readDataSourceNames: [r_0]
                      primary-check: {type: %s, props: {%s}}
                """.formatted(type, props);
        return ShardingDataSourceFactory.create(YamlConfigurations.parse(yaml, "checked", PlaceholderType.NONE));
    }

    private static void direct(ReplicatedServer server, String sql) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(server.jdbcUrl("app"), server.user(), server.password())) {
            run(connection, sql);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // its branch was on the server that is no more
        }
    }
}
