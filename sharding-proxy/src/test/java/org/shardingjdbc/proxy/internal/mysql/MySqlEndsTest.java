package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What becomes of a transaction whose client is gone, killed or sent away while it is committed. */
@Timeout(120)
class MySqlEndsTest {
    private static final JdbcProbe PROBE = new JdbcProbe();

    private static Fixture<ShardingDataSource> fixture;

    private ShardingProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        fixture = Fixture.on(
                        TestServer.of(DatabaseKind.MARIADB).with("allowLocalInfile=false&tinyInt1isBit=false"),
                        "proxy_ends")
                .dataSources(2)
                .grid("t_order", "user_id", "order_id")
                .through(PROBE)
                .open(ShardingDataSourceFactory::create);
        fixture.onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, PRIMARY KEY (order_id, user_id))");
    }

    @AfterAll
    static void end() throws Exception {
        fixture.close();
    }

    @BeforeEach
    void open() throws Exception {
        PROBE.reset();
        fixture.onSharded("DELETE FROM t_order");
        proxy = ShardingProxy.start(
                fixture.sharded(), ProxyOptions.onPort(0).user("app", "").patience(Duration.ofMillis(200)));
    }

    private static int rows() throws Exception {
        int count = 0;
        for (int each = 0; each < 2; each++) {
            try (Connection connection = fixture.raw(each).getConnection();
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < 2; table++) {
                    try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order_" + table)) {
                        rows.next();
                        count += rows.getInt(1);
                    }
                }
            }
        }
        return count;
    }

    private RawClient client() throws Exception {
        RawClient client = new RawClient(proxy.port());
        assertThat(client.login("app", "", fixture.sharded().databaseName())).isZero();
        return client;
    }

    private static void execute(RawClient client, String sql) throws Exception {
        client.query(sql);
        assertThat(client.read()[0]).as(sql).isZero();
    }

    /** A client whose COMMIT hangs in one data source, while the other may have committed. */
    private RawClient committing() throws Exception {
        RawClient client = client();
        execute(client, "BEGIN");
        execute(client, "INSERT INTO t_order VALUES (1, 1)");
        execute(client, "INSERT INTO t_order VALUES (1, 2)");
        PROBE.strikeWhen(
                call -> call.method().equals("commit") && call.dataSource().equals("ds_1"), Fault.hang());
        client.query("COMMIT");
        assertThat(PROBE.awaitHanging(1, 20_000)).isTrue();
        return client;
    }

    private void awaitNobody() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (proxy.clients() > 0 && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(proxy.clients()).isZero();
    }

    @Test
    void aCommitWhoseClientIsGoneIsDoneEverywhere() throws Exception {
        committing().close();
        Thread.sleep(500);
        PROBE.reset();
        awaitNobody();
        assertThat(rows()).isEqualTo(2);
        proxy.close();
    }

    @Test
    void aCommitWhoseSessionIsKilledIsDoneEverywhere() throws Exception {
        try (RawClient victim = committing();
                RawClient killer = client()) {
            execute(killer, "KILL " + victim.session());
            Thread.sleep(500);
            PROBE.reset();
            assertThat(victim.isClosedByServer()).isTrue();
        }
        awaitNobody();
        assertThat(rows()).isEqualTo(2);
        proxy.close();
    }

    @Test
    void aCommitThatAServerDoesNotWaitForIsDoneEverywhere() throws Exception {
        try (RawClient client = committing()) {
            Thread closing = new Thread(proxy::close);
            closing.start();
            Thread.sleep(800);
            PROBE.reset();
            closing.join();
            assertThat(client.isClosedByServer()).isTrue();
        }
        awaitNobody();
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void whatRunsForAClientThatIsGoneIsStopped() throws Exception {
        long begin = System.nanoTime();
        try (RawClient client = client()) {
            // A row, so that it sleeps.
            execute(client, "INSERT INTO t_order VALUES (1, 1)");
            client.query("UPDATE t_order SET order_id = order_id WHERE user_id = SLEEP(50)");
            client.query("SELECT COUNT(*) FROM seq_1_to_1000000 WHERE SLEEP(0.01) = 0");
            Thread.sleep(500);
        }
        awaitNobody();
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin)).isLessThan(20);
        proxy.close();
    }

    /** A client takes a second answer for that to its next command. */
    @Test
    void whatFailsBehindAnAnswerHasNone() throws Exception {
        Map<String, ShardingDataSource> databases = new LinkedHashMap<>();
        databases.put("a", fixture.sharded());
        try (ShardingDataSource other = fixture.another()) {
            databases.put("b", other);
            try (ShardingProxy several = ShardingProxy.start(
                            databases, ProxyOptions.onPort(0).user("app", ""));
                    RawClient client = new RawClient(several.port())) {
                assertThat(client.login("app", "", "a")).isZero();
                PROBE.strikeWhen(call -> call.sql().startsWith("SELECT @@session.lock_wait"), Fault.throwing());
                execute(client, "SET lock_wait_timeout = 10 + 5");
                client.command(0x0e, new byte[0]);
                assertThat(client.read()[0]).isZero();
                assertThat(PROBE.strikeCount()).isPositive();
                PROBE.reset();
                // It cannot be set again elsewhere.
                client.query("USE b");
                assertThat(new String(client.read(), StandardCharsets.UTF_8)).contains("lock_wait_timeout");
                client.query("SELECT 7");
                assertThat(client.read()).containsExactly(1);
            }
        }
        proxy.close();
    }

    /** A COMMIT has failed by itself: its client is not told that it was interrupted. */
    @Test
    void aKillHidesNoOtherError() throws Exception {
        try (RawClient client = client();
                RawClient killer = client()) {
            execute(client, "BEGIN");
            execute(client, "INSERT INTO t_order VALUES (1, 1)");
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch killed = new CountDownLatch(1);
            PROBE.strikeWhen(
                    call -> call.method().equals("commit") && waitsFor(begun, killed),
                    Fault.throwing("the disk is full", "HY000", 1021));
            client.query("COMMIT");
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            execute(killer, "KILL QUERY " + client.session());
            killed.countDown();
            byte[] answer = client.read();
            assertThat(answer[0] & 0xff).isEqualTo(0xff);
            assertThat(new String(answer, StandardCharsets.UTF_8))
                    .contains("the disk is full")
                    .doesNotContain("70100");
            PROBE.reset();
        }
        awaitNobody();
        proxy.close();
    }

    private static boolean waitsFor(CountDownLatch begun, CountDownLatch killed) {
        begun.countDown();
        try {
            return killed.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSessionThatCannotBeResetEnds() throws Exception {
        for (int command : new int[] {0x1f, 0x11}) {
            try (RawClient client = client()) {
                execute(client, "BEGIN");
                execute(client, "INSERT INTO t_order VALUES (1, 1)");
                PROBE.strikeWhen(call -> call.method().equals("rollback"), Fault.throwing());
                client.command(command, "app\0\0\0\u002d\0mysql_native_password\0".getBytes(StandardCharsets.UTF_8));
                assertThat(client.read()[0] & 0xff).isEqualTo(0xff);
                assertThat(client.isClosedByServer()).isTrue();
            }
            PROBE.reset();
        }
        awaitNobody();
        proxy.close();
    }

    /** A client takes it for the answer to its next command. */
    @Test
    void whatHasNoAnswerGetsNoneWhenItFails() throws Exception {
        try (RawClient client = client()) {
            client.command(0x16, "SELECT * FROM t_order WHERE user_id = ?".getBytes(StandardCharsets.UTF_8));
            byte[] prepared = client.read();
            assertThat(prepared[0]).isZero();
            int described = (prepared[5] & 0xff) + (prepared[7] & 0xff);
            for (int i = 0; i < described; i++) {
                client.read();
            }
            client.command(0x17, new byte[] {
                prepared[1], prepared[2], prepared[3], prepared[4], 0, 1, 0, 0, 0, 0, 1, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0
            });
            byte[] packet = client.read();
            assertThat(packet[0] & 0xff).isEqualTo(2);
            while ((packet[0] & 0xff) != 0xfe) {
                packet = client.read();
            }
            PROBE.strikeWhen(call -> call.method().equals("close"), Fault.breaking());
            client.command(0x19, new byte[] {prepared[1], prepared[2], prepared[3], prepared[4]});
            client.command(0x0e, new byte[0]);
            assertThat(client.read()[0]).isZero();
            PROBE.reset();
            client.query("SELECT 7");
            assertThat(client.read()).containsExactly(1);
        }
        awaitNobody();
        proxy.close();
    }
}
