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
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Sessions that go from one logic database to another, are in none, or are in transactions of which little is said. */
@Timeout(120)
class MySqlDatabasesTest {
    private static ServedDatabases served;
    private static ShardingDataSource other;
    private static ShardingProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        served = ServedDatabases.start(TestServer.of(DatabaseKind.MARIADB), "proxy_databases", ProxyOptions.onPort(0));
        other = served.fixture().another();
        served.fixture()
                .onSharded(
                        "CREATE TABLE t_order (order_id BIGINT, user_id BIGINT, PRIMARY KEY (order_id, user_id))",
                        "INSERT INTO t_order VALUES (1, 1), (2, 2)");
        Map<String, ShardingDataSource> databases = new LinkedHashMap<>();
        databases.put("a", served.sharded());
        databases.put("b", other);
        proxy = ShardingProxy.start(databases, ProxyOptions.onPort(0).user("app", ""));
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        other.close();
        served.close();
    }

    private static Connection connect(String driver, String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:" + driver + "://127.0.0.1:" + proxy.port() + '/' + database, "app", "");
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

    @Test
    void settingsComeAlong() throws Exception {
        try (Connection connection = connect("mariadb", "a")) {
            execute(
                    connection,
                    "SET time_zone = '+03:00'",
                    "SET lock_wait_timeout = 10 + 5",
                    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
                    "USE b");
            assertThat(value(connection, "SELECT @@session.time_zone")).isEqualTo("+03:00");
            assertThat(value(connection, "SELECT @@session.lock_wait_timeout")).isEqualTo("15");
            assertThat(value(connection, "SELECT @@session.tx_isolation")).isEqualTo("READ-COMMITTED");
            execute(connection, "SET time_zone = '+05:00'", "USE a");
            assertThat(value(connection, "SELECT @@session.time_zone")).isEqualTo("+05:00");
            execute(connection, "SET autocommit = 0", "USE b", "INSERT INTO t_order VALUES (8, 1)", "ROLLBACK");
            assertThat(value(connection, "SELECT COUNT(*) FROM t_order")).isEqualTo("2");
        }
    }

    @Test
    void whatDoesNotComeAlongIsRefused() throws Exception {
        try (Connection connection = connect("mariadb", "a")) {
            execute(connection, "SET @x = 1");
            assertRefused(() -> execute(connection, "USE b"), 1235, "user variables");
            assertThat(value(connection, "SELECT @x")).isEqualTo("1");
            execute(connection, "USE a");
        }
        try (Connection connection = connect("mariadb", "a")) {
            execute(connection, "SELECT '@x'", "USE b", "INSERT INTO t_order VALUES (9, 1)", "USE a");
            assertRefused(() -> value(connection, "SELECT LAST_INSERT_ID()"), 1235, "LAST_INSERT_ID");
            execute(connection, "DELETE FROM t_order WHERE order_id = 9", "SET TRANSACTION READ ONLY");
            assertRefused(() -> execute(connection, "USE b"), 1235, "SET TRANSACTION");
        }
    }

    @Test
    void aStatementOfAnotherDatabaseIsNotPartOfATransaction() throws Exception {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:mariadb://127.0.0.1:" + proxy.port() + "/a?useServerPrepStmts=true", "app", "");
                PreparedStatement prepared = connection.prepareStatement("INSERT INTO t_order VALUES (?, 1)")) {
            prepared.setInt(1, 6);
            prepared.execute();
            execute(connection, "USE b", "BEGIN");
            prepared.setInt(1, 7);
            assertRefused(prepared::execute, 1235, "another logic database");
            execute(connection, "ROLLBACK");
            prepared.execute();
            execute(connection, "DELETE FROM t_order WHERE order_id IN (6, 7)");
        }
    }

    @Test
    void whoNamesNoDatabaseIsServedUntilItNeedsOne() throws Exception {
        for (String driver : new String[] {"mysql", "mariadb"}) {
            try (Connection connection = connect(driver, "")) {
                execute(connection, "SET NAMES utf8mb4", "SET autocommit = 1", "SET time_zone = '+02:00'");
                assertThat(value(connection, "SELECT 1")).isEqualTo("1");
                assertThat(value(connection, "SELECT @@version_comment")).isNotEmpty();
                assertRefused(() -> value(connection, "SELECT COUNT(*) FROM t_order"), 1046, "No database selected");
                assertRefused(() -> value(connection, "SELECT DATABASE()"), 1046, "No database selected");
                assertRefused(() -> execute(connection, "DELETE FROM t_order"), 1046, "No database selected");
                assertRefused(() -> value(connection, "SHOW TABLES"), 1046, "No database selected");
                execute(connection, "USE b");
                assertThat(value(connection, "SELECT COUNT(*) FROM t_order")).isEqualTo("2");
                assertThat(value(connection, "SELECT @@session.time_zone")).isEqualTo("+02:00");
            }
        }
    }

    @Test
    void withoutAutocommitATransactionBeginsWithAStatement() throws Exception {
        try (RawClient client = new RawClient(proxy.port())) {
            assertThat(client.login("app", "", "a")).isZero();
            client.query("SET autocommit = 0");
            byte[] ok = client.read();
            assertThat(ok[0]).isZero();
            assertThat(ok[3] & (StatusFlags.AUTOCOMMIT | StatusFlags.IN_TRANSACTION))
                    .isZero();
            client.command(0x02, "b".getBytes(StandardCharsets.UTF_8));
            ok = client.read();
            assertThat(ok[0]).isZero();
            assertThat(ok[3] & (StatusFlags.AUTOCOMMIT | StatusFlags.IN_TRANSACTION))
                    .isZero();
            client.query("DELETE FROM t_order WHERE order_id = 77");
            ok = client.read();
            assertThat(ok[3] & StatusFlags.IN_TRANSACTION).isNotZero();
            client.command(0x02, "a".getBytes(StandardCharsets.UTF_8));
            assertThat(client.read()[0] & 0xff).isEqualTo(0xff);
            client.query("COMMIT");
            ok = client.read();
            assertThat(ok[3] & StatusFlags.IN_TRANSACTION).isZero();
            client.command(0x02, "a".getBytes(StandardCharsets.UTF_8));
            assertThat(client.read()[0]).isZero();
        }
    }
}
