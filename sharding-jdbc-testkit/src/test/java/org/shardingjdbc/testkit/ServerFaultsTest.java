package org.shardingjdbc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.fault.TcpProxy;

/** Servers that die and come back, and networks that fail. */
class ServerFaultsTest {
    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aKilledServerComesBackOnItsPortWithItsData(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.own(kind);
        try {
            String url = server.createDatabase("mortal");
            run(server, url, "CREATE TABLE t (id INT PRIMARY KEY)");
            try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
                server.kill();
                assertThat(connection.isValid(5)).isFalse();
            }
            assertThatThrownBy(() -> run(server, url, "SELECT 1")).isInstanceOf(SQLException.class);
            server.restart();
            run(server, url, "INSERT INTO t VALUES (1)");
            server.kill();
            server.restart();
            run(server, url, "SELECT id FROM t");
        } finally {
            server.end();
        }
    }

    @Test
    void aCutConnectionIsLostAndAStalledOneWaits() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String direct = server.createDatabase("proxied");
        try (TcpProxy proxy = TcpProxy.to(direct)) {
            String url = proxy.url(direct);
            run(server, url, "SELECT 1");
            try (Connection connection = DriverManager.getConnection(url, server.user(), server.password())) {
                assertThat(connection.isValid(5)).isTrue();
                proxy.cut();
                assertThat(connection.isValid(5)).isFalse();
            }
            proxy.down();
            assertThatThrownBy(() -> run(server, url, "SELECT 1")).isInstanceOf(SQLException.class);
            proxy.restore();
            proxy.stall();
            CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> runUnchecked(server, url));
            assertThatThrownBy(() -> waits.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            proxy.restore();
            waits.get(60, TimeUnit.SECONDS);
        }
    }

    private static void run(TestServer server, String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void runUnchecked(TestServer server, String url) {
        try {
            run(server, url, "SELECT 1");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
