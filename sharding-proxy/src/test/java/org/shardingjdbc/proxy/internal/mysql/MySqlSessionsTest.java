package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.exceptions.MySQLStatementCancelledException;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Sessions: who is let in, who is stopped, and that nothing is left of those that are gone. */
@Timeout(60)
class MySqlSessionsTest {
    private static final int CLIENTS = 20;
    private static ServedDatabases served;

    @BeforeAll
    static void start() throws Exception {
        served = ServedDatabases.start(
                TestServer.of(DatabaseKind.MARIADB),
                "proxy_sessions",
                ProxyOptions.onPort(0).clients(CLIENTS).patience(Duration.ofSeconds(2)));
        served.fixture()
                .onSharded(
                        "CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, text LONGTEXT, PRIMARY KEY (order_id, user_id))",
                        "INSERT INTO t_order VALUES (1, 1, 'a'), (2, 1, 'b'), (1, 2, 'c'), (2, 2, 'd')");
    }

    @AfterAll
    static void end() throws Exception {
        served.close();
    }

    /** Whatever a test has done: nobody is there, and no connection of a data source is out. */
    @AfterEach
    void nothingIsLeft() throws Exception {
        await(() -> served.proxy().clients() == 0, "clients are gone");
        await(() -> inUse() == 0, "connections are back");
    }

    private static int inUse() {
        int used = 0;
        for (DataSource pool : served.sharded().dataSources().values()) {
            used += ((HikariDataSource) pool).getHikariPoolMXBean().getActiveConnections();
        }
        return used;
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition, String what) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(10);
        }
    }

    private static String url(String driver, String settings) {
        return "jdbc:" + driver + served.proxyPlace() + "?allowPublicKeyRetrieval=true" + settings;
    }

    private static Connection connect(String driver, String settings) throws SQLException {
        return DriverManager.getConnection(url(driver, settings), ServedDatabases.USER, ServedDatabases.PASSWORD);
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : "none";
        }
    }

    private static int session(Connection connection) throws SQLException {
        return Integer.parseInt(one(connection, "SELECT CONNECTION_ID()"));
    }

    private static RawClient raw() throws Exception {
        return new RawClient(served.proxy().port());
    }

    private static RawClient rawSession() throws Exception {
        RawClient client = raw();
        assertThat(client.login(
                        ServedDatabases.USER,
                        ServedDatabases.PASSWORD,
                        served.sharded().databaseName()))
                .isZero();
        return client;
    }

    private static String error(byte[] packet) {
        assertThat(packet[0] & 0xff).isEqualTo(0xff);
        return (packet[1] & 0xff | (packet[2] & 0xff) << 8) + " "
                + new String(packet, 4, packet.length - 4, StandardCharsets.UTF_8);
    }

    // ---- who is let in

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void aWrongPasswordIsRefused(String driver) {
        assertThatThrownBy(() -> DriverManager.getConnection(url(driver, ""), ServedDatabases.USER, "wrong"))
                .isInstanceOfSatisfying(SQLException.class, e -> {
                    assertThat(e.getErrorCode()).isEqualTo(1045);
                    assertThat(e.getSQLState()).isEqualTo("28000");
                });
        assertThatThrownBy(() -> DriverManager.getConnection(url(driver, ""), "stranger", ServedDatabases.PASSWORD))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1045));
        assertThatThrownBy(() -> DriverManager.getConnection(url(driver, ""), ServedDatabases.USER, ""))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1045));
    }

    @Test
    void anEmptyPasswordIsAPassword() throws Exception {
        try (Connection connection = DriverManager.getConnection(url("mariadb", ""), "nobody", "")) {
            assertThat(one(connection, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void anUnknownDatabaseIsToldFromAnUnknownUser() {
        String other = url("mysql", "").replace(served.sharded().databaseName(), "no_such_database");
        assertThatThrownBy(() -> DriverManager.getConnection(other, ServedDatabases.USER, ServedDatabases.PASSWORD))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(1049));
    }

    @Test
    void moreClientsThanAllowedAreToldSo() throws Exception {
        List<RawClient> all = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                all.add(rawSession());
            }
            try (RawClient tooMany = raw()) {
                tooMany.greeting();
                tooMany.write(1, tooMany.loginPacket(ServedDatabases.USER, ServedDatabases.PASSWORD, ""));
                assertThat(error(tooMany.read())).startsWith("1040 ");
                assertThat(tooMany.isClosedByServer()).isTrue();
            }
        } finally {
            for (RawClient each : all) {
                each.close();
            }
        }
    }

    @Test
    void aLineIsEncryptedWhereTheServerHasACertificate(@TempDir Path folder) throws Exception {
        File certificate = pem(folder, false);
        File key = pem(folder, true);
        ProxyOptions options = ProxyOptions.onPort(0)
                .certificate(certificate, key)
                .user(ServedDatabases.USER, ServedDatabases.PASSWORD);
        try (ShardingProxy encrypted = ShardingProxy.start(served.sharded(), options)) {
            String place =
                    "://127.0.0.1:" + encrypted.port() + '/' + served.sharded().databaseName();
            for (String url :
                    List.of("jdbc:mysql" + place + "?sslMode=REQUIRED", "jdbc:mariadb" + place + "?sslMode=trust")) {
                try (Connection connection =
                        DriverManager.getConnection(url, ServedDatabases.USER, ServedDatabases.PASSWORD)) {
                    assertThat(one(connection, "SELECT COUNT(*) FROM t_order")).isEqualTo("4");
                }
            }
        }
    }

    /** A certificate of its own, made by the JDK's tool, in PEM: that of the name, or its key. */
    private static File pem(Path folder, boolean isKey) throws Exception {
        Path store = folder.resolve("server.p12");
        if (!Files.exists(store)) {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "RSA",
                            "-dname",
                            "CN=localhost",
                            "-storetype",
                            "PKCS12",
                            "-storepass",
                            "changeit",
                            "-keystore",
                            store.toString())
                    .inheritIO()
                    .start();
            assertThat(keytool.waitFor()).isZero();
        }
        KeyStore opened = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        byte[] content = isKey
                ? opened.getKey("server", "changeit".toCharArray()).getEncoded()
                : opened.getCertificate("server").getEncoded();
        String kind = isKey ? "PRIVATE KEY" : "CERTIFICATE";
        Path file = folder.resolve(isKey ? "server.key" : "server.crt");
        Files.writeString(
                file,
                "-----BEGIN " + kind + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                        + kind + "-----\n");
        return file.toFile();
    }

    @Test
    void aClientBecomesAnother() throws Exception {
        try (RawClient client = rawSession()) {
            client.query("SET @a = 5");
            assertThat(client.read()[0]).isZero();
            // another user without a password, over the same nonce
            client.command(
                    0x11,
                    ("nobody\0\0" + served.sharded().databaseName() + "\0\u002d\0mysql_native_password\0")
                            .getBytes(StandardCharsets.ISO_8859_1));
            assertThat(client.read()[0]).isZero();
            client.command(0x1f, new byte[0]);
            assertThat(client.read()[0]).isZero();
            client.command(
                    0x11, ("stranger\0\0\0\u002d\0mysql_native_password\0").getBytes(StandardCharsets.ISO_8859_1));
            assertThat(error(client.read())).startsWith("1045 ");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    // ---- who is stopped

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void aStatementIsCancelledByItsClient(String driver) throws Exception {
        try (Connection connection = connect(driver, "");
                Statement statement = connection.createStatement()) {
            CompletableFuture<@Nullable SQLException> outcome = CompletableFuture.supplyAsync(() -> failure(statement));
            Thread.sleep(500);
            statement.cancel();
            assertThat((Throwable) outcome.get(10, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(
                                    // MySQL's driver puts it in place of what the server says
                                    e instanceof MySQLStatementCancelledException || e.getErrorCode() == 1317)
                            .as(e.toString())
                            .isTrue());
            assertThat(one(connection, "SELECT 5")).isEqualTo("5");
        }
    }

    /** Null where it ran to its end. */
    private static @Nullable SQLException failure(Statement statement) {
        try {
            // A SLEEP alone that is stopped returns a row.
            statement.execute("SELECT COUNT(*) FROM seq_1_to_1000000 WHERE SLEEP(0.01) = 0");
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    @Test
    void killQueryStopsWhatRunsAndLeavesTheSession() throws Exception {
        try (RawClient client = rawSession();
                Connection killer = connect("mysql", "")) {
            client.query("SELECT COUNT(*) FROM seq_1_to_1000000 WHERE SLEEP(0.01) = 0");
            Thread.sleep(500);
            long begin = System.nanoTime();
            try (Statement statement = killer.createStatement()) {
                statement.execute("KILL QUERY " + client.session());
            }
            byte[] answer = client.read();
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin))
                    .isLessThan(4);
            assertThat(error(answer)).startsWith("1317 70100");
            client.command(0x0e, new byte[0]);
            assertThat(client.read()[0]).isZero();
        }
    }

    @Test
    void killEndsTheSession() throws Exception {
        try (Connection victim = connect("mariadb", "");
                Connection killer = connect("mariadb", "");
                Statement statement = killer.createStatement()) {
            int number = session(victim);
            statement.execute("KILL " + number);
            await(() -> served.proxy().clients() == 1, "the session is gone");
            assertThatThrownBy(() -> one(victim, "SELECT 1")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> statement.execute("KILL " + number))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1094));
        }
    }

    @Test
    void nobodyKillsTheSessionsOfOthers() throws Exception {
        try (Connection other = DriverManager.getConnection(url("mariadb", ""), "nobody", "");
                Connection connection = connect("mariadb", "");
                Statement statement = connection.createStatement()) {
            int number = session(other);
            assertThatThrownBy(() -> statement.execute("KILL " + number))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1095));
        }
    }

    @Test
    void theSessionsOfAUserAreListed() throws Exception {
        try (Connection connection = connect("mysql", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW FULL PROCESSLIST")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("User")).isEqualTo(ServedDatabases.USER);
            assertThat(rows.getString("db")).isEqualTo(served.sharded().databaseName());
            assertThat(rows.getString("Info")).contains("SHOW FULL PROCESSLIST");
            assertThat(rows.next()).isFalse();
        }
    }

    // ---- what is said

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void severalStatementsOfOneTextHaveSeveralResults(String driver) throws Exception {
        try (Connection connection = connect(driver, "&allowMultiQueries=true");
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT 1; UPDATE t_order SET text = ';' WHERE user_id = 2; SELECT 3, ';'"))
                    .isTrue();
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(2);
            assertThat(statement.getMoreResults()).isTrue();
            try (ResultSet rows = statement.getResultSet()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(2)).isEqualTo(";");
            }
            assertThatThrownBy(() -> {
                        statement.execute("SELECT 1; SELECT nope; SELECT 3");
                        while (statement.getMoreResults() || statement.getUpdateCount() >= 0) {
                            // until the second one fails
                        }
                    })
                    .isInstanceOf(SQLException.class);
            assertThat(one(connection, "SELECT 4")).isEqualTo("4");
        }
        try (Connection connection = connect(driver, "");
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("SELECT 1; SELECT 2"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1064));
        }
    }

    @Test
    void theKeyOfAnInsertBehindSettingsIsTold() throws Exception {
        served.fixture().onSharded("CREATE TABLE t_key (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))");
        try (RawClient client = rawSession()) {
            client.query("SET STATEMENT sql_select_limit = 5 FOR INSERT INTO t_key (name) VALUES ('a')");
            assertThat(client.read()).startsWith(0, 1, 1);
            client.query("SET STATEMENT max_statement_time = 10 FOR INSERT INTO t_key (name) VALUES ('b')");
            assertThat(client.read()).startsWith(0, 1, 2);
        }
    }

    @Test
    void aFileOfTheClientIsRefusedByName() throws Exception {
        try (RawClient client = rawSession()) {
            client.query("LOAD DATA LOW_PRIORITY LOCAL INFILE '/etc/passwd' INTO TABLE t_order");
            assertThat(error(client.read())).startsWith("1148 42000").contains("LOAD DATA LOCAL");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/*!120000 */ LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE t_other",
                "LOAD /*!120000 */ DATA /*!120000 */ LOCAL INFILE '/etc/passwd' INTO TABLE t_other",
                "/*!120000 */ KILL 1",
                "/*!120000 */ SET NAMES latin1",
                "/*M!120000 */ USE nowhere",
                "KILL /*!120000 5 */ 6",
            })
    void whatOnlySomeVersionsExecuteIsNoWayPastTheServer(String sql) throws Exception {
        try (RawClient client = rawSession()) {
            client.query(sql);
            assertThat(error(client.read())).startsWith("1235 ").contains("only some versions");
            client.command(0x16, sql.getBytes(StandardCharsets.UTF_8));
            assertThat(error(client.read())).startsWith("1235 ");
            client.query("/*!40101 SET NAMES utf8 */");
            assertThat(client.read()[0]).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "KILL 5 + 1",
                "KILL 5 'x",
                "USE nowhere garbage",
                "SHOW PROCESSLIST x",
                "SHOW WARNINGS x",
                "SHOW WARNINGS LIMIT 1 x",
                "SHOW ERRORS LIMIT 1, 2 x",
                "SHOW COUNT(*) WARNINGS x"
            })
    void whatIsBehindAStatementIsNotPassedOver(String sql) throws Exception {
        try (RawClient client = rawSession()) {
            client.query(sql);
            assertThat(error(client.read())).startsWith("1064 ");
        }
    }

    @Test
    void aDriverThatReadsFilesOfThisMachineIsNotServed() throws Exception {
        try (Fixture<ShardingDataSource> reading = Fixture.on(
                        TestServer.of(DatabaseKind.MARIADB).with("allowLocalInfile=true"), "proxy_reading")
                .dataSources(2)
                .open(ShardingDataSourceFactory::create)) {
            assertThatThrownBy(() -> ShardingProxy.start(reading.sharded(), ProxyOptions.onPort(0)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("allowLocalInfile=false");
        }
    }

    @Test
    void aDriverThatTakesNumbersForBitsIsNotServed() throws Exception {
        try (Fixture<ShardingDataSource> bits = Fixture.on(
                        TestServer.of(DatabaseKind.MARIADB).with("allowLocalInfile=false"), "proxy_bits")
                .dataSources(2)
                .open(ShardingDataSourceFactory::create)) {
            assertThatThrownBy(() -> ShardingProxy.start(bits.sharded(), ProxyOptions.onPort(0)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("tinyInt1isBit=false");
        }
    }

    @Test
    void driversThatCountRowsEachInItsWayAreNotServed() throws Exception {
        try (Fixture<ShardingDataSource> mixed = Fixture.on(
                        TestServer.of(DatabaseKind.MARIADB).with("allowLocalInfile=false&tinyInt1isBit=false"),
                        "proxy_mixed")
                .dataSources(2)
                .open(MySqlSessionsTest::countingChangedRowsInOne)) {
            assertThatThrownBy(() -> ShardingProxy.start(mixed.sharded(), ProxyOptions.onPort(0)))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("useAffectedRows");
        }
    }

    private static ShardingDataSource countingChangedRowsInOne(InputStream yaml) throws SQLException, IOException {
        String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8)
                .replaceFirst("tinyInt1isBit=false", "tinyInt1isBit=false&useAffectedRows=true");
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Of the last statement, also where that has failed without the library. */
    @Test
    void errorsAreThoseOfTheLastStatement() throws Exception {
        try (Connection connection = connect("mariadb", "");
                Statement statement = connection.createStatement()) {
            for (String each : List.of("SELECT no_column FROM t_order", "USE nowhere", "KILL 5 + 1")) {
                assertThatThrownBy(() -> statement.execute(each)).isInstanceOf(SQLException.class);
                assertThat(one(connection, "SHOW COUNT(*) ERRORS")).as(each).isEqualTo("1");
            }
        }
    }

    @Test
    void foundRowsAreOfferedAsTheDriversCount() throws Exception {
        try (Fixture<ShardingDataSource> changed = Fixture.on(
                                TestServer.of(DatabaseKind.MARIADB)
                                        .with("allowLocalInfile=false&tinyInt1isBit=false&useAffectedRows=true"),
                                "proxy_changed")
                        .dataSources(2)
                        .open(ShardingDataSourceFactory::create);
                ShardingProxy other = ShardingProxy.start(
                        changed.sharded(), ProxyOptions.onPort(0).user("app", ""));
                RawClient client = new RawClient(other.port());
                RawClient found = raw()) {
            assertThat(client.greeting() & Capabilities.FOUND_ROWS).isZero();
            assertThat(found.greeting() & Capabilities.FOUND_ROWS).isNotZero();
        }
    }

    @Test
    void whatIsPreparedIsNoWayPastTheServerEither() throws Exception {
        String settings = "&useServerPrepStmts=true";
        try (Connection connection = connect("mariadb", settings);
                PreparedStatement prepared = connection.prepareStatement("SELECT CONNECTION_ID()")) {
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(session(connection));
            }
        }
        try (RawClient client = rawSession()) {
            client.command(0x16, "SET sql_select_limit = 1".getBytes(StandardCharsets.UTF_8));
            assertThat(error(client.read())).startsWith("1295 ");
            client.command(0x16, "SET @a = 1, NAMES latin1".getBytes(StandardCharsets.UTF_8));
            assertThat(error(client.read())).startsWith("1295 ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void aVariableGetsTheNumberOfTheSession(String driver) throws Exception {
        try (Connection connection = connect(driver, "");
                Statement statement = connection.createStatement()) {
            statement.execute("SET @own = CONNECTION_ID()");
            assertThat(one(connection, "SELECT @own")).isEqualTo(Integer.toString(session(connection)));
        }
    }

    @Test
    void passwordsAreNotShown() throws Exception {
        try (Connection connection = connect("mysql", "");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW FULL PROCESSLIST /* SET PASSWORD = 'x' */")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("Info")).startsWith("(not shown");
        }
    }

    @Test
    void unknownCommandsAreRefused() throws Exception {
        try (RawClient client = rawSession()) {
            for (int command : new int[] {0x05, 0x06, 0x07, 0x08, 0x0d, 0x12, 0x13, 0x15, 0x1e, 0xfa, 0xff}) {
                client.command(command, new byte[0]);
                assertThat(error(client.read())).startsWith("1047 08S01");
            }
        }
    }

    @Test
    void aStatementOfSeveralPacketsIsExecuted() throws Exception {
        try (RawClient client = rawSession()) {
            byte[] half = new byte[PacketWriter.MAX_PAYLOAD];
            Arrays.fill(half, (byte) 'x');
            byte[] begin = "\3SELECT LENGTH('".getBytes(StandardCharsets.UTF_8);
            System.arraycopy(begin, 0, half, 0, begin.length);
            client.write(0, half);
            client.write(1, "xxx')".getBytes(StandardCharsets.UTF_8));
            assertThat(client.read()).containsExactly(1);
            client.read();
            String length = Integer.toString(PacketWriter.MAX_PAYLOAD - begin.length + 3);
            assertThat(new String(client.read(), 1, length.length(), StandardCharsets.UTF_8))
                    .isEqualTo(length);
        }
    }

    @Test
    void rowsThatAreUnderWayAreStopped() throws Exception {
        try (RawClient client = rawSession();
                Connection killer = connect("mysql", "")) {
            client.query("SELECT seq, REPEAT('x', 1000) FROM seq_1_to_200000");
            client.read();
            Thread kill = new Thread(() -> {
                try (Statement statement = killer.createStatement()) {
                    statement.execute("KILL QUERY " + client.session());
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            kill.start();
            byte[] last = client.read();
            while (last.length > 1000 || (last[0] & 0xff) != 0xff) {
                last = client.read();
            }
            assertThat(error(last)).startsWith("1317 70100");
            kill.join();
            client.command(0x0e, new byte[0]);
            assertThat(client.read()[0]).isZero();
        }
    }

    @Test
    void aClientOfAnotherCharacterSetReadsAndWritesInIt() throws Exception {
        try (RawClient client = rawSession()) {
            client.query("SET NAMES latin1");
            assertThat(client.read()[0]).isZero();
            client.command(3, "SELECT '\u00fc', LENGTH('\u00fc')".getBytes(StandardCharsets.ISO_8859_1));
            for (int i = 0; i < 3; i++) {
                client.read();
            }
            byte[] row = client.read();
            assertThat(row).containsExactly(1, 0xfc, 1, '2');
        }
    }

    // ---- who is gone

    @Test
    void whoGoesInTheMiddleOfATransactionLeavesNoLock() throws Exception {
        try (RawClient client = rawSession()) {
            client.query("BEGIN");
            client.read();
            client.query("UPDATE t_order SET text = 'x' WHERE user_id = 1");
            assertThat(client.read()[0]).isZero();
        }
        try (Connection connection = connect("mysql", "");
                Statement statement = connection.createStatement()) {
            statement.execute("SET innodb_lock_wait_timeout = 2");
            assertThat(statement.executeUpdate("UPDATE t_order SET text = 'y' WHERE user_id = 1"))
                    .isEqualTo(2);
        }
    }

    @Test
    void whoGoesInTheMiddleOfRowsStopsThem() throws Exception {
        try (RawClient client = rawSession()) {
            client.query("SELECT seq, REPEAT('x', 1000) FROM seq_1_to_10000000");
            for (int i = 0; i < 10; i++) {
                assertThat(client.read()).isNotEmpty();
            }
        }
    }

    @Test
    void aSlowClientFillsNoMemory() throws Exception {
        try (RawClient client = rawSession()) {
            client.query("SELECT seq, REPEAT('x', 10000) FROM seq_1_to_100000");
            Thread.sleep(1500);
            System.gc();
            long used =
                    Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
            // a gigabyte is on its way
            assertThat(used).isLessThan(300L * 1024 * 1024);
            assertThat(client.read()).isNotEmpty();
        }
    }
}
