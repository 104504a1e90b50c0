package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Clients that say what no client says: none hangs, none is left, and others are served meanwhile. */
@Timeout(120)
class MySqlFuzzTest {
    private static final int CONNECTIONS = Integer.getInteger("fuzz.connections", 150);
    private static final long SEED = Long.getLong("fuzz.seed", 29);
    private static final int[] COMMANDS = {
        0x02, 0x03, 0x04, 0x09, 0x0a, 0x0c, 0x0e, 0x11, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1f
    };

    private static ServedDatabases served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedDatabases.start(
                TestServer.of(DatabaseKind.MARIADB),
                "proxy_hostile",
                ProxyOptions.onPort(0).messageBytes(1024 * 1024));
        served.fixture()
                .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, PRIMARY KEY (order_id, user_id))");
    }

    @AfterAll
    static void end() throws Exception {
        served.close();
    }

    private static RawClient client() throws IOException {
        return new RawClient(served.proxy().port());
    }

    private static RawClient session() throws IOException {
        RawClient client = client();
        assertThat(client.login(
                        ServedDatabases.USER,
                        ServedDatabases.PASSWORD,
                        served.sharded().databaseName()))
                .isZero();
        return client;
    }

    private static void assertServed(RawClient other) throws IOException {
        other.query("SELECT COUNT(*) FROM t_order");
        byte[] last = other.read();
        while ((last[0] & 0xff) != 0xfe) {
            assertThat(last[0] & 0xff).isNotEqualTo(0xff);
            last = other.read();
        }
    }

    private static void awaitClients(int count) throws InterruptedException {
        long end = System.nanoTime() + 20_000_000_000L;
        while (served.proxy().clients() != count && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        assertThat(served.proxy().clients()).isEqualTo(count);
    }

    @Test
    void aLengthBeyondTheLimitEndsTheSessionAtOnce() throws Exception {
        try (RawClient before = client()) {
            before.greeting();
            before.writeBytes(new byte[] {0, 0x50, 0, 1});
            assertThat(before.isClosedByServer()).isTrue();
        }
        try (RawClient after = session()) {
            after.writeBytes(new byte[] {-1, -1, 0x7f, 0});
            byte[] error = after.read();
            assertThat(error[1] & 0xff | (error[2] & 0xff) << 8).isEqualTo(1153);
            assertThat(after.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aWrongNumberEndsTheSession() throws Exception {
        try (RawClient client = session()) {
            client.write(3, new byte[] {0x0e});
            byte[] error = client.read();
            assertThat(error[1] & 0xff | (error[2] & 0xff) << 8).isEqualTo(1156);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void commandsBeforeTheLoginAreNoLogin() throws Exception {
        try (RawClient client = client()) {
            client.greeting();
            client.command(3, "SELECT 1".getBytes(StandardCharsets.UTF_8));
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aFloodOfCommandsWithoutReadingIsAnsweredInOrder() throws Exception {
        try (RawClient client = session()) {
            int count = 5_000;
            Thread writer = new Thread(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        client.query("SELECT " + i);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            writer.start();
            for (int i = 0; i < count; i++) {
                assertThat(client.read()).containsExactly(1);
                client.read();
                byte[] row = client.read();
                assertThat(new String(row, 1, row.length - 1, StandardCharsets.UTF_8))
                        .isEqualTo(Integer.toString(i));
                assertThat(client.read()[0] & 0xff).isEqualTo(0xfe);
            }
            writer.join();
        }
    }

    @Test
    void prepareWithoutEndIsBounded() throws Exception {
        try (RawClient client = session()) {
            for (int i = 0; i < 17_000; i++) {
                client.command(0x16, "SELECT 1".getBytes(StandardCharsets.UTF_8));
                byte[] answer = client.read();
                if ((answer[0] & 0xff) == 0xff) {
                    assertThat(answer[1] & 0xff | (answer[2] & 0xff) << 8).isEqualTo(1461);
                    return;
                }
                for (int columns = answer[5]; columns > 0; columns--) {
                    client.read();
                }
            }
        }
        throw new AssertionError("more statements than a session may have");
    }

    /** Half packets, wrong lengths and numbers, commands with any bytes behind them, before the login and after it. */
    @Test
    void anyBytesHarmNobodyElse() throws Exception {
        Random random = new Random(SEED);
        awaitClients(0);
        int messages = 0;
        try (RawClient other = session()) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (RawClient client = client()) {
                    messages += attack(client, random);
                } catch (IOException e) {
                    // The server has closed the connection, as it should.
                }
                if (i % 10 == 0) {
                    assertServed(other);
                }
            }
            awaitClients(1);
            assertServed(other);
        }
        awaitClients(0);
        assertThat(messages).isGreaterThan(CONNECTIONS);
    }

    private static int attack(RawClient client, Random random) throws IOException {
        boolean known = random.nextInt(4) != 0;
        if (known) {
            if (client.login(
                            ServedDatabases.USER,
                            ServedDatabases.PASSWORD,
                            served.sharded().databaseName())
                    != 0) {
                throw new AssertionError("not let in");
            }
        } else {
            client.greeting();
        }
        int messages = 0;
        List<byte[]> texts = new ArrayList<>();
        for (String text :
                List.of("SELECT ?", "SELECT * FROM t_order WHERE user_id = ?", "SET NAMES 'x", "KILL 1x", ";;", "")) {
            texts.add(text.getBytes(StandardCharsets.UTF_8));
        }
        for (int i = 0; i < 40; i++) {
            messages++;
            byte[] body = new byte[random.nextInt(60)];
            random.nextBytes(body);
            switch (random.nextInt(8)) {
                case 0 -> client.writeBytes(body);
                case 1 -> client.write(random.nextInt(4), body);
                case 2 -> {
                    byte[] login = client.loginPacket("app", "x", "y");
                    login[random.nextInt(login.length)] ^= (byte) (1 << random.nextInt(8));
                    client.write(known ? 0 : 1, Arrays.copyOf(login, random.nextInt(login.length + 1)));
                }
                case 3 -> client.command(0x16, texts.get(random.nextInt(texts.size())));
                case 4 -> {
                    // an execution of what may be prepared, with any values
                    byte[] execute =
                            Arrays.copyOf(new byte[] {(byte) (1 + random.nextInt(2)), 0, 0, 0, 0, 1}, 10 + body.length);
                    System.arraycopy(body, 0, execute, 9, body.length);
                    client.command(0x17, execute);
                }
                case 5 -> client.command(3, texts.get(random.nextInt(texts.size())));
                default -> client.command(COMMANDS[random.nextInt(COMMANDS.length)], body);
            }
        }
        return messages;
    }
}
