package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;

/** How many may be there, and for how long they may do nothing. */
class LimitsTest {
    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_limits");
        servers.fixture()
                .onSharded(
                        "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT, amount INT)",
                        "INSERT INTO t_order VALUES (1, 1, 10), (2, 2, 20)");
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    private static ProxyOptions options() {
        return ProxyOptions.onPort(0).user("a", "a").user("b", "b");
    }

    private static void assertRefused(ThrowingCallable what, String state, String message) {
        assertThatThrownBy(what)
                .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(state))
                .satisfies(e -> assertThat(e.getMessage()).contains(message));
    }

    private static void await(BooleanSupplier what) throws InterruptedException {
        for (int i = 0; i < 1000 && !what.getAsBoolean(); i++) {
            Thread.sleep(10);
        }
        assertThat(what.getAsBoolean()).isTrue();
    }

    @Test
    void usersHaveSoManyClients() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options().clientsOfUser(2))) {
            List<Connection> open = new ArrayList<>();
            open.add(Clients.connect(proxy, "a", "a"));
            open.add(Clients.connect(proxy, "a", "a"));
            assertRefused(() -> Clients.connect(proxy, "a", "a"), "53300", "too many connections for role \"a\"");
            open.add(Clients.connect(proxy, "b", "b"));
            open.remove(0).close();
            await(() -> proxy.clients() == 2);
            open.add(Clients.connect(proxy, "a", "a"));
            assertRefused(() -> Clients.connect(proxy, "a", "a"), "53300", "role \"a\"");
            for (Connection each : open) {
                each.close();
            }
        }
    }

    @Test
    void addressesHaveSoManyClients() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options().clientsOfAddress(1))) {
            try (Connection first = Clients.connect(proxy, "a", "a")) {
                assertRefused(() -> Clients.connect(proxy, "b", "b"), "53300", "from this address");
                assertThat(Clients.value(first, "SELECT 1")).isEqualTo("1");
            }
            await(() -> proxy.clients() == 0);
            Clients.connect(proxy, "b", "b").close();
        }
    }

    @Test
    void wrongPasswordsTakeNoPlace() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(
                servers, options().clientsOfUser(1).clientsOfAddress(1).clients(1))) {
            for (int i = 0; i < 5; i++) {
                assertRefused(() -> Clients.connect(proxy, "a", "wrong"), "28P01", "password");
            }
            try (Connection connection = Clients.connect(proxy, "a", "a")) {
                assertThat(Clients.value(connection, "SELECT 1")).isEqualTo("1");
                assertRefused(() -> Clients.connect(proxy, "b", "b"), "53300", "too many clients already");
            }
        }
    }

    @Test
    void idleSessionsEnd() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options().idleTime(Duration.ofMillis(300)))) {
            Connection idle = Clients.connect(proxy, "a", "a");
            try (Connection busy = Clients.connect(proxy, "b", "b");
                    Connection inTransaction = Clients.connect(proxy, "b", "b")) {
                inTransaction.setAutoCommit(false);
                Clients.execute(inTransaction, "UPDATE t_order SET amount = 11 WHERE user_id = 1");
                // whose statement takes longer than anybody may be idle
                Clients.value(busy, "SELECT pg_sleep(1) FROM t_order WHERE user_id = 1");
                await(() -> proxy.clients() == 2);
                assertRefused(() -> Clients.value(idle, "SELECT 1"), "57P05", "idle-session timeout");
                assertThat(Clients.value(inTransaction, "SELECT amount FROM t_order WHERE user_id = 1"))
                        .isEqualTo("11");
                inTransaction.rollback();
            }
        }
    }

    @Test
    void idleTransactionsEndAndLeaveNoLock() throws Exception {
        try (ShardingProxy proxy = Clients.proxy(servers, options().idleTransactionTime(Duration.ofMillis(300)))) {
            Connection idle = Clients.connect(proxy, "a", "a");
            idle.setAutoCommit(false);
            Clients.execute(idle, "UPDATE t_order SET amount = 12 WHERE user_id = 1");
            try (Connection other = Clients.connect(proxy, "b", "b")) {
                // waits for the lock of the one that is dismissed
                Clients.execute(other, "UPDATE t_order SET amount = amount + 1 WHERE user_id = 1");
                assertThat(Clients.value(other, "SELECT amount FROM t_order WHERE user_id = 1"))
                        .isEqualTo("11");
                Clients.execute(other, "UPDATE t_order SET amount = 10 WHERE user_id = 1");
                Thread.sleep(600);
                assertThat(Clients.value(other, "SELECT 1")).isEqualTo("1");
            }
            assertRefused(() -> Clients.value(idle, "SELECT 1"), "25P03", "idle-in-transaction timeout");
        }
    }
}
