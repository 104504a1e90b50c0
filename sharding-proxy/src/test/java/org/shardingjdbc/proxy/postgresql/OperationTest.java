package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.proxy.observe.ProxySession;
import org.shardingjdbc.proxy.observe.ProxySession.State;
import org.shardingjdbc.proxy.observe.ProxyStatistics;

/** How a proxy is watched. */
class OperationTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_operation");
        servers.fixture().onSharded("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT, amount INT)");
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    private static ProxyOptions options() {
        return ProxyOptions.onPort(0).user("a", "a").user("b", "b").health(0);
    }

    private static HttpResponse<String> get(ShardingProxy proxy, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + proxy.healthPort() + path))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void await(BooleanSupplier what) throws InterruptedException {
        for (int i = 0; i < 1000 && !what.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(what.getAsBoolean()).isTrue();
    }

    @Test
    void healthIsToldOverHttp() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options())) {
            assertThat(get(proxy, "/health/live").statusCode()).isEqualTo(200);
            assertThat(get(proxy, "/health/ready").body()).isEqualTo("ready\n");
            assertThat(get(proxy, "/health/ready").statusCode()).isEqualTo(200);
            assertThat(get(proxy, "/metrics").statusCode()).isEqualTo(404);
            assertThat(get(proxy, "/").statusCode()).isEqualTo(404);
            HttpRequest post = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + proxy.healthPort() + "/health/live"))
                    .POST(HttpRequest.BodyPublishers.ofString("x"))
                    .build();
            assertThat(HTTP.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(405);
        }
    }

    @Test
    void metricsAreThoseOfTheApplication() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options().metrics(() -> "sharding_units_total 7.0\n"))) {
            HttpResponse<String> answer = get(proxy, "/metrics");
            assertThat(answer.body()).isEqualTo("sharding_units_total 7.0\n");
            assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/plain; version=");
        }
    }

    @Test
    void aProxyWhoseDatabasesDoNotAnswerIsNotReady() throws Exception {
        ShardingDataSource closed = servers.fixture().another();
        try (ShardingProxy proxy = Clients.proxy(closed, options())) {
            closed.close();
            HttpResponse<String> answer = get(proxy, "/health/ready");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("no data source of logic answers\n");
            assertThat(get(proxy, "/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aProxyThatWaitsForTransactionsIsNotReady() throws Exception {
        ShardingProxy proxy = Clients.proxy(servers, options().patience(Duration.ofSeconds(60)));
        CompletableFuture<Void> closing;
        try (Connection connection = Clients.connect(proxy, "a", "a")) {
            connection.setAutoCommit(false);
            Clients.execute(connection, "INSERT INTO t_order VALUES (1, 1, 1)");
            closing = CompletableFuture.runAsync(proxy::close);
            await(() -> proxy.statistics().draining());
            HttpResponse<String> answer = get(proxy, "/health/ready");
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("draining\n");
            assertThat(get(proxy, "/health/live").statusCode()).isEqualTo(200);
            assertThat(closing).isNotDone();
            connection.rollback();
        }
        closing.join();
        assertThatThrownBy(() -> get(proxy, "/health/live")).isInstanceOf(IOException.class);
    }

    @Test
    void aPortThatIsTakenEndsTheStart() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options())) {
            assertThatThrownBy(() -> Clients.proxy(servers, options().health(proxy.healthPort())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot tell its health");
        }
    }

    @Test
    void sessionsAndCountsAreSeen() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options());
                Connection connection = Clients.connect(proxy, "a", "a");
                Connection other = Clients.connect(proxy, "b", "b")) {
            ProxyStatistics statistics = proxy.statistics();
            assertThatThrownBy(() -> Clients.connect(proxy, "a", "wrong")).isInstanceOf(SQLException.class);
            await(() -> statistics.clients() == 2);
            assertThat(statistics.connections()).isEqualTo(3);
            assertThat(statistics.refusedLogins()).isEqualTo(1);
            assertThat(statistics.sentBytes()).isGreaterThan(500);
            assertThat(statistics.receivedBytes()).isGreaterThan(300);

            long before = statistics.statements();
            String sleeping = "SELECT pg_sleep(60) FROM (SELECT 1) AS one";
            CompletableFuture<Void> running = CompletableFuture.runAsync(() -> {
                try {
                    Clients.value(connection, sleeping);
                } catch (SQLException e) {
                    assertThat(e.getSQLState()).isEqualTo("57014");
                }
            });
            await(() -> sleeping.equals(session(statistics, "a").statement()));
            assertThat(session(statistics, "a").state()).isEqualTo(State.ACTIVE);
            assertThat(session(statistics, "a").database()).isEqualTo("logic");
            assertThat(session(statistics, "a").address()).startsWith("127.0.0.1:");
            assertThat(statistics.statements()).isEqualTo(before + 1);

            other.setAutoCommit(false);
            Clients.value(other, "SELECT 1");
            await(() -> session(statistics, "b").state() == State.IDLE_IN_TRANSACTION);
            other.rollback();
            await(() -> session(statistics, "b").state() == State.IDLE);

            try (var canceller = Clients.connect(proxy, "b", "b")) {
                assertThat(canceller.isValid(5)).isTrue();
            }
            await(() -> {
                try {
                    connection.unwrap(org.postgresql.PGConnection.class).cancelQuery();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
                return running.isDone();
            });
            running.join();
            await(() -> session(statistics, "a").state() == State.IDLE);
        }
    }

    private static ProxySession session(ProxyStatistics statistics, String user) {
        return statistics.sessions().stream()
                .filter(each -> each.user().equals(user))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void consolesSeeTheSame() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName name;
        try (ShardingProxy proxy = Clients.proxy(servers, options().jmx());
                Connection connection = Clients.connect(proxy, "a", "a")) {
            Clients.value(connection, "SELECT 1");
            name = new ObjectName("org.shardingjdbc:type=ShardingProxy,port=" + proxy.port());
            assertThat(beans.getAttribute(name, "Clients")).isEqualTo(1);
            assertThat(beans.getAttribute(name, "Draining")).isEqualTo(false);
            TabularData[] sessions = (TabularData[]) beans.getAttribute(name, "Sessions");
            assertThat(sessions).hasSize(1);
            assertThat(sessions[0].get(new Object[] {"user"}).get("value")).isEqualTo("a");
            assertThat(sessions[0].get(new Object[] {"statement"}).get("value")).isEqualTo("SELECT 1");
        }
        assertThat(beans.isRegistered(name)).isFalse();
    }
}
