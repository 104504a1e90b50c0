package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.ByteToMessageDecoder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.proxy.internal.server.Client;
import org.shardingjdbc.proxy.internal.server.ClientMessage;
import org.shardingjdbc.proxy.internal.server.Conversation;
import org.shardingjdbc.proxy.internal.server.Farewell;
import org.shardingjdbc.proxy.internal.server.Protocol;
import org.shardingjdbc.proxy.internal.server.ProxyServer;
import org.shardingjdbc.proxy.internal.server.ServerLimits;
import org.shardingjdbc.testkit.DatabaseKind;

/** What clients are told of their session with each OK packet, beside a plain server; and compression. */
@Timeout(120)
class SessionTrackingTest {
    private static final List<String> STATEMENTS = List.of(
            "SET autocommit = 0",
            "SET autocommit = 1",
            "SET NAMES latin1",
            "SET character_set_results = NULL",
            "SET character_set_client = utf8mb4",
            "SET character_set_connection = utf8mb4",
            "SET NAMES utf8mb4 COLLATE utf8mb4_bin",
            "SET time_zone = '+3:00'",
            "SET time_zone = DEFAULT",
            "SET SESSION time_zone = 'SYSTEM'",
            "SET time_zone = 'nowhere'",
            "SET @a = 1",
            "SET sql_mode = ''",
            "DO 1",
            "BEGIN",
            "COMMIT",
            "USE nowhere",
            "SET @c = 1",
            "SET SESSION session_track_system_variables = 'sql_mode,time_zone'",
            "SET sql_mode = ''",
            "SET time_zone = 'SYSTEM'",
            "SET autocommit = 1",
            "SET SESSION session_track_system_variables = DEFAULT",
            "SET autocommit = 1");

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void aClientIsToldOfItsSessionAsByThePlainServer(DatabaseKind kind) throws Exception {
        try (ServedDatabases served = ServedDatabases.start(kind, "proxy_tracking")) {
            String user = kind == DatabaseKind.MYSQL ? "tracked" : served.plainUser();
            if (kind == DatabaseKind.MYSQL) {
                createUser(served, user);
            }
            String place = served.plainPlace();
            int port = Integer.parseInt(place.substring(place.lastIndexOf(':') + 1, place.lastIndexOf('/')));
            List<String> plain = told(port, user, "", "proxy_tracking");
            List<String> proxy = told(
                    served.proxy().port(),
                    ServedDatabases.USER,
                    ServedDatabases.PASSWORD,
                    served.sharded().databaseName());
            assertThat(plain).anyMatch(line -> line.contains(hex("time_zone")));
            assertThat(proxy).containsExactlyElementsOf(plain);
        }
    }

    /** One that logs in as {@link RawClient} does. */
    private static void createUser(ServedDatabases served, String user) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:mysql" + served.plainPlace(), served.plainUser(), served.plainPassword());
                Statement statement = connection.createStatement()) {
            for (String host : List.of("'%'", "localhost")) {
                statement.execute("CREATE USER IF NOT EXISTS " + user + '@' + host
                        + " IDENTIFIED WITH mysql_native_password BY ''");
                statement.execute("GRANT ALL ON *.* TO " + user + '@' + host);
            }
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> told(int port, String user, String password, String database) throws IOException {
        List<String> lines = new ArrayList<>();
        try (RawClient client = new RawClient(port)) {
            client.can(Capabilities.SESSION_TRACK);
            lines.add("login " + client.login(user, password, database));
            for (String each : STATEMENTS) {
                client.query(each);
                lines.add(each + ' ' + line(client.read(), database));
            }
            client.query("USE " + database);
            lines.add("use " + line(client.read(), database));
            client.command(2, database.getBytes(StandardCharsets.UTF_8));
            lines.add("init " + line(client.read(), database));
            client.query("SET SESSION session_track_schema = OFF");
            client.read();
            client.query("USE " + database);
            lines.add("not told " + line(client.read(), database));
            client.query("SET SESSION session_track_state_change = ON");
            client.read();
            for (String each : List.of("SET @c = 1", "USE " + database, "SET sql_mode = ''", "DO 2")) {
                client.query(each);
                lines.add("changed " + line(client.read(), database));
            }
            client.command(0x1f, new byte[0]);
            lines.add("reset " + line(client.read(), database));
            client.query("SET autocommit = 0");
            lines.add("as before " + line(client.read(), database));
        }
        return lines;
    }

    /** Names of the databases, and so their lengths, differ. */
    private static String line(byte[] packet, String database) {
        if ((packet[0] & 0xff) == 0xff) {
            return "error " + (packet[1] & 0xff | (packet[2] & 0xff) << 8);
        }
        String all = HexFormat.of().formatHex(packet);
        int name = all.indexOf(hex(database));
        return name < 0
                ? all
                : all.substring(0, 14) + " schema "
                        + all.substring(name + hex(database).length());
    }

    @Test
    void whatIsNoValueOfASettingIsRefused() throws Exception {
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_tracking");
                RawClient client = compressing(served)) {
            assertThat(answer(client, "SET session_track_schema = 'maybe'")).isEqualTo(1231);
            assertThat(answer(client, "SET session_track_state_change = 2")).isEqualTo(1231);
            assertThat(answer(client, "SET session_track_system_variables = CONCAT('autocommit')"))
                    .isEqualTo(1235);
            assertThat(answer(client, "SET session_track_system_variables = @@global.autocommit"))
                    .isEqualTo(1235);
            assertThat(answer(
                            client,
                            "SET session_track_system_variables = CONCAT(@@global.session_track_system_variables, @a)"))
                    .isEqualTo(1235);
            assertThat(answer(
                            client,
                            "SET session_track_system_variables ="
                                    + " CONCAT(@@global.session_track_system_variables, ',sql_mode')"))
                    .isZero();
            assertThat(answer(client, "SET session_track_schema = ON")).isZero();
            assertThat(answer(client, "SET session_track_system_variables = '*'"))
                    .isZero();
            // What is set is done, though there is no such setting to ask for.
            assertThat(answer(client, "SET @a = 1")).isZero();
        }
    }

    /** @return the number of the error; 0 for none */
    private static int answer(RawClient client, String sql) throws IOException {
        byte[] text = ("\u0003" + sql).getBytes(StandardCharsets.UTF_8);
        byte[] packet = new byte[4 + text.length];
        packet[0] = (byte) text.length;
        System.arraycopy(text, 0, packet, 4, text.length);
        client.writeBytes(compressed(packet, 0));
        byte[] answer = client.readAlone();
        return answer[2] == 0 ? 0 : answer[3] & 0xff | (answer[4] & 0xff) << 8;
    }

    // ---- compression

    private static RawClient compressing(ServedDatabases served) throws IOException {
        RawClient client = new RawClient(served.proxy().port());
        client.can(Capabilities.COMPRESS);
        assertThat(client.login(
                        ServedDatabases.USER,
                        ServedDatabases.PASSWORD,
                        served.sharded().databaseName()))
                .isZero();
        return client;
    }

    /** @param inflated what the head says */
    private static byte[] compressed(byte[] content, int inflated) {
        byte[] all = new byte[7 + content.length];
        for (int i = 0; i < 3; i++) {
            all[i] = (byte) (content.length >>> 8 * i);
            all[4 + i] = (byte) (inflated >>> 8 * i);
        }
        System.arraycopy(content, 0, all, 7, content.length);
        return all;
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater();
        deflater.setInput(content);
        deflater.finish();
        byte[] all = new byte[content.length + 100];
        int length = deflater.deflate(all);
        deflater.end();
        return Arrays.copyOf(all, length);
    }

    private static byte[] numbered(int number, byte[] compressed) {
        byte[] copy = compressed.clone();
        copy[3] = (byte) number;
        return copy;
    }

    /** MariaDB's library gives all pieces of a long command the number 0 where it compresses. */
    @Test
    void theNumbersOfPacketsThatAreCompressedAreNotLookedAt() throws Exception {
        byte[] query = new byte[0xffffff + 10];
        Arrays.fill(query, (byte) ' ');
        System.arraycopy("\u0003DO 1".getBytes(StandardCharsets.US_ASCII), 0, query, 0, 5);
        byte[] pieces = new byte[query.length + 8];
        Arrays.fill(pieces, 0, 3, (byte) 0xff);
        System.arraycopy(query, 0, pieces, 4, 0xffffff);
        pieces[4 + 0xffffff] = 10;
        System.arraycopy(query, 0xffffff, pieces, 8 + 0xffffff, 10);
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_tracking");
                RawClient client = compressing(served)) {
            byte[] first = Arrays.copyOf(pieces, 10_000_000);
            byte[] second = Arrays.copyOfRange(pieces, 10_000_000, pieces.length);
            client.writeBytes(compressed(deflated(first), first.length));
            client.writeBytes(numbered(1, compressed(deflated(second), second.length)));
            assertThat(client.readAlone()).startsWith(2, 2, 0);

            client.writeBytes(numbered(7, compressed(new byte[] {1, 0, 0, 0, 0x0e}, 0)));
            byte[] last = client.readAlone();
            assertThat(last).startsWith(1, 1, 0xff);
            assertThat(last[3] & 0xff | (last[4] & 0xff) << 8).isEqualTo(1156);
        }
    }

    /** Of a client that sends more in few bytes than the proxy takes at once. */
    @Test
    void whatIsNotTakenYetIsNotInflated() throws Exception {
        int count = 1_000_000;
        CompletableFuture<Client> known = new CompletableFuture<>();
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(2 * count);
        ServerLimits limits =
                new ServerLimits(10, 10, 10, Duration.ofMinutes(2), Duration.ZERO, Duration.ZERO, 1024 * 1024);
        Protocol protocol = new Protocol() {
            @Override
            public ByteToMessageDecoder decoder(Client client) {
                return new PacketDecoder(client, limits);
            }

            @Override
            public Conversation converse(Client client) {
                return new Counting(client, known, released, taken);
            }
        };
        byte[] empty = compressed(deflated(new byte[4 * count]), 4 * count);
        try (ProxyServer server = new ProxyServer(
                        new InetSocketAddress("127.0.0.1", 0), protocol, limits, null, List.of(), Duration.ZERO);
                RawClient client = new RawClient(server.port())) {
            Client seen = known.get(20, TimeUnit.SECONDS);
            client.writeBytes(empty);
            client.writeBytes(numbered(1, empty));
            long end = System.nanoTime() + 20_000_000_000L;
            while (seen.next(10_000) == null && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            Thread.sleep(500);
            assertThat(seen.next(10_000)).isNotNull();
            assertThat(seen.next(20_000)).isNull();
            released.countDown();
            assertThat(taken.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private record Counting(
            Client client, CompletableFuture<Client> known, CountDownLatch released, CountDownLatch taken)
            implements Conversation {
        @Override
        public void opened() {
            client.decodeBefore(new CompressedDecoder(client, () -> 0));
            known.complete(client);
        }

        @Override
        public void receive(ClientMessage message) {
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            taken.countDown();
        }

        @Override
        public boolean isIdle() {
            return true;
        }

        @Override
        public void cancel() {
            released.countDown();
        }

        @Override
        public void farewell(Farewell farewell) {
            // nobody is told anything
        }

        @Override
        public void closed() {
            // nothing is held
        }
    }

    @Test
    void aCompressedPacketThatLiesOfItsLengthEndsTheSession() throws Exception {
        byte[] ping = {1, 0, 0, 0, 0x0e};
        byte[] zeros = new byte[1_000_000];
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_tracking")) {
            for (byte[] bad : List.of(
                    compressed(deflated(ping), ping.length + 1),
                    compressed(deflated(ping), ping.length - 1),
                    compressed(deflated(zeros), 100),
                    compressed(deflated(zeros), 0xffffff),
                    compressed(Arrays.copyOf(deflated(ping), deflated(ping).length - 2), ping.length),
                    compressed(Arrays.copyOf(deflated(ping), deflated(ping).length + 1), ping.length),
                    compressed(new byte[] {1, 2, 3, 4}, 100))) {
                try (RawClient client = compressing(served)) {
                    client.writeBytes(compressed(deflated(ping), ping.length));
                    assertThat(client.readBytes(7 + 4 + 7)).startsWith(11, 0, 0, 1, 0, 0, 0, 7, 0, 0, 1, 0);
                    client.writeBytes(compressed(ping, 0));
                    client.readBytes(7 + 4 + 7);
                    client.writeBytes(bad);
                    byte[] last = client.readAlone();
                    assertThat(last).startsWith(1, 1, 0xff);
                    assertThat(last[3] & 0xff | (last[4] & 0xff) << 8).isEqualTo(1835);
                    assertThat(client.isClosedByServer()).isTrue();
                }
            }
            try (RawClient client = compressing(served)) {
                client.writeBytes(compressed(deflated(ping), ping.length));
                assertThat(client.readBytes(7 + 4 + 7)).startsWith(11, 0, 0, 1);
            }
        }
    }
}
