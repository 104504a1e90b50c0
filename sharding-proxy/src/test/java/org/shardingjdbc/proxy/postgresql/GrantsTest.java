package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ProxyUser;
import org.shardingjdbc.proxy.ShardingProxy;

/** Who may do what. */
class GrantsTest {
    private static PostgreSqlBehindProxy servers;
    private static ShardingDataSource ofDistSql;
    private static ShardingProxy proxy;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_grants");
        ofDistSql = servers.fixture().another("distsql-allowed: all");
        servers.fixture()
                .onSharded(
                        "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT, amount INT)",
                        "INSERT INTO t_order VALUES (1, 1, 10), (2, 2, 20), (3, 3, 30)");
        for (int each = 0; each < 2; each++) {
            try (Connection raw = servers.fixture().raw(each).getConnection()) {
                Clients.execute(
                        raw,
                        "CREATE FUNCTION writes_a_row() RETURNS INT LANGUAGE sql AS"
                                + " 'CREATE TABLE written_by_function (x INT); SELECT 1'",
                        "CREATE FUNCTION wants_to_write() RETURNS INT LANGUAGE sql AS"
                                + " 'SELECT set_config(''default_transaction_read_only'', ''off'', false); SELECT 1'");
            }
        }
        proxy = ShardingProxy.start(
                Map.of("logic", ofDistSql, "second", servers.fixture().sharded()),
                ProxyOptions.onPort(0)
                        .user(ProxyUser.of("writer", "w"))
                        .user(ProxyUser.of("reader", "r").readOnly())
                        .user(ProxyUser.of("second", "s").databases("second"))
                        .user(ProxyUser.of("speaker", "d").distSql())
                        .user(ProxyUser.of("guarded", "far").from("10.0.0.0/8"))
                        .user(ProxyUser.of("twice", "any"))
                        .user(ProxyUser.of("twice", "near").from("127.0.0.1")));
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        ofDistSql.close();
        servers.close();
    }

    private static void assertRefused(ThrowingCallable what, String state, String message) {
        assertThatThrownBy(what)
                .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(state))
                .satisfies(e -> assertThat(e.getMessage()).contains(message));
    }

    /** One that sends texts as they are. */
    private static Connection simple(String user, String password) throws SQLException {
        return Clients.connect(proxy, user, password, "preferQueryMode", "simple");
    }

    @Test
    void readersRead() throws Exception {
        try (Connection connection = simple("reader", "r")) {
            assertThat(Clients.value(connection, "SELECT SUM(amount) FROM t_order"))
                    .isEqualTo("60");
            assertThat(Clients.value(connection, "SHOW transaction_read_only")).isEqualTo("on");
            assertThatCode(() -> Clients.execute(
                            connection,
                            "SET DateStyle TO 'ISO, MDY'",
                            "EXPLAIN SELECT * FROM t_order WHERE user_id = 1",
                            "BEGIN",
                            "SELECT * FROM t_order",
                            "SAVEPOINT a",
                            "ROLLBACK TO SAVEPOINT a",
                            "COMMIT",
                            "BEGIN READ ONLY",
                            "ROLLBACK",
                            "DEALLOCATE ALL"))
                    .doesNotThrowAnyException();
        }
    }

    /** Pools clean sessions by these: they were refused while nobody could DISCARD, and left a session that writes. */
    @ParameterizedTest
    @ValueSource(strings = {"RESET ALL", "DISCARD ALL"})
    void readersCleanTheirSessionsAndOnlyReadBehindIt(String statement) throws Exception {
        try (Connection connection = Clients.connect(proxy, "reader", "r");
                Connection simple = simple("reader", "r")) {
            for (Connection each : List.of(connection, simple)) {
                Clients.execute(each, statement);
                assertThat(Clients.value(each, "SHOW default_transaction_read_only"))
                        .isEqualTo("on");
                assertThat(Clients.value(each, "SHOW transaction_read_only")).isEqualTo("on");
                assertRefused(() -> Clients.execute(each, "DELETE FROM t_order"), "42501", "reader may only read");
                assertRefused(
                        () -> Clients.execute(each, "CREATE SHARDING TABLE RULE t_new (DATANODES('ds_0.t_new'))"),
                        "42501",
                        "reader may only read");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t_order VALUES (9, 9, 90)",
                "UPDATE t_order SET amount = 0",
                "DELETE FROM t_order WHERE user_id = 1",
                "WITH gone AS (DELETE FROM t_order RETURNING *) SELECT * FROM gone",
                "SELECT * FROM t_order WHERE user_id = 1 FOR UPDATE",
                "SELECT * INTO t_copy FROM t_order",
                "EXPLAIN ANALYZE DELETE FROM t_order",
                "TRUNCATE t_order",
                "CREATE TABLE t_new (x INT)",
                "DROP TABLE t_order",
                "GRANT SELECT ON t_order TO PUBLIC",
                "CREATE SHARDING TABLE RULE t_new (DATANODES('ds_0.t_new'))",
                "CALL p()",
                "DO 'BEGIN END'",
                "COPY t_order FROM STDIN",
                "BEGIN READ WRITE",
                "SET TRANSACTION READ WRITE",
                "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
                "SET default_transaction_read_only TO off",
                "SET transaction_read_only = off",
                "RESET default_transaction_read_only",
                "PREPARE p AS DELETE FROM t_order",
                "EXECUTE p",
                "SET ROLE postgres",
                "SET SESSION AUTHORIZATION postgres",
                "SELECT set_config('default_transaction_read_only', 'off', false)",
                "SELECT pg_catalog.set_config('default_transaction_read_only', 'off', false)",
            })
    void readersWriteNothing(String statement) throws Exception {
        try (Connection connection = Clients.connect(proxy, "reader", "r")) {
            assertRefused(
                    () -> {
                        try (PreparedStatement prepared = connection.prepareStatement(statement)) {
                            prepared.execute();
                        }
                    },
                    "42501",
                    "reader may only read");
            assertThat(Clients.value(connection, "SELECT SUM(amount) FROM t_order"))
                    .isEqualTo("60");
        }
        try (Connection connection = simple("reader", "r")) {
            assertRefused(() -> Clients.execute(connection, statement), "42501", "reader may only read");
            assertThat(Clients.value(connection, "SHOW transaction_read_only")).isEqualTo("on");
        }
    }

    @Test
    void refusalsFailTheTransactionOfAReader() throws Exception {
        try (Connection connection = Clients.connect(proxy, "reader", "r")) {
            connection.setAutoCommit(false);
            Clients.value(connection, "SELECT COUNT(*) FROM t_order");
            assertRefused(() -> Clients.execute(connection, "DELETE FROM t_order"), "42501", "DELETE");
            assertRefused(() -> Clients.execute(connection, "SELECT 1"), "25P02", "aborted");
            connection.rollback();
            assertThat(Clients.value(connection, "SELECT COUNT(*) FROM t_order"))
                    .isEqualTo("3");
        }
    }

    @Test
    void whatFunctionsOfAReaderWriteTheDatabaseRefuses() throws Exception {
        try (Connection connection = Clients.connect(proxy, "reader", "r")) {
            assertRefused(
                    () -> Clients.value(connection, "SELECT writes_a_row() FROM t_order WHERE user_id = 1"),
                    "25006",
                    "read-only transaction");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "extended"})
    void whatAFunctionSetsMakesNoWriterOfAReader(String mode) throws Exception {
        String writes = "SELECT writes_a_row() FROM t_order WHERE user_id = 1";
        try (Connection connection = Clients.connect(proxy, "reader", "r", "preferQueryMode", mode)) {
            assertThat(Clients.value(connection, "SELECT wants_to_write() FROM t_order WHERE user_id = 1"))
                    .isEqualTo("1");
            assertRefused(() -> Clients.value(connection, writes), "25006", "read-only transaction");
            Clients.execute(connection, "BEGIN");
            assertRefused(() -> Clients.value(connection, writes), "25006", "read-only transaction");
            Clients.execute(connection, "ROLLBACK AND CHAIN");
            assertRefused(() -> Clients.value(connection, writes), "25006", "read-only transaction");
            Clients.execute(connection, "ROLLBACK", "BEGIN ISOLATION LEVEL REPEATABLE READ", "COMMIT AND CHAIN");
            assertRefused(() -> Clients.value(connection, writes), "25006", "read-only transaction");
            Clients.execute(connection, "ROLLBACK");
        }
    }

    @Test
    void theFirstMessageMakesNoWriterOfAReader() {
        assertRefused(
                () -> Clients.connect(proxy, "reader", "r", "options", "-c transaction_read_only=off"),
                "42501",
                "transaction_read_only");
    }

    @Test
    void readersLeaveNothingToThoseWhoComeAfterThem() throws Exception {
        for (int each = 0; each < 5; each++) {
            try (Connection reader = Clients.connect(proxy, "reader", "r")) {
                Clients.value(reader, "SELECT SUM(amount) FROM t_order");
            }
            try (Connection writer = simple("writer", "w")) {
                assertThat(Clients.value(writer, "SHOW transaction_read_only")).isEqualTo("off");
                assertThat(writer.unwrap(org.postgresql.PGConnection.class)
                                .getParameterStatus("default_transaction_read_only"))
                        .isEqualTo("off");
                Clients.execute(
                        writer, "UPDATE t_order SET amount = amount + 1", "UPDATE t_order SET amount = amount - 1");
            }
        }
    }

    @Test
    void databasesAreGranted() throws Exception {
        try (Connection connection = Clients.connect(proxy.port(), "second", "second", "s")) {
            assertThat(Clients.value(connection, "SELECT COUNT(*) FROM t_order"))
                    .isEqualTo("3");
        }
        assertRefused(() -> Clients.connect(proxy, "second", "s"), "42501", "permission denied for database \"logic\"");
    }

    @Test
    void distSqlIsGranted() throws Exception {
        try (Connection connection = simple("speaker", "d")) {
            assertThat(Clients.value(connection, "SHOW SHARDING TABLE RULES")).isNotEmpty();
        }
        try (Connection connection = simple("writer", "w")) {
            assertRefused(() -> Clients.value(connection, "SHOW SHARDING TABLE RULES"), "42501", "DistSQL");
            assertRefused(() -> Clients.execute(connection, "DROP SHARDING TABLE RULE t_order"), "42501", "DistSQL");
            assertThat(Clients.value(connection, "SELECT COUNT(*) FROM t_order"))
                    .isEqualTo("3");
        }
    }

    @Test
    void usersComeFromTheirAddresses() throws Exception {
        assertRefused(
                () -> Clients.connect(proxy, "guarded", "far"),
                "28P01",
                "password authentication failed for user \"guarded\"");
        assertRefused(() -> Clients.connect(proxy, "twice", "any"), "28P01", "twice");
        Clients.connect(proxy, "twice", "near").close();
        assertRefused(() -> Clients.connect(proxy, "nobody", "any"), "28P01", "nobody");
    }
}
