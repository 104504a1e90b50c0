package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.parser.internal.ast.OtherStatement.Edges;
import org.shardingjdbc.parser.internal.ast.OtherStatement.LocalFile;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.internal.authority.AddressPattern;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** LOAD DATA LOCAL beside a plain server: the same rows, counts and warnings. */
@Timeout(120)
class LocalFilesTest {
    @TempDir
    Path folder;

    private static ServedDatabases serve(DatabaseKind kind) throws Exception {
        return ServedDatabases.start(
                TestServer.of(kind), "proxy_files", ProxyOptions.onPort(0).localFiles());
    }

    @ParameterizedTest
    @CsvSource({"MARIADB, mysql, false", "MARIADB, mariadb, false", "MYSQL, mysql, true"})
    void aFileIsLoadedAsOnThePlainServer(DatabaseKind kind, String driver, boolean compresses) throws Exception {
        try (ServedDatabases served = serve(kind)) {
            String settings = "?allowPublicKeyRetrieval=true&allowLoadLocalInfile=true&allowLocalInfile=true"
                    + "&useCompression=" + compresses;
            List<String> plain;
            try (Connection connection = DriverManager.getConnection(
                    "jdbc:" + driver + served.plainPlace() + settings, served.plainUser(), served.plainPassword())) {
                execute(connection, "SET GLOBAL local_infile = 1");
                plain = new Steps(connection, kind).run();
            }
            assertThat(plain).anyMatch(line -> line.startsWith("count 5000"));
            try (Connection connection = DriverManager.getConnection(
                    "jdbc:" + driver + served.proxyPlace() + settings,
                    ServedDatabases.USER,
                    ServedDatabases.PASSWORD)) {
                assertThat(new Steps(connection, kind).run()).containsExactlyElementsOf(plain);
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private final class Steps {
        private final List<String> lines = new ArrayList<>();
        private final Connection connection;
        private final Path file = folder.resolve("rows.txt");
        private final String invisible;

        Steps(Connection connection, DatabaseKind kind) {
            this.connection = connection;
            // MySQL has it from 8.0.23 on.
            this.invisible = kind == DatabaseKind.MARIADB ? " INVISIBLE" : "";
        }

        List<String> run() throws Exception {
            execute(
                    connection,
                    "CREATE TABLE t_value (id BIGINT NOT NULL, shard BIGINT NOT NULL, a INT,"
                            + " hidden INT DEFAULT 3" + invisible + ", e ENUM('binary', 'ü')" + invisible + ","
                            + " b INT DEFAULT 5, s VARCHAR(5), sd VARCHAR(5) DEFAULT 'dd', n INT NOT NULL DEFAULT 7, bl BLOB,"
                            + " d DATE, PRIMARY KEY (id, shard))");
            fields();
            quotes();
            keys();
            texts();
            refused();
            transactions();
            many();
            execute(connection, "DROP TABLE t_value");
            return lines;
        }

        private void fields() throws Exception {
            load("", "1,1,1,1,x,x,1,x,2020-01-01\n2,2,2,2,y,y,2,y,2020-01-02\n");
            load("", "1,1\n2,2,\n3,3,4,5,6,7,8,9,2020-02-02,extra\n");
            load("", "1,1,,,,,,,\n");
            load("", "1,1,\\N,\\N,\\N,\\N,0,\\N,\\N\n");
            load("", "1,1,\\N,\\N,\\N,\\N,\\N,\\N,\\N\n2,2,2,2,y,y,\\N,y,2020-01-02\n");
            load("", "1,1,abc,99999999999,toolongvalue,x,1.7,x,nodate\n");
            load("(id, shard, s)", "1,1,a\\,b\n2,2,a\\tb,zz\n3,3,\\\\N\n4,4");
            load("IGNORE 2 LINES (shard, id)", "h,h\nh,h\n1,2\n3,4\n");
            load("LINES TERMINATED BY ',' (id, shard, s)", "1,1,a,2,2,b,3,3,c");
            load("LINES STARTING BY '>>' (id, shard, s)", "junk>>1,1,x\nno\n>>2,2,>>y\n");
            load("ESCAPED BY '' (id, shard, s)", "1,1,\\N\n2,2,\\n\n");
            load("(id, shard)", "");
        }

        private void quotes() throws Exception {
            String more = "1,1,\"a,b\"\n2,2,\"a\"\"b\"\n3,3,NULL\n4,4,\"NULL\"\n5,5,\"a\nb\"\n6,6,x\"y\"\n7,7,\"open";
            load("ENCLOSED BY '\"' (id, shard, s)", more);
            load(
                    "OPTIONALLY ENCLOSED BY '\"' LINES TERMINATED BY '\\r\\n' IGNORE 1 ROWS (id, shard, s)",
                    "h,h\r\n1,1,\"a\rb\"\r\n2,2,\"q\"z\"\r\n");
            load(
                    "OPTIONALLY ENCLOSED BY '\"' ESCAPED BY '\"' (id, shard, s)",
                    "1,1,\"a\"\"b\"\n2,2,5\"\" p\n3,3,\"abc\"");
        }

        private void keys() throws Exception {
            insert("", "(id, shard, s)", "1,1,a\n1,1,b\n2,2,c\n");
            insert("", "(id, shard, s)", "1,1,A\n5,5,b\n2,2,C\n");
            insert("REPLACE", "(id, shard, s)", "1,1,x\n1,1,y\n6,6,z\n");
            load("IGNORE", "(id, shard, s)", "1,1,q\n");
        }

        private void texts() throws Exception {
            load("(id, shard, s, bl)", "1,1,ü€,ü\n2,2,漢,漢\n3,3,a,\0\1\n");
            Files.write(file, "1,1,\u00fc,\u00fc\n".getBytes(StandardCharsets.ISO_8859_1));
            statement("", "CHARACTER SET latin1", "(id, shard, s, bl)");
            execute(connection, "DELETE FROM t_value");
            Files.write(file, "1,1,\u00fc,2\n2,2,binary,3\n".getBytes(StandardCharsets.ISO_8859_1));
            statement("", "CHARACTER SET latin1", "(id, shard, e, hidden)");
            show("SELECT id, e, hidden FROM t_value ORDER BY id");
            execute(connection, "DELETE FROM t_value");
        }

        private void refused() throws Exception {
            Files.writeString(file, "1,1\n");
            for (String sql : List.of(
                    "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE t_nowhere",
                    "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE t_value FIELDS ENCLOSED BY 'ab'")) {
                try {
                    execute(connection, sql);
                    lines.add("done");
                } catch (SQLException e) {
                    lines.add("error " + e.getErrorCode());
                }
            }
            lines.add("then " + one("SELECT COUNT(*) FROM t_value"));
        }

        private void transactions() throws Exception {
            execute(connection, "BEGIN");
            insert("", "(id, shard)", "10,1\n11,2\n");
            execute(connection, "ROLLBACK");
            lines.add("rolled back " + one("SELECT COUNT(*) FROM t_value"));
            connection.setAutoCommit(false);
            insert("", "(id, shard)", "10,1\n11,2\n");
            connection.rollback();
            lines.add("rolled back " + one("SELECT COUNT(*) FROM t_value"));
            connection.setAutoCommit(true);
        }

        private void many() throws Exception {
            StringBuilder rows = new StringBuilder();
            for (int i = 0; i < 5000; i++) {
                rows.append(i)
                        .append(',')
                        .append(i % 13)
                        .append(",r")
                        .append(i % 100)
                        .append('\n');
            }
            insert("", "(id, shard, s)", rows.toString());
            lines.add(one("SELECT CONCAT(COUNT(*), ' ', SUM(id), ' ', MIN(s), ' ', MAX(s)) FROM t_value"));
            execute(connection, "DELETE FROM t_value");
            insert("", "(id, shard, bl)", "1,1," + "x".repeat(60_000) + "\n2,2," + "y".repeat(100) + "\n");
            lines.add(one("SELECT GROUP_CONCAT(LENGTH(bl)) FROM t_value WHERE shard = 1"));
            execute(connection, "DELETE FROM t_value");
        }

        private String one(String sql) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getString(1);
            }
        }

        private void load(String rest, String content) throws Exception {
            load("", rest, content);
        }

        private void load(String duplicates, String rest, String content) throws Exception {
            insert(duplicates, rest, content);
            execute(connection, "DELETE FROM t_value");
        }

        private void insert(String duplicates, String rest, String content) throws Exception {
            Files.writeString(file, content);
            statement(duplicates, "", rest);
        }

        private void statement(String duplicates, String charset, String rest) throws Exception {
            String edges = rest.startsWith("(") || rest.startsWith("LINES") || rest.startsWith("IGNORE") ? "" : rest;
            String behind = edges.isEmpty() ? rest : "";
            lines.add("== " + duplicates + ' ' + rest);
            try (Statement statement = connection.createStatement()) {
                statement.execute("LOAD DATA LOCAL INFILE '" + file + "' " + duplicates + " INTO TABLE t_value "
                        + charset + " FIELDS TERMINATED BY ',' " + edges + ' ' + behind);
                lines.add("count " + statement.getUpdateCount());
            } catch (SQLException e) {
                lines.add("error " + e.getErrorCode() + ' ' + e.getMessage());
            }
            int before = lines.size();
            show("SHOW WARNINGS");
            // Those of lines and those of values are told in another order.
            lines.subList(before, lines.size()).sort(null);
            show("SELECT * FROM t_value WHERE id < 20 ORDER BY id, shard");
        }

        private void show(String sql) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        String value = rows.getString(i);
                        row.add(value == null ? "NULL" : logic(value));
                    }
                    lines.add(String.join("|", row));
                }
            }
        }

        /** Rows of a node's INSERT are not counted as those of the file, and its table is another one. */
        private String logic(String message) {
            int row = message.lastIndexOf(" at row ");
            String text = row < 0 ? message : message.substring(0, row);
            int column = text.indexOf("for column `");
            return column < 0 ? text : text.substring(0, column) + text.substring(text.lastIndexOf('.') + 1);
        }
    }

    // ---- packets

    private static RawClient login(ServedDatabases served) throws Exception {
        RawClient client = new RawClient(served.proxy().port());
        client.can(Capabilities.LOCAL_FILES);
        assertThat(client.login(
                        ServedDatabases.USER,
                        ServedDatabases.PASSWORD,
                        served.sharded().databaseName()))
                .isZero();
        return client;
    }

    private static String text(byte[] packet) {
        return new String(packet, StandardCharsets.UTF_8);
    }

    private static long rows(ServedDatabases served) throws SQLException {
        try (Connection connection = served.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void aFileIsAllOrNothing() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT,"
                            + " PRIMARY KEY (order_id, user_id))");
            try (RawClient client = login(served)) {
                client.query("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order");
                byte[] asked = client.read();
                assertThat(asked[0] & 0xff).isEqualTo(0xfb);
                assertThat(text(asked)).endsWith("any");
                client.write(2, "1\t1\n2\t".getBytes(StandardCharsets.UTF_8));
                client.write(3, "2\n".getBytes(StandardCharsets.UTF_8));
                client.write(4, new byte[0]);
                assertThat(text(client.read())).endsWith("Records: 2  Deleted: 0  Skipped: 0  Warnings: 0");
                assertThat(rows(served)).isEqualTo(2);

                // The key of a row tells no data node, which is found when many are there already.
                client.query("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order");
                client.read();
                StringBuilder many = new StringBuilder();
                for (int i = 10; i < 1000; i++) {
                    many.append(i).append('\t').append(i % 3).append('\n');
                }
                client.write(2, many.toString().getBytes(StandardCharsets.UTF_8));
                client.write(3, "5\tfive\n".getBytes(StandardCharsets.UTF_8));
                client.write(4, "6\t6\n".getBytes(StandardCharsets.UTF_8));
                client.write(5, new byte[0]);
                assertThat(text(client.read())).contains("SHD-4106");
                assertThat(rows(served)).isEqualTo(2);

                client.query("BEGIN");
                client.read();
                client.query("INSERT INTO t_order VALUES (7, 7)");
                client.read();
                client.query("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order");
                client.read();
                client.write(2, "8\t8\nx\t9\n".getBytes(StandardCharsets.UTF_8));
                client.write(3, new byte[0]);
                assertThat(client.read()[0] & 0xff).isEqualTo(0xff);
                client.query("COMMIT");
                assertThat(client.read()[0]).isZero();
                assertThat(rows(served)).isEqualTo(3);

                client.query("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order");
                client.read();
                client.write(2, many.toString().getBytes(StandardCharsets.UTF_8));
            }
            long end = System.nanoTime() + 20_000_000_000L;
            while (served.proxy().clients() > 0 && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            assertThat(rows(served)).isEqualTo(3);
        }
    }

    @Test
    void aPartThatIsNotNextEndsTheSession() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT,"
                            + " PRIMARY KEY (order_id, user_id))");
            try (RawClient client = login(served)) {
                client.query("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order");
                client.read();
                client.query("SELECT 1");
                assertThat(client.read()[0] & 0xff).isEqualTo(0xff);
                assertThat(client.isClosedByServer()).isTrue();
            }
        }
    }

    @Test
    void whatCannotBeLoadedIsRefusedBeforeTheFileIsAskedFor() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB);
                RawClient client = login(served)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, note VARCHAR(5),"
                            + " PRIMARY KEY (order_id, user_id))");
            String begin = "LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order ";
            for (String sql : List.of(
                    begin + "(order_id, @a)",
                    begin + "(order_id) SET user_id = 1",
                    begin + "PARTITION (p) (order_id)",
                    begin + "FIELDS TERMINATED BY '' (order_id)",
                    begin + "CHARACTER SET gbk (order_id)",
                    begin + "; SELECT 1",
                    begin + "CHARACTER SET binary (order_id, note)",
                    begin + "CHARACTER SET latin2 FIELDS TERMINATED BY '€' (order_id)",
                    begin + "FIELDS ENCLOSED BY '§' (order_id)",
                    begin + "FIELDS TERMINATED BY ',' LINES TERMINATED BY '' IGNORE 1 LINES (order_id)",
                    begin + "FIELDS TERMINATED BY ',' LINES TERMINATED BY ',' IGNORE 1 LINES (order_id)",
                    "LOAD DATA INFILE '/etc/passwd' INTO TABLE t_order",
                    "LOAD XML LOCAL INFILE 'any' INTO TABLE t_order")) {
                client.query(sql);
                byte[] answer = client.read();
                assertThat(answer[0] & 0xff).as(sql).isEqualTo(0xff);
                assertThat(answer[1] & 0xff | (answer[2] & 0xff) << 8).as(sql).isEqualTo(1235);
            }
        }
        try (ServedDatabases without = ServedDatabases.start(DatabaseKind.MARIADB, "proxy_files");
                Connection connection = DriverManager.getConnection(
                        "jdbc:mysql" + without.proxyPlace() + "?allowPublicKeyRetrieval=true&allowLoadLocalInfile=true",
                        ServedDatabases.USER,
                        ServedDatabases.PASSWORD);
                Statement statement = connection.createStatement()) {
            assertThat(refusal(statement)).isEqualTo(1148);
        }
    }

    @Test
    void aLineWhoseOutcomeIsNotKnownIsRefused() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB);
                RawClient client = login(served)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, n INT NOT NULL,"
                            + " t TIMESTAMP NOT NULL, PRIMARY KEY (order_id, user_id))");
            String time = "2020-01-01 00:00:00";
            refuses(client, "", "1\t1\t1\t\\N\n", "NOT NULL column t");
            refuses(client, "REPLACE", "1\t1\t\\N\t" + time + "\n", "NOT NULL column n");
            refuses(client, "REPLACE", "1\t1\t1\t" + time + "\tmore\n", "too many fields");
            refuses(client, "REPLACE", "1\t1\n", "too few fields");
            assertThat(rows(served)).isZero();
            assertThat(load(client, "REPLACE", "1\t1\t1\t" + time + "\n")).contains("Records: 1");
            assertThat(rows(served)).isEqualTo(1);
        }
    }

    private static void refuses(RawClient client, String duplicates, String content, String message)
            throws IOException {
        assertThat(load(client, duplicates, content))
                .contains("does not support")
                .contains(message);
    }

    private static String load(RawClient client, String duplicates, String content) throws IOException {
        client.query("LOAD DATA LOCAL INFILE 'any' " + duplicates + " INTO TABLE t_order");
        assertThat(client.read()[0] & 0xff).isEqualTo(0xfb);
        client.write(2, content.getBytes(StandardCharsets.UTF_8));
        client.write(3, new byte[0]);
        return text(client.read());
    }

    /** Where a client compresses, it goes on from the number of the compressed packet. */
    @Test
    void aFileIsLoadedBehindAnotherStatement() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT,"
                            + " PRIMARY KEY (order_id, user_id))");
            try (RawClient client = new RawClient(served.proxy().port())) {
                client.can(Capabilities.LOCAL_FILES | Capabilities.COMPRESS);
                assertThat(client.login(
                                ServedDatabases.USER,
                                ServedDatabases.PASSWORD,
                                served.sharded().databaseName()))
                        .isZero();
                byte[] query = "\u0003DO 1; DO 2; LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order"
                        .getBytes(StandardCharsets.UTF_8);
                client.writeBytes(alone(0, 0, query));
                // Two OKs of 11 bytes and the file's name in one compressed packet, which has the number 1.
                assertThat(client.readBytes(7)).startsWith(30, 0, 0, 1);
                assertThat(client.readBytes(30)).endsWith(0xfb, 'a', 'n', 'y');
                client.writeBytes(alone(2, 2, "1\t1\n".getBytes(StandardCharsets.UTF_8)));
                client.writeBytes(alone(3, 3, new byte[0]));
                byte[] head = client.readBytes(7);
                assertThat(head[3]).isEqualTo((byte) 4);
                client.readBytes(head[0] & 0xff);
                assertThat(rows(served)).isEqualTo(1);
            }
        }
    }

    /** A packet in a compressed one, as it is. */
    private static byte[] alone(int outer, int inner, byte[] payload) {
        byte[] all = new byte[11 + payload.length];
        all[0] = (byte) (payload.length + 4);
        all[3] = (byte) outer;
        all[7] = (byte) payload.length;
        all[10] = (byte) inner;
        System.arraycopy(payload, 0, all, 11, payload.length);
        return all;
    }

    @Test
    void noWarningNamesARowOfAnotherCount() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB);
                RawClient client = login(served)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, n INT,"
                            + " PRIMARY KEY (order_id, user_id))");
            assertThat(load(client, "", "1\t1\t1\n2\t2\t2\n3\t3\tx\n")).endsWith("Warnings: 1");
            client.query("SHOW WARNINGS");
            for (int i = 0; i < 4; i++) {
                client.read();
            }
            assertThat(text(client.read())).contains("1366").contains("'x'").doesNotContain("at row");
        }
    }

    @Test
    void theLastKeyOfManyInsertsIsUnknown() throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB);
                RawClient client = login(served)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, k BIGINT AUTO_INCREMENT,"
                            + " PRIMARY KEY (order_id, user_id), KEY (k))");
            StringBuilder many = new StringBuilder();
            for (int i = 0; i < 129; i++) {
                many.append(i).append("\t1\n");
            }
            client.query("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order (order_id, user_id)");
            assertThat(client.read()[0] & 0xff).isEqualTo(0xfb);
            client.write(2, many.toString().getBytes(StandardCharsets.UTF_8));
            client.write(3, new byte[0]);
            assertThat(text(client.read())).contains("Records: 129");
            client.query("SELECT LAST_INSERT_ID()");
            assertThat(client.read()[0] & 0xff).isEqualTo(0xff);
        }
    }

    /** A connection on which the statements of INSERTs fail in a way of the test's own. */
    private static DataSource failing(DataSource all, String method, Throwable failure) {
        return proxy(DataSource.class, all, (name, result) -> {
            if (!(result instanceof Connection connection)) {
                return result;
            }
            return proxy(Connection.class, connection, (ofConnection, made) -> {
                if (!ofConnection.equals("prepareStatement")) {
                    return made;
                }
                return proxy(PreparedStatement.class, made, (ofStatement, any) -> {
                    if (ofStatement.equals(method)) {
                        throw failure;
                    }
                    return any;
                });
            });
        });
    }

    private interface Then {
        @Nullable
        Object result(String method, @Nullable Object result) throws Throwable;
    }

    private static <T> T proxy(Class<T> kind, @Nullable Object target, Then then) {
        return kind.cast(
                Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (self, method, arguments) -> {
                    try {
                        return then.result(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }

    @ParameterizedTest
    @CsvSource({"executeLargeUpdate, true", "executeLargeUpdate, false", "close, true", "close, false"})
    void whateverFailsNothingOfTheFileStays(String method, boolean checked) throws Exception {
        try (ServedDatabases served = serve(DatabaseKind.MARIADB)) {
            served.fixture()
                    .onSharded("CREATE TABLE t_order (order_id BIGINT, user_id BIGINT,"
                            + " PRIMARY KEY (order_id, user_id))");
            Throwable failure = checked ? new SQLException("no more") : new IllegalStateException("no more");
            ProxyAccount account = new ProxyAccount("any", AddressPattern.ANY, null, false, null, false);
            DataSource source = failing(served.sharded(), method, failure);
            try (SessionDatabase at = new SessionDatabase("any", source, account)) {
                FileLoad load = FileLoad.begin(
                        new FileLoad.Owner() {
                            @Override
                            public void runs(Statement statement) {
                                // nobody ends it
                            }

                            @Override
                            public boolean isKilled() {
                                return false;
                            }
                        },
                        at,
                        new Diagnostics(),
                        true,
                        new LocalFile("any", false, null, Edges.USUAL, 0, List.of(), false, false),
                        "t_order",
                        1000);
                load.add("1\t1\n2\t2\n3\t3\n".getBytes(StandardCharsets.UTF_8));
                assertThatThrownBy(load::end).isInstanceOf(SQLException.class).hasMessageContaining("no more");
                assertThat(at.isInTransaction()).isFalse();
            }
            assertThat(rows(served)).isZero();
        }
    }

    private static int refusal(Statement statement) {
        try {
            statement.execute("LOAD DATA LOCAL INFILE 'any' INTO TABLE t_order");
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }
}
