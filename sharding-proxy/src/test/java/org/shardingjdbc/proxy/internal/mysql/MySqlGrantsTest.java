package org.shardingjdbc.proxy.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ProxyUser;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Who may do what, and how many may be there. */
@Timeout(120)
class MySqlGrantsTest {
    private static ServedDatabases served;
    private static ShardingDataSource ofDistSql;
    private static ShardingProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        served = ServedDatabases.start(TestServer.of(DatabaseKind.MARIADB), "proxy_grants", ProxyOptions.onPort(0));
        ofDistSql = served.fixture().another("distsql-allowed: all");
        served.fixture()
                .onSharded(
                        "CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, amount INT, PRIMARY KEY (order_id, user_id))",
                        "INSERT INTO t_order VALUES (1, 1, 10), (2, 2, 20), (3, 3, 30)");
        Map<String, ShardingDataSource> databases = new LinkedHashMap<>();
        databases.put("logic", ofDistSql);
        databases.put("second", served.sharded());
        proxy = ShardingProxy.start(
                databases,
                ProxyOptions.onPort(0)
                        .user(ProxyUser.of("writer", "w"))
                        .user(ProxyUser.of("reader", "r").readOnly())
                        .user(ProxyUser.of("second", "s").databases("second"))
                        .user(ProxyUser.of("speaker", "d").distSql())
                        .user(ProxyUser.of("guarded", "far").from("10.0.0.0/8"))
                        .user(ProxyUser.of("empty", "").databases("second").readOnly()));
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        ofDistSql.close();
        served.close();
    }

    private static Connection connect(ShardingProxy to, String database, String user, String password, String settings)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mariadb://127.0.0.1:" + to.port() + '/' + database + settings, user, password);
    }

    private static Connection connect(String user, String password) throws SQLException {
        return connect(proxy, "logic", user, password, "");
    }

    private static String value(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static void execute(Connection connection, String... all) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : all) {
                statement.execute(sql);
            }
        }
    }

    private static void assertRefused(ThrowingCallable what, int number, String message) {
        assertThatThrownBy(what).isInstanceOfSatisfying(SQLException.class, e -> {
            assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(number);
            assertThat(e.getMessage()).contains(message);
        });
    }

    private static RawClient raw(String user, String password, String database) throws Exception {
        RawClient client = new RawClient(proxy.port());
        assertThat(client.login(user, password, database)).isZero();
        return client;
    }

    private static String answer(RawClient client) throws Exception {
        byte[] packet = client.read();
        if ((packet[0] & 0xff) != 0xff) {
            return "no error";
        }
        return (packet[1] & 0xff | (packet[2] & 0xff) << 8) + " "
                + new String(packet, 4, packet.length - 4, StandardCharsets.UTF_8);
    }

    // ---- who only reads

    @ParameterizedTest
    @ValueSource(strings = {"", "?useServerPrepStmts=true"})
    void readersRead(String settings) throws Exception {
        try (Connection connection = connect(proxy, "logic", "reader", "r", settings);
                PreparedStatement prepared =
                        connection.prepareStatement("SELECT amount FROM t_order WHERE user_id = ?")) {
            prepared.setInt(1, 2);
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(20);
            }
            execute(
                    connection,
                    "SET NAMES latin1",
                    "SET time_zone = '+00:00'",
                    "BEGIN",
                    "SELECT * FROM t_order",
                    "COMMIT",
                    "START TRANSACTION READ ONLY",
                    "ROLLBACK",
                    "SHOW TABLES",
                    "SHOW PROCESSLIST",
                    "SET STATEMENT max_statement_time = 10 FOR SELECT * FROM t_order",
                    "USE second");
            assertThat(value(connection, "SELECT SUM(amount) FROM t_order")).isEqualTo("60");
            assertThat(value(connection, "SELECT @@session.tx_read_only")).isEqualTo("1");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t_order VALUES (9, 9, 90)",
                "REPLACE INTO t_order VALUES (9, 9, 90)",
                "UPDATE t_order SET amount = 0",
                "DELETE FROM t_order WHERE user_id = 1",
                "SELECT * FROM t_order WHERE user_id = 1 FOR UPDATE",
                "TRUNCATE t_order",
                "CREATE TABLE t_new (x INT)",
                "DROP TABLE t_order",
                "CALL p()",
                "DO SLEEP(0)",
                "START TRANSACTION READ WRITE",
                "SET TRANSACTION READ WRITE",
                "SET SESSION TRANSACTION READ WRITE",
                "SET tx_read_only = 0",
                "SET @@session.tx_read_only = 0",
                "SET GLOBAL max_connections = 5",
                "SET NAMES utf8mb4, tx_read_only = 0",
                "SET STATEMENT tx_read_only = 0 FOR SELECT 1",
                "SET STATEMENT sql_select_limit = 1 FOR DELETE FROM t_order",
                "SET STATEMENT max_statement_time = 10 FOR DELETE FROM t_order",
                "/*!120000 */ DELETE FROM t_order",
                "LOCK TABLES t_order WRITE",
                "CREATE SHARDING TABLE RULE t_new (DATANODES('ds_0.t_new'))",
            })
    void readersWriteNothing(String sql) throws Exception {
        for (String settings : new String[] {"", "?useServerPrepStmts=true"}) {
            try (Connection connection = connect(proxy, "logic", "reader", "r", settings)) {
                assertRefused(
                        () -> {
                            try (PreparedStatement prepared = connection.prepareStatement(sql)) {
                                prepared.execute();
                            }
                        },
                        1142,
                        "reader may only read");
                assertRefused(() -> execute(connection, sql), 1142, "reader may only read");
                assertThat(value(connection, "SELECT SUM(amount) FROM t_order")).isEqualTo("60");
                assertThat(value(connection, "SELECT @@session.tx_read_only")).isEqualTo("1");
            }
        }
    }

    @Test
    void readersStayReaders() throws Exception {
        try (RawClient client = raw("reader", "r", "logic")) {
            client.command(0x1f, new byte[0]);
            assertThat(answer(client)).isEqualTo("no error");
            client.query("DELETE FROM t_order");
            assertThat(answer(client)).startsWith("1142 42000").contains("may only read");
            client.command(0x02, "second".getBytes(StandardCharsets.UTF_8));
            assertThat(answer(client)).isEqualTo("no error");
            client.query("SELECT 1; DELETE FROM t_order");
            byte[] packet = client.read();
            while ((packet[0] & 0xff) != 0xff) {
                packet = client.read();
            }
            assertThat(new String(packet, StandardCharsets.UTF_8)).contains("may only read");
            client.command(0x04, "t_order\0".getBytes(StandardCharsets.UTF_8));
            assertThat(answer(client)).isEqualTo("no error");
        }
        try (Connection writer = connect("writer", "w")) {
            execute(writer, "UPDATE t_order SET amount = amount + 1", "UPDATE t_order SET amount = amount - 1");
            assertThat(value(writer, "SELECT @@session.tx_read_only")).isEqualTo("0");
        }
    }

    @Test
    void whoBecomesAReaderIsOne() throws Exception {
        try (RawClient client = raw("writer", "w", "logic")) {
            client.command(0x11, "empty\0\0\0\u002d\0mysql_native_password\0".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(answer(client)).isEqualTo("no error");
            client.query("DELETE FROM t_order");
            assertThat(answer(client)).startsWith("1142 ");
            client.query("USE logic");
            assertThat(answer(client)).startsWith("1044 ");
        }
        try (RawClient client = raw("writer", "w", "logic")) {
            client.command(
                    0x11, "empty\0\0logic\0\u002d\0mysql_native_password\0".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(answer(client)).startsWith("1044 ");
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    // ---- databases, DistSQL, addresses

    @Test
    void databasesAreGranted() throws Exception {
        assertRefused(() -> connect("second", "s"), 1044, "Access denied for user 'second'@'127.0.0.1'");
        try (Connection connection = connect(proxy, "second", "second", "s", "")) {
            assertThat(value(connection, "SELECT COUNT(*) FROM t_order")).isEqualTo("3");
            assertRefused(() -> execute(connection, "USE logic"), 1044, "to database 'logic'");
            assertRefused(() -> execute(connection, "USE nowhere"), 1044, "to database 'nowhere'");
            assertRefused(() -> connection.setCatalog("logic"), 1044, "to database 'logic'");
        }
        try (RawClient client = raw("second", "s", "")) {
            // the only one that it may use
            client.query("SELECT COUNT(*) FROM t_order");
            assertThat(answer(client)).isEqualTo("no error");
        }
    }

    @Test
    void distSqlIsGranted() throws Exception {
        try (Connection connection = connect("speaker", "d")) {
            assertThat(value(connection, "SHOW SHARDING TABLE RULES")).isNotEmpty();
        }
        try (Connection connection = connect("writer", "w")) {
            assertRefused(() -> value(connection, "SHOW SHARDING TABLE RULES"), 1142, "DistSQL");
            assertRefused(() -> value(connection, "/* */ SHOW SHARDING TABLE RULES"), 1142, "DistSQL");
            assertRefused(() -> execute(connection, "DROP SHARDING TABLE RULE t_order"), 1142, "DistSQL");
        }
        try (RawClient client = raw("writer", "w", "logic")) {
            client.command(0x1f, new byte[0]);
            assertThat(answer(client)).isEqualTo("no error");
            client.query("SHOW SHARDING TABLE RULES");
            assertThat(answer(client)).startsWith("1142 ");
        }
    }

    @Test
    void usersComeFromTheirAddresses() {
        assertRefused(() -> connect("guarded", "far"), 1045, "Access denied for user 'guarded'");
    }

    // ---- how many

    private static ShardingProxy limited(ProxyOptions options) throws Exception {
        return ShardingProxy.start(
                Map.of("logic", served.sharded()), options.user("a", "a").user("b", ""));
    }

    @Test
    void usersHaveSoManyClients() throws Exception {
        try (ShardingProxy limited =
                        limited(ProxyOptions.onPort(0).clientsOfUser(1).clients(3));
                Connection a = connect(limited, "logic", "a", "a", "")) {
            assertRefused(() -> connect(limited, "logic", "a", "a", ""), 1203, "User a already has more than");
            try (Connection b = connect(limited, "logic", "b", "", "")) {
                assertThat(value(b, "SELECT 1")).isEqualTo("1");
            }
            assertThat(value(a, "SELECT 1")).isEqualTo("1");
            // who becomes another leaves its place and takes one
            try (RawClient client = new RawClient(limited.port())) {
                assertThat(client.login("b", "", "logic")).isZero();
                for (int i = 0; i < 3; i++) {
                    client.command(
                            0x11, "b\0\0logic\0\u002d\0mysql_native_password\0".getBytes(StandardCharsets.ISO_8859_1));
                    assertThat(answer(client)).isEqualTo("no error");
                }
            }
        }
    }

    @Test
    void addressesAndTheServerHaveSoManyClients() throws Exception {
        try (ShardingProxy limited = limited(ProxyOptions.onPort(0).clientsOfAddress(1));
                Connection a = connect(limited, "logic", "a", "a", "")) {
            assertRefused(() -> connect(limited, "logic", "b", "", ""), 1040, "from this address");
            assertThat(value(a, "SELECT 1")).isEqualTo("1");
        }
        try (ShardingProxy limited = limited(ProxyOptions.onPort(0).clients(1));
                Connection a = connect(limited, "logic", "a", "a", "")) {
            assertRefused(() -> connect(limited, "logic", "b", "", ""), 1040, "Too many connections");
            assertThat(value(a, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void idleSessionsEnd() throws Exception {
        try (ShardingProxy limited = limited(ProxyOptions.onPort(0)
                        .idleTime(Duration.ofMillis(300))
                        .idleTransactionTime(Duration.ofSeconds(60)));
                RawClient idle = new RawClient(limited.port());
                RawClient inTransaction = new RawClient(limited.port())) {
            assertThat(idle.login("a", "a", "logic")).isZero();
            assertThat(inTransaction.login("a", "a", "logic")).isZero();
            inTransaction.query("BEGIN");
            assertThat(answer(inTransaction)).isEqualTo("no error");
            assertThat(answer(idle)).startsWith("4031 ");
            assertThat(idle.isClosedByServer()).isTrue();
            inTransaction.command(0x0e, new byte[0]);
            assertThat(answer(inTransaction)).isEqualTo("no error");
        }
    }

    @Test
    void idleTransactionsEnd() throws Exception {
        try (ShardingProxy limited = limited(ProxyOptions.onPort(0).idleTransactionTime(Duration.ofMillis(300)));
                RawClient idle = new RawClient(limited.port())) {
            assertThat(idle.login("a", "a", "logic")).isZero();
            idle.query("BEGIN");
            assertThat(answer(idle)).isEqualTo("no error");
            assertThat(answer(idle)).startsWith("4031 ");
            assertThat(idle.isClosedByServer()).isTrue();
        }
    }
}
