package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send what no client should: they get an error or are closed, and nobody else notices. */
class HostileClientsTest {
    private static final int START_UP = 196608;
    private static final int CANCEL_REQUEST = 80877102;
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final long SEED = Long.getLong("proxy.fuzz.seed", 42);
    private static final int SESSIONS = Integer.getInteger("proxy.fuzz.sessions", 150);

    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start(
                "proxy_hostile", options -> options.clients(20).loginTime(Duration.ofSeconds(2)));
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    // ---- what single clients do

    @Test
    void lengthsOfGigabytesEndTheSession() throws Exception {
        for (int length : new int[] {Integer.MAX_VALUE, -1, 0, 3, 7, 20_000_000}) {
            assertThat(answer(ints(length, START_UP))).as("length " + length).contains("08P01");
        }
        assertThat(answer(startUp(), new byte[] {'Q', 0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff}))
                .contains("08P01");
        assertThat(answer(startUp(), new byte[] {'Q', 0, 0, 0, 3})).contains("08P01");
        assertThat(answer(startUp(), new byte[] {'?', 0, 0, 0, 4})).contains("08P01");
    }

    @Test
    void whatIsMissingInAMessageIsAnError() throws Exception {
        byte[] sync = message('S', new byte[0]);
        byte[] last = message('X', new byte[0]);
        assertThat(answer(startUp(), message('Q', new byte[0]), last))
                .contains("08P01")
                .endsWith("I");
        assertThat(answer(startUp(), message('P', new byte[] {0, 'S', 0, 0, 1}), sync, last))
                .contains("08P01")
                .endsWith("I");
        assertThat(answer(startUp(), message('D', join(new byte[] {'?'}, text(""))), sync, last))
                .contains("08P01")
                .endsWith("I");
    }

    @Test
    void halfMessagesHarmNobody() throws Exception {
        try (Socket socket = open()) {
            socket.getOutputStream().write(startUp());
            socket.getOutputStream().write(new byte[] {'Q', 0, 0, 0, 50, 'S', 'E', 'L'});
        }
        assertStillThere();
    }

    @Test
    void whoDoesNotLogInIsClosed() throws Exception {
        try (Socket socket = open()) {
            socket.getOutputStream().write(new byte[] {0, 0});
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void requestsToEncryptAreDeclinedWithoutACertificate() throws Exception {
        try (Socket socket = open()) {
            socket.getOutputStream().write(ints(8, SSL_REQUEST));
            assertThat(socket.getInputStream().read()).isEqualTo('N');
            socket.getOutputStream().write(startUp());
            assertThat(socket.getInputStream().read()).isEqualTo('R');
        }
    }

    @Test
    void encryptionIsAskedForOnce() throws Exception {
        for (int code : new int[] {SSL_REQUEST, GSS_REQUEST}) {
            String answer = answer(ints(8, code), ints(8, code));
            assertThat(answer).startsWith("N").contains("08P01");
            assertThat(answer.substring(1)).startsWith("E");
        }
        assertThat(answer(ints(8, GSS_REQUEST), ints(8, SSL_REQUEST), startUp(), message('X', new byte[0])))
                .startsWith("NNR")
                .endsWith("I");
    }

    @Test
    void aTypedMessageIsNoStartUp() throws Exception {
        byte[] parameters = join(text("user"), text("postgres"), text("database"), text("logic"), new byte[1]);
        String answer = answer(startUp(), message((char) 0, join(ints(START_UP), parameters)));
        assertThat(answer).contains("08P01");
    }

    @Test
    void laterVersionsOfTheProtocolAreToldOurs() throws Exception {
        byte[] parameters = join(text("user"), text("postgres"), text("database"), text("logic"), new byte[1]);
        String answer = answer(join(ints(parameters.length + 8, START_UP + 2), parameters), message('X', new byte[0]));
        String negotiated = new String(join(new byte[] {'v'}, ints(12, START_UP, 0)), StandardCharsets.ISO_8859_1);
        assertThat(answer).startsWith(negotiated).endsWith("I");
    }

    @Test
    void whoDoesNotReadCanBeEnded() throws Exception {
        assertAllGone();
        try (Socket socket = open()) {
            socket.getOutputStream().write(startUp());
            socket.getOutputStream().write(message('Q', text("BEGIN")));
            socket.getOutputStream()
                    .write(message('Q', text("SELECT repeat('x', 1000) FROM generate_series(1, 2000000)")));
            socket.getOutputStream().flush();
            Thread.sleep(1000);
            assertThat(servers.proxy().clients()).isEqualTo(1);
            // by which the server ends the session
            socket.getOutputStream().write(new byte[] {'Q', 0, 0, 0, 3});
            socket.getOutputStream().flush();
            assertAllGone();
        }
    }

    @Test
    void whatIsOnlyDescribedIsNotExecuted() throws Exception {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            byte[] parse = message('P', join(text(""), text("DO 'BEGIN PERFORM pg_sleep(100); END'"), new byte[2]));
            byte[] bind = message('B', join(text(""), text(""), new byte[6]));
            byte[] describe = message('D', join(new byte[] {'P'}, text("")));
            String answer =
                    answer(startUp(), parse, bind, describe, message('S', new byte[0]), message('X', new byte[0]));
            assertThat(answer).contains("2" + new String(ints(4), StandardCharsets.ISO_8859_1) + "n");
            // the driver describes each portal, and executes it next: it must not be in a transaction
            statement.execute("VACUUM pg_catalog.pg_database");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"EXPLAIN SHARDING SELECT 1", "PREVIEW SELECT 1"})
    void rowsThatTheClientWasToldNotToExpectAreNotSent(String sql) throws Exception {
        byte[] parse = message('P', join(text("s"), text(sql), new byte[2]));
        byte[] describe = message('D', join(new byte[] {'S'}, text("s")));
        byte[] bind = message('B', join(text(""), text("s"), new byte[6]));
        byte[] execute = message('E', join(text(""), new byte[4]));
        byte[] sync = message('S', new byte[0]);
        byte[] last = message('X', new byte[0]);
        String noRows = new String(join(new byte[] {'n'}, ints(4)), StandardCharsets.ISO_8859_1);
        assertThat(answer(startUp(), parse, describe, bind, execute, sync, last))
                .contains(noRows, "HYC00")
                .endsWith("I");
        // who asks for the portal's columns is told of them
        byte[] portal = message('D', join(new byte[] {'P'}, text("")));
        assertThat(answer(startUp(), parse, bind, portal, execute, sync, last))
                .doesNotContain(noRows)
                .doesNotContain("HYC00")
                .endsWith("I");
    }

    /** Of them the database tells what rows they return. */
    @Test
    void rowsOfCallsAndExplainsAreDescribed() throws Exception {
        try (Connection connection = servers.fixture().raw(0).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE PROCEDURE gives_back(INOUT given int) LANGUAGE plpgsql"
                    + " AS 'BEGIN given = given + 77; END'");
        }
        byte[] describe = message('D', join(new byte[] {'S'}, text("s")));
        byte[] bind = message('B', join(text(""), text("s"), new byte[6]));
        byte[] execute = message('E', join(text(""), new byte[4]));
        byte[] sync = message('S', new byte[0]);
        byte[] last = message('X', new byte[0]);
        String call = "/* SHARDING_HINT: DATA_SOURCE_NAME=ds_0 */ CALL gives_back(7000)";
        byte[] calls = message('P', join(text("s"), text(call), new byte[2]));
        assertThat(answer(startUp(), calls, describe, bind, execute, sync, last))
                .contains("given\0", "7077")
                .endsWith("I");
        byte[] explains = message('P', join(text("s"), text("EXPLAIN SELECT 1"), new byte[2]));
        assertThat(answer(startUp(), explains, describe, bind, execute, sync, last))
                .contains("QUERY PLAN\0", "EXPLAIN\0")
                .endsWith("I");
    }

    @Test
    void whatIsDoneIsNotDoneAgain() throws Exception {
        byte[] bind = message('B', join(text(""), text(""), new byte[6]));
        byte[] execute = message('E', join(text(""), new byte[4]));
        byte[] sync = message('S', new byte[0]);
        byte[] last = message('X', new byte[0]);
        byte[] writes = message('P', join(text(""), text("CREATE TEMPORARY TABLE again (n int)"), new byte[2]));
        assertThat(answer(startUp(), writes, bind, execute, execute, sync, last))
                .contains("55000")
                .endsWith("I");
        byte[] reads = message('P', join(text(""), text("SELECT 1"), new byte[2]));
        assertThat(answer(startUp(), reads, bind, execute, execute, sync, last))
                .contains("SELECT 1", "SELECT 0")
                .endsWith("I");
    }

    @Test
    void characteristicsThatComeTooLateAreRefused() throws Exception {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("BEGIN");
            assertThatThrownBy(() -> statement.execute("BEGIN ISOLATION LEVEL SERIALIZABLE"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("characteristics");
            statement.execute("ROLLBACK");
        }
    }

    @Test
    void aTextThatIsWrongAtItsEndIsNotBegun() throws Exception {
        String answer =
                answer(startUp(), message('Q', text("BEGIN; SELECT 1; COMMIT; SELEC 1")), message('X', new byte[0]));
        assertThat(answer).contains("42601").doesNotContain("BEGIN", "SELECT 1", "COMMIT");
    }

    @Test
    void poolsMayResetWhatNobodyHas() throws Exception {
        try (Connection connection = servers.connect("preferQueryMode", "simple");
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_unlock_all(); CLOSE ALL; UNLISTEN *; RESET ALL;");
            statement.execute("UNLISTEN *");
        }
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CLOSE ALL");
            statement.execute("UNLISTEN *");
        }
    }

    @Test
    void aTextOfOneClientIsNothingToAnother() throws Exception {
        // which other sessions would find for the text behind the question mark, if a prefix told the two apart
        String shared = "SELECT 1 AS poisoned WHERE 1 = ";
        assertThat(answer(startUp(), message('Q', text("?" + shared + "?")), message('X', new byte[0])))
                .contains("42601");
        try (Connection connection = servers.connect();
                PreparedStatement prepared = connection.prepareStatement(shared + "?")) {
            prepared.setInt(1, 1);
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
        }
        byte[] parse = message('P', join(text(""), text(shared + "$1"), new byte[2]));
        byte[] bind = message('B', join(text(""), text(""), new byte[] {0, 0, 0, 1}, ints(1), new byte[] {'1', 0, 0}));
        byte[] execute = message('E', join(text(""), new byte[4]));
        assertThat(answer(startUp(), parse, bind, execute, message('S', new byte[0]), message('X', new byte[0])))
                .contains("SELECT 1");
    }

    @Test
    void textsOfStatementsThatAreNoUtf8AreErrors() throws Exception {
        String answer = answer(
                startUp(),
                message('Q', text("BEGIN")),
                message('Q', new byte[] {'S', (byte) 0xff, 0}),
                message('Q', text("ROLLBACK")),
                message('X', new byte[0]));
        assertThat(answer).contains("22021", "ROLLBACK").endsWith("I");
    }

    @Test
    void aCancelWithAWrongKeyDoesNothing() throws Exception {
        try (Socket socket = open()) {
            socket.getOutputStream().write(startUp());
            DataInputStream in = new DataInputStream(socket.getInputStream());
            String greeting = untilReady(in);
            String mark = "K" + new String(ints(12), StandardCharsets.ISO_8859_1);
            int at = greeting.indexOf(mark) + mark.length();
            ByteBuffer key = ByteBuffer.wrap(greeting.substring(at, at + 8).getBytes(StandardCharsets.ISO_8859_1));
            int process = key.getInt();
            int secret = key.getInt();
            for (boolean right : new boolean[] {false, true}) {
                socket.getOutputStream().write(message('Q', text("SELECT pg_sleep(2)")));
                Thread.sleep(700);
                assertThat(answer(ints(16, CANCEL_REQUEST, process, right ? secret : secret + 1)))
                        .isEmpty();
                assertThat(untilReady(in)).contains(right ? "57014" : "SELECT 1");
            }
        }
        assertStillThere();
    }

    /** All messages up to the one by which the server is ready. */
    private static String untilReady(DataInputStream in) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte mark;
        do {
            mark = in.readByte();
            int length = in.readInt();
            read.writeBytes(join(new byte[] {mark}, ints(length), in.readNBytes(length - 4)));
        } while (mark != 'Z');
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void moreClientsThanAllowedAreToldSo() throws Exception {
        assertAllGone();
        List<Socket> sockets = new ArrayList<>();
        try {
            int refused = 0;
            for (int i = 0; i < 30; i++) {
                Socket socket = open();
                sockets.add(socket);
                socket.getOutputStream().write(startUp());
                refused += socket.getInputStream().read() == 'E' ? 1 : 0;
            }
            assertThat(refused).isEqualTo(10);
        } finally {
            for (Socket each : sockets) {
                each.close();
            }
        }
        assertAllGone();
        assertStillThere();
    }

    @Test
    void aClientThatDoesNotReadFillsNoMemory() throws Exception {
        try (Socket socket = open()) {
            socket.getOutputStream().write(startUp());
            // two gigabytes
            socket.getOutputStream()
                    .write(message('Q', text("SELECT repeat('x', 1000) FROM generate_series(1, 2000000)")));
            socket.getOutputStream().flush();
            Thread.sleep(1500);
            assertStillThere();
            System.gc();
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            assertThat(used).isLessThan(200L * 1024 * 1024);
            assertThat(servers.proxy().clients()).isPositive();
        }
        assertAllGone();
    }

    @Test
    void textsThatAreNoUtf8AreRefused() throws Exception {
        byte[] bind = join(
                text(""), text(""), new byte[] {0, 0, 0, 1}, ints(2), new byte[] {'a', (byte) 0xff}, new byte[] {0, 0});
        String answer = answer(
                startUp(),
                message('P', join(text(""), text("SELECT $1::text"), new byte[] {0, 0})),
                message('B', bind),
                message('S', new byte[0]),
                message('X', new byte[0]));
        assertThat(answer).contains("22021").endsWith("I");
    }

    // ---- what many do at random

    @Test
    void randomMessagesHarmNobody() throws Exception {
        Random random = new Random(SEED);
        PrintStream usual = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try (Connection other = servers.connect();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN");
            statement.execute("CREATE TEMPORARY TABLE hostile_mark (n int)");
            for (int i = 0; i < SESSIONS; i++) {
                disturb(random);
                if (i % 25 == 0) {
                    try (ResultSet rows = statement.executeQuery("SELECT 1 + 1")) {
                        assertThat(rows.next()).isTrue();
                    }
                }
            }
            statement.execute("ROLLBACK");
        } finally {
            System.setErr(usual);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("Exception", "Error", "LEAK");
        assertAllGone();
        assertStillThere();
    }

    private static void disturb(Random random) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (random.nextInt(10) > 0) {
            bytes.writeBytes(startUp());
        }
        int messages = random.nextInt(60);
        for (int i = 0; i < messages; i++) {
            bytes.writeBytes(randomMessage(random));
        }
        byte[] all = bytes.toByteArray();
        if (random.nextInt(3) == 0) {
            all = Arrays.copyOf(all, random.nextInt(all.length + 1));
        }
        if (random.nextInt(3) == 0 && all.length > 0) {
            for (int i = 0; i < 3; i++) {
                all[random.nextInt(all.length)] = (byte) random.nextInt(256);
            }
        }
        try (Socket socket = open()) {
            socket.setSoTimeout(1000);
            OutputStream out = socket.getOutputStream();
            out.write(all);
            out.write(message('X', new byte[0]));
            out.flush();
            if (random.nextBoolean()) {
                InputStream in = socket.getInputStream();
                byte[] read = new byte[8192];
                while (in.read(read) >= 0) {
                    // until the server closes
                }
            }
        } catch (SocketTimeoutException e) {
            // a message that says it is longer than what follows: the server waits for the rest, as it should
        } catch (SocketException e) {
            // the server has closed while we wrote
        }
    }

    private static byte[] randomMessage(Random random) {
        char type = "QPBDECHSFXdcfp".charAt(random.nextInt(14));
        return switch (random.nextInt(4)) {
            case 0 -> {
                byte[] body = new byte[random.nextInt(40)];
                random.nextBytes(body);
                yield message(type, body);
            }
            case 1 -> message('P', join(text(name(random)), text(sql(random)), new byte[] {0, 0}));
            case 2 -> message('B', join(text(name(random)), text(name(random)), new byte[] {0, 0, 0, 0, 0, 0}));
            default ->
                switch (random.nextInt(5)) {
                    case 0 -> message('D', join(new byte[] {'S'}, text(name(random))));
                    case 1 -> message('E', join(text(name(random)), new byte[] {0, 0, 0, (byte) random.nextInt(3)}));
                    case 2 -> message('S', new byte[0]);
                    case 3 -> message('C', join(new byte[] {'P'}, text(name(random))));
                    default -> message('Q', text(sql(random)));
                };
        };
    }

    private static String name(Random random) {
        return random.nextInt(3) == 0 ? "s" + random.nextInt(3) : "";
    }

    private static String sql(Random random) {
        String[] texts = {
            "SELECT 1",
            "SELECT $1::int",
            "BEGIN",
            "COMMIT",
            "ROLLBACK",
            "SELECT 1/0",
            "",
            ";;",
            "SELECT 1; SELECT 2",
            "SELECT 'a",
            "SELECT generate_series(1, 100)",
            "SELECT $0",
            "SELECT $70000",
            "SET TimeZone TO 'UTC'",
            "COPY x FROM STDIN",
            "SAVEPOINT a",
            "ROLLBACK TO a",
            "/* ",
            "SELECT \"",
            "$$",
            "SHOW ALL",
            "LISTEN x"
        };
        return texts[random.nextInt(texts.length)];
    }

    // ---- bytes

    private static Socket open() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", servers.proxy().port()), 5000);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /** All that the server answers until it closes. */
    private static String answer(byte[]... sent) throws IOException {
        try (Socket socket = open()) {
            for (byte[] each : sent) {
                socket.getOutputStream().write(each);
            }
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static byte[] startUp() {
        byte[] parameters = join(text("user"), text("postgres"), text("database"), text("logic"), new byte[1]);
        return join(ints(parameters.length + 8, START_UP), parameters);
    }

    private static byte[] message(char type, byte[] body) {
        return join(new byte[] {(byte) type}, ints(body.length + 4), body);
    }

    private static byte[] text(String text) {
        return (text + "\0").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] ints(int... values) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(bytes);
            for (int each : values) {
                data.writeInt(each);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] each : parts) {
            bytes.writeBytes(each);
        }
        return bytes.toByteArray();
    }

    // ---- others

    private static void assertStillThere() throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 'still there'")) {
            assertThat(rows.next()).isTrue();
        }
    }

    private static void assertAllGone() throws InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(15).toNanos();
        while (servers.proxy().clients() > 0 && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        assertThat(servers.proxy().clients()).isZero();
    }
}
