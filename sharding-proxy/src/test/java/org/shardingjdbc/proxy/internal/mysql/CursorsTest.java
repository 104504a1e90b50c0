package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Rows that a client fetches in portions, by COM_STMT_FETCH, beside those of a plain server. */
@Timeout(120)
class CursorsTest {
    private static final int MANY = 500;

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void rowsAreFetchedAsFromThePlainServer(DatabaseKind kind) throws Exception {
        try (ServedDatabases served = ServedDatabases.start(kind, "proxy_cursors")) {
            List<String> plain = steps("jdbc:mysql" + served.plainPlace(), served.plainUser(), served.plainPassword());
            List<String> proxy =
                    steps("jdbc:mysql" + served.proxyPlace(), ServedDatabases.USER, ServedDatabases.PASSWORD);
            assertThat(plain).contains("500 rows, 124750").noneMatch(line -> line.startsWith("error"));
            assertThat(proxy).containsExactlyElementsOf(plain);
        }
    }

    private static List<String> steps(String url, String user, String password) throws SQLException {
        String settings = "?useServerPrepStmts=true&useCursorFetch=true&allowPublicKeyRetrieval=true";
        try (Connection connection = DriverManager.getConnection(url + settings, user, password)) {
            return new Steps(connection).run();
        }
    }

    private static final class Steps {
        private final List<String> lines = new ArrayList<>();
        private final Connection connection;

        Steps(Connection connection) {
            this.connection = connection;
        }

        List<String> run() throws SQLException {
            execute("CREATE TABLE t_value (id BIGINT, shard BIGINT, vc VARCHAR(20), tx LONGTEXT,"
                    + " PRIMARY KEY (id, shard))");
            fill();
            othersMeanwhile();
            several();
            transactions();
            again();
            large();
            kinds();
            execute("DROP TABLE t_value");
            return lines;
        }

        private void execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        private void fill() throws SQLException {
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_value (id, shard, vc) VALUES (?, ?, ?)")) {
                for (int i = 0; i < MANY; i++) {
                    insert.setInt(1, i);
                    insert.setInt(2, i % 7);
                    insert.setString(3, i % 3 == 0 ? null : "row " + i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }

        private PreparedStatement prepared(String sql, int portion) throws SQLException {
            PreparedStatement statement = connection.prepareStatement(sql);
            statement.setFetchSize(portion);
            return statement;
        }

        /** What a session does while it fetches changes nothing of the rows. */
        private void othersMeanwhile() throws SQLException {
            try (PreparedStatement read = prepared("SELECT id, vc FROM t_value WHERE id >= ? ORDER BY id", 7)) {
                read.setInt(1, 0);
                long sum = 0;
                int count = 0;
                try (ResultSet rows = read.executeQuery()) {
                    while (rows.next()) {
                        sum += rows.getLong(1);
                        count++;
                        if (count % 100 == 50) {
                            execute("INSERT INTO t_value (id, shard) VALUES (" + (1000 + count) + ", 1)");
                            execute("UPDATE t_value SET vc = 'changed' WHERE id = 499");
                            lines.add("meanwhile " + count("SELECT COUNT(*) FROM t_value"));
                        }
                        if (count > 497) {
                            lines.add("row " + rows.getString(2));
                        }
                    }
                }
                lines.add(count + " rows, " + sum);
            }
        }

        private String count(String sql) throws SQLException {
            try (PreparedStatement statement = prepared(sql, 10);
                    ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }

        private void several() throws SQLException {
            try (PreparedStatement up = prepared("SELECT id FROM t_value ORDER BY id", 3);
                    PreparedStatement down = prepared("SELECT id FROM t_value ORDER BY id DESC", 4);
                    ResultSet first = up.executeQuery();
                    ResultSet second = down.executeQuery()) {
                while (first.next() && second.next() && first.getInt(1) < 20) {
                    lines.add(first.getInt(1) + " " + second.getInt(1));
                }
            }
        }

        private void transactions() throws SQLException {
            connection.setAutoCommit(false);
            execute("DELETE FROM t_value WHERE id >= 1000");
            try (PreparedStatement read = prepared("SELECT id FROM t_value WHERE shard IN (1, 2) ORDER BY id", 50);
                    ResultSet rows = read.executeQuery()) {
                rows.next();
                connection.rollback();
                int count = 1;
                while (rows.next()) {
                    count++;
                }
                lines.add("over a rollback " + count);
            }
            lines.add("after it " + count("SELECT COUNT(*) FROM t_value"));
            connection.setAutoCommit(true);
        }

        private void again() throws SQLException {
            try (PreparedStatement read = prepared("SELECT id FROM t_value WHERE id < ? ORDER BY id", 2)) {
                for (int most : new int[] {0, 1, 2, 3, 4, 5}) {
                    read.setInt(1, most);
                    try (ResultSet rows = read.executeQuery()) {
                        StringBuilder line = new StringBuilder("below " + most + ":");
                        while (rows.next() && rows.getInt(1) < 4) {
                            line.append(' ').append(rows.getInt(1));
                        }
                        lines.add(line.toString());
                    }
                }
                read.setMaxRows(5);
                read.setInt(1, 100);
                try (ResultSet rows = read.executeQuery()) {
                    int count = 0;
                    while (rows.next()) {
                        count++;
                    }
                    lines.add("at most " + count);
                }
            }
        }

        /** More than stays in memory. */
        private void large() throws SQLException {
            execute("UPDATE t_value SET tx = REPEAT('ü', 10000 + id) WHERE id < 500");
            try (PreparedStatement read = prepared("SELECT tx FROM t_value WHERE id < 500 ORDER BY id", 20);
                    ResultSet rows = read.executeQuery()) {
                long length = 0;
                int last = 0;
                while (rows.next()) {
                    last = rows.getString(1).length();
                    length += last;
                }
                lines.add("length " + length + ", the last one " + last);
            }
        }

        private void kinds() throws SQLException {
            for (String sql : List.of(
                    "SELECT 1",
                    "SELECT COUNT(*), MAX(id) FROM t_value",
                    "SELECT shard, COUNT(*) FROM t_value GROUP BY shard ORDER BY shard",
                    "SHOW VARIABLES LIKE 'autocommit'",
                    "SELECT id FROM t_value WHERE id = 7 FOR UPDATE",
                    "DELETE FROM t_value WHERE id = 7",
                    "SELECT id FROM t_value WHERE id = 7")) {
                try (PreparedStatement statement = prepared(sql, 2)) {
                    boolean rows = statement.execute();
                    lines.add(sql + ' ' + (rows ? shown(statement.getResultSet()) : statement.getUpdateCount()));
                }
            }
        }

        private static List<String> shown(ResultSet rows) throws SQLException {
            List<String> shown = new ArrayList<>();
            while (rows.next()) {
                shown.add(rows.getString(1)
                        + '|'
                        + rows.getString(rows.getMetaData().getColumnCount()));
            }
            return shown;
        }
    }

    // ---- packets

    private static byte[] number(byte[] prepared, int... more) {
        ByteBuffer body = ByteBuffer.allocate(4 + more.length * 4 + 1).order(ByteOrder.LITTLE_ENDIAN);
        body.put(prepared, 1, 4);
        for (int each : more) {
            body.putInt(each);
        }
        return body.array();
    }

    private static byte[] prepared(RawClient client, String sql) throws IOException {
        client.command(0x16, sql.getBytes(StandardCharsets.UTF_8));
        byte[] prepared = client.read();
        assertThat(prepared[0]).isZero();
        for (int i = 0; i < prepared[5]; i++) {
            client.read();
        }
        return prepared;
    }

    /** @return the state that the client is told */
    private static int open(RawClient client, byte[] prepared) throws IOException {
        ByteBuffer body = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        body.put(prepared, 1, 4).put((byte) 1).putInt(1);
        client.command(0x17, body.array());
        int columns = client.read()[0];
        for (int i = 0; i < columns; i++) {
            client.read();
        }
        return state(client.read());
    }

    private static int state(byte[] end) {
        assertThat(end[0] & 0xff).isEqualTo(0xfe);
        return end[3] & 0xff;
    }

    private static void requireNone(RawClient client, byte[] prepared) throws IOException {
        client.command(0x1c, number(prepared, 1));
        byte[] answer = client.read();
        assertThat(answer[0] & 0xff).isEqualTo(0xff);
        assertThat(answer[1] & 0xff | (answer[2] & 0xff) << 8).isEqualTo(1421);
    }

    /** The files of cursors, which have no names any more. */
    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(CursorsTest::isOfCursor).toList();
        }
    }

    private static boolean isOfCursor(Path open) {
        try {
            return Files.readSymbolicLink(open).toString().contains("sharding-proxy-cursor");
        } catch (IOException e) {
            // It was closed meanwhile.
            return false;
        }
    }

    private static RawClient login(ServedDatabases served) throws IOException {
        RawClient client = new RawClient(served.proxy().port());
        assertThat(client.login(
                        ServedDatabases.USER,
                        ServedDatabases.PASSWORD,
                        served.sharded().databaseName()))
                .isZero();
        return client;
    }

    private static void execute(RawClient client, byte[] prepared) throws IOException {
        ByteBuffer body = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        body.put(prepared, 1, 4).put((byte) 1).putInt(1);
        client.command(0x17, body.array());
    }

    private static int error(byte[] answer) {
        assertThat(answer[0] & 0xff).isEqualTo(0xff);
        return answer[1] & 0xff | (answer[2] & 0xff) << 8;
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void behindAFailedReadThereIsNoCursor() throws Exception {
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_cursors");
                RawClient client = login(served)) {
            byte[] prepared = prepared(client, "SELECT seq, REPEAT('x', 10000) FROM seq_1_to_300");
            open(client, prepared);
            assertThat(files()).hasSize(1);
            try (RandomAccessFile file = new RandomAccessFile(files().get(0).toString(), "rw")) {
                file.setLength(1_000_000);
            }
            client.command(0x1c, number(prepared, 300));
            byte[] answer = client.read();
            while (answer[0] == 0) {
                answer = client.read();
            }
            assertThat(error(answer)).isEqualTo(1026);
            requireNone(client, prepared);
            assertThat(files()).isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aSessionHasOnlySoManyFiles() throws Exception {
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_cursors");
                RawClient client = login(served)) {
            open(client, prepared(client, "SELECT REPEAT('x', 1040000)"));
            assertThat(files()).isEmpty();
            byte[] one = {};
            for (int i = 0; i < CursorFiles.MOST_OF_SESSION; i++) {
                one = prepared(client, "SELECT REPEAT('x', 10000)");
                open(client, one);
            }
            assertThat(files()).hasSize(CursorFiles.MOST_OF_SESSION);
            byte[] more = prepared(client, "SELECT REPEAT('x', 10000)");
            execute(client, more);
            byte[] answer = client.read();
            assertThat(error(answer)).isEqualTo(1114);
            assertThat(new String(answer, StandardCharsets.UTF_8)).contains("close statements");
            open(client, prepared(client, "SELECT 1"));
            client.command(0x19, number(one));
            open(client, more);
            assertThat(files()).hasSize(CursorFiles.MOST_OF_SESSION);
            client.command(0x1f, new byte[0]);
            assertThat(client.read()[0]).isZero();
            assertThat(files()).isEmpty();
            open(client, prepared(client, "SELECT REPEAT('x', 2000000)"));
            assertThat(files()).hasSize(1);
        }
    }

    /** It would take its time to keep as many rows as there may be. */
    @Test
    void whoLeavesStopsTheCursorThatIsFilled() throws Exception {
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_cursors")) {
            try (RawClient client = login(served)) {
                execute(client, prepared(client, "SELECT seq FROM seq_1_to_1000000000"));
                Thread.sleep(1000);
                assertThat(served.proxy().clients()).isEqualTo(1);
            }
            long end = System.nanoTime() + 10_000_000_000L;
            while (served.proxy().clients() > 0 && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            assertThat(served.proxy().clients()).isZero();
        }
    }

    @Test
    void aCursorEndsWithItsRowsItsStatementAndItsSession() throws Exception {
        try (ServedDatabases served = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_cursors")) {
            try (RawClient client = new RawClient(served.proxy().port())) {
                assertThat(client.login(
                                ServedDatabases.USER,
                                ServedDatabases.PASSWORD,
                                served.sharded().databaseName()))
                        .isZero();
                byte[] prepared = prepared(client, "SELECT seq, REPEAT('x', 10000) FROM seq_1_to_300");
                requireNone(client, prepared);
                assertThat(open(client, prepared)).isEqualTo(StatusFlags.AUTOCOMMIT | StatusFlags.CURSOR);
                client.command(0x1c, number(prepared, 299));
                for (int i = 0; i < 299; i++) {
                    assertThat(client.read()).hasSizeGreaterThan(10_000);
                }
                assertThat(state(client.read())).isEqualTo(StatusFlags.AUTOCOMMIT | StatusFlags.CURSOR);
                client.command(0x1c, number(prepared, -1));
                assertThat(client.read()).hasSizeGreaterThan(10_000);
                assertThat(state(client.read())).isEqualTo(StatusFlags.AUTOCOMMIT | StatusFlags.LAST_ROW_SENT);
                requireNone(client, prepared);

                open(client, prepared);
                client.command(0x1a, number(prepared));
                assertThat(client.read()[0]).isZero();
                requireNone(client, prepared);

                open(client, prepared);
                client.command(0x1f, new byte[0]);
                assertThat(client.read()[0]).isZero();
                client.command(0x1c, number(prepared, 1));
                assertThat(client.read()[0] & 0xff).isEqualTo(0xff);

                byte[] another = prepared(client, "SELECT seq FROM seq_1_to_3");
                open(client, another);
                client.command(0x19, number(another));
                client.command(0x1c, number(another, 1));
                assertThat(client.read()[0] & 0xff).isEqualTo(0xff);
                open(client, prepared(client, "SELECT seq, REPEAT('x', 10000) FROM seq_1_to_300"));
            }
        }
    }
}
