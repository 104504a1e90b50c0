package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/** What COPY, cursors and the cleaning of a session must not do, and what is left behind what they refuse. */
class CopyRefusalsTest {
    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_copy_refusals");
        try (Connection connection = servers.connect()) {
            Clients.execute(
                    connection,
                    "CREATE TABLE t_order (order_id bigint, user_id int, amount int,"
                            + " UNIQUE (order_id) DEFERRABLE INITIALLY DEFERRED)",
                    "CREATE TABLE t_dict (id int PRIMARY KEY, word text)");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        if (servers != null) {
            servers.close();
        }
    }

    @BeforeEach
    void fill() throws Exception {
        try (Connection connection = servers.connect()) {
            Clients.execute(
                    connection,
                    "DELETE FROM t_order",
                    "INSERT INTO t_order VALUES (1, 1, 10), (2, 2, 20), (3, 3, 30), (4, 4, 40)");
        }
    }

    private static String out(Connection connection, String sql) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, bytes);
        return bytes.toString();
    }

    private interface Attempt {
        void run() throws Exception;
    }

    private static SQLException failure(Attempt attempt) {
        return catchThrowableOfType(SQLException.class, attempt::run);
    }

    private static void assertFourRows() throws SQLException {
        try (Connection connection = servers.connect()) {
            assertThat(Clients.value(connection, "SELECT count(*) FROM t_order"))
                    .isEqualTo("4");
        }
    }

    // ---- COPY

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DELETE FROM t_order;0A000",
                "UPDATE t_order SET amount = 0;0A000",
                "DROP TABLE t_order;42601",
                "COMMIT;42601",
                "BEGIN;42601",
                "SAVEPOINT a;42601",
                "SET datestyle TO German;42601",
                "SELECT * INTO t_new FROM t_order;0A000"
            })
    void copyExecutesNothingButWhatReturnsRows(String inside, String state) throws Exception {
        try (Connection connection = servers.connect()) {
            assertThat(failure(() -> out(connection, "COPY (" + inside + ") TO STDOUT"))
                            .getSQLState())
                    .isEqualTo(state);
            assertFourRows();
            connection.setAutoCommit(false);
            Clients.execute(connection, "INSERT INTO t_order VALUES (5, 5, 50)");
            assertThat(failure(() -> out(connection, "COPY (" + inside + ") TO STDOUT"))
                            .getSQLState())
                    .isEqualTo(state);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(Clients.value(connection, "SHOW datestyle")).startsWith("ISO");
        }
        assertFourRows();
    }

    @Test
    void whatACopyChangesIsTakenBackWhereItsRowsCannotBeSent() throws Exception {
        try (Connection connection = servers.connect()) {
            assertThat(failure(() -> out(
                                    connection,
                                    "COPY (DELETE FROM t_order RETURNING order_id) TO STDOUT"
                                            + " (FORMAT csv, FORCE_QUOTE (nowhere))"))
                            .getSQLState())
                    .isNotNull();
            assertFourRows();
            assertThat(out(connection, "COPY (DELETE FROM t_order WHERE user_id = 1 RETURNING order_id) TO STDOUT"))
                    .isEqualTo("1\n");
            assertThat(Clients.value(connection, "SELECT count(*) FROM t_order"))
                    .isEqualTo("3");
        }
    }

    // ---- cursors

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DECLARE c CURSOR WITH HOLD FOR WITH x AS (DELETE FROM t_order RETURNING *) SELECT * FROM x",
                "DECLARE c CURSOR WITH HOLD FOR SELECT * FROM t_order FOR UPDATE"
            })
    void aCursorChangesNothing(String declaration) throws Exception {
        try (Connection connection = servers.connect()) {
            assertThat(failure(() -> Clients.execute(connection, declaration)).getSQLState())
                    .isEqualTo("0A000");
        }
        assertFourRows();
    }

    @Test
    void aCursorMakesNoTable() throws Exception {
        try (Connection connection = servers.connect()) {
            assertThat(failure(() -> Clients.execute(
                                    connection, "DECLARE c CURSOR WITH HOLD FOR SELECT * INTO t_new FROM t_dict"))
                            .getSQLState())
                    .isEqualTo("42601");
            assertThat(failure(() -> Clients.execute(connection, "SELECT * FROM t_new"))
                            .getSQLState())
                    .isEqualTo("42P01");
        }
    }

    @Test
    void aCursorIsNotHeldWhereItsTransactionIsNotCommitted() throws Exception {
        try (Connection connection = servers.connect("preferQueryMode", "simple")) {
            Clients.execute(
                    connection,
                    "BEGIN",
                    "INSERT INTO t_order VALUES (4, 4, 99)",
                    "DECLARE h CURSOR WITH HOLD FOR SELECT amount FROM t_order ORDER BY amount");
            assertThat(failure(() -> Clients.execute(connection, "COMMIT")).getSQLState())
                    .isEqualTo("23505");
            assertThat(failure(() -> Clients.execute(connection, "FETCH ALL FROM h"))
                            .getSQLState())
                    .isEqualTo("34000");
        }
        assertFourRows();
    }

    @Test
    void aSessionKeepsFewCursorsOutsideOfTransactions() throws Exception {
        try (Connection connection = servers.connect()) {
            for (int i = 0; i < 4; i++) {
                Clients.execute(connection, "DECLARE c" + i + " CURSOR WITH HOLD FOR SELECT 1");
            }
            SQLException refused =
                    failure(() -> Clients.execute(connection, "DECLARE c CURSOR WITH HOLD FOR SELECT 1"));
            assertThat(refused.getSQLState()).isEqualTo("54000");
            Clients.execute(connection, "CLOSE c1", "DECLARE c CURSOR WITH HOLD FOR SELECT 7");
            assertThat(Clients.value(connection, "FETCH c")).isEqualTo("7");
        }
    }

    @Test
    void theRowsOfAllHeldCursorsHaveOneBound() throws Exception {
        try (Connection connection = servers.connect("preferQueryMode", "simple")) {
            Clients.execute(connection, "BEGIN");
            for (int i = 0; i < 3; i++) {
                Clients.execute(
                        connection,
                        "DECLARE c" + i + " CURSOR WITH HOLD FOR SELECT NULL FROM generate_series(1, 300000)");
            }
            assertThat(failure(() -> Clients.execute(connection, "COMMIT")).getSQLState())
                    .isEqualTo("54000");
            Clients.execute(connection, "ROLLBACK");
        }
    }

    @Test
    void whoLostACursorIsToldWhy() throws Exception {
        try (Connection connection = servers.connect("preferQueryMode", "simple")) {
            Clients.execute(
                    connection, "BEGIN", "DECLARE c CURSOR FOR SELECT 1", "SAVEPOINT a", "ROLLBACK TO SAVEPOINT a");
            SQLException lost = failure(() -> Clients.execute(connection, "FETCH c"));
            assertThat(lost.getSQLState()).isEqualTo("34000");
            assertThat(lost.getMessage()).contains("ROLLBACK TO SAVEPOINT").contains("Declare it again");
            Clients.execute(connection, "ROLLBACK");
            assertThat(failure(() -> Clients.execute(connection, "FETCH c")).getMessage())
                    .contains("cursor \"c\" does not exist")
                    .doesNotContain("SAVEPOINT");
        }
    }

    @Test
    void aParameterThatIsNotThereIsTheClientsError() throws Exception {
        try (Connection connection = servers.connect("preferQueryMode", "simple")) {
            assertThat(failure(() -> Clients.execute(connection, "BEGIN", "DECLARE c CURSOR FOR SELECT $1::int"))
                            .getSQLState())
                    .isEqualTo("42P02");
        }
    }

    @Test
    void aFetchSendsNoMoreRowsThanAreAskedFor() throws Exception {
        try (Connection connection = servers.connect()) {
            connection.setAutoCommit(false);
            Clients.execute(connection, "DECLARE c CURSOR FOR SELECT * FROM generate_series(1, 10)");
            try (PreparedStatement fetch = connection.prepareStatement("FETCH 8 FROM c")) {
                fetch.setMaxRows(3);
                int rows = 0;
                try (ResultSet fetched = fetch.executeQuery()) {
                    while (fetched.next()) {
                        rows++;
                        assertThat(fetched.getInt(1)).isEqualTo(rows);
                    }
                }
                assertThat(rows).isEqualTo(3);
            }
            // the cursor has gone on by what the statement says
            assertThat(Clients.value(connection, "FETCH c")).isEqualTo("9");
        }
    }

    @Test
    void aCursorAndAPortalNeverHaveTheSameName() throws Exception {
        for (String each : new String[] {"DECLARE \"C_1\" CURSOR FOR SELECT 1;42P03", "FETCH \"C_1\";HYC00"}) {
            try (Connection connection = servers.connect();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.setFetchSize(2);
                // the driver gives its first portal that name
                try (ResultSet rows = statement.executeQuery("SELECT * FROM generate_series(1, 10)")) {
                    assertThat(rows.next()).isTrue();
                    String[] asked = each.split(";");
                    assertThat(failure(() -> Clients.execute(connection, asked[0]))
                                    .getSQLState())
                            .isEqualTo(asked[1]);
                }
            }
        }
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            Clients.execute(connection, "DECLARE \"C_1\" CURSOR FOR SELECT 1");
            statement.setFetchSize(2);
            assertThat(failure(() -> statement.executeQuery("SELECT * FROM generate_series(1, 10)"))
                            .getSQLState())
                    .isEqualTo("42P03");
        }
    }

    // ---- settings

    @Test
    void settingsGoBackToWhatTheClientCameInWith() throws Exception {
        try (Connection connection = servers.connect("options", "-c statement_timeout=54321 -c TimeZone=Asia/Tokyo")) {
            for (String each : new String[] {
                "RESET statement_timeout", "SET statement_timeout TO DEFAULT", "RESET ALL", "DISCARD ALL"
            }) {
                Clients.execute(connection, "SET statement_timeout TO 99999", each);
                assertThat(Clients.value(connection, "SHOW statement_timeout"))
                        .as(each)
                        .isEqualTo("54321ms");
            }
            Clients.execute(connection, "BEGIN", "SET LOCAL statement_timeout TO 99999");
            Clients.execute(connection, "SET LOCAL statement_timeout TO DEFAULT");
            assertThat(Clients.value(connection, "SHOW statement_timeout")).isEqualTo("54321ms");
            Clients.execute(connection, "ROLLBACK");
        }
    }

    @Test
    void discardAllForgetsWhatTheSessionHasAndNotWithinATransaction() throws Exception {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            Clients.execute(connection, "DECLARE c CURSOR WITH HOLD FOR SELECT 1", "DISCARD ALL");
            assertThat(failure(() -> Clients.execute(connection, "FETCH c")).getSQLState())
                    .isEqualTo("34000");
            connection.setAutoCommit(false);
            statement.execute("SELECT 1");
            assertThat(failure(() -> Clients.execute(connection, "DISCARD ALL")).getSQLState())
                    .isEqualTo("25001");
        }
    }
}
