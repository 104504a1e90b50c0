package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
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
                    compressed(new byte[] {1, 2, 3, 4}, 100))) {
                try (RawClient client = compressing(served)) {
                    client.writeBytes(compressed(deflated(ping), ping.length));
                    assertThat(client.readBytes(7 + 4 + 7)).startsWith(11, 0, 0, 1, 0, 0, 0, 7, 0, 0, 1, 0);
                    client.writeBytes(compressed(ping, 0));
                    client.readBytes(7 + 4 + 7);
                    client.writeBytes(bad);
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
