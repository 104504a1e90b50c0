package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.jdbc.faults.ServerShards.number;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** What a statement leaves with its session reaches all of it, nobody else, and ends with it. */
@Timeout(300)
class SessionStateTest {
    private static ServerShards shards(DatabaseKind kind) throws SQLException, IOException {
        return new ServerShards(TestServer.of(kind), "session_state", 4);
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POSTGRESQL | SELECT pg_try_advisory_lock(7) | SELECT pg_advisory_unlock(7) | t | f",
                "MARIADB | SELECT GET_LOCK('seven', 0) | SELECT RELEASE_LOCK('seven') | 1 | 0",
                "MYSQL | SELECT GET_LOCK('seven', 0) | SELECT RELEASE_LOCK('seven') | 1 | 0"
            })
    void aSessionLockExcludesOthersUntilItIsFreedOrItsSessionEnds(
            DatabaseKind kind, String take, String free, String taken, String refused)
            throws SQLException, IOException {
        try (ServerShards shards = shards(kind)) {
            lockInTurn(shards, take, free, taken, refused);
            shards.awaitIdle();
        }
    }

    private static void lockInTurn(ServerShards shards, String take, String free, String taken, String refused)
            throws SQLException {
        try (Connection other = shards.connection()) {
            try (Connection one = shards.connection()) {
                assertThat(text(one, take)).isEqualTo(taken);
                for (int i = 0; i < 6; i++) {
                    assertThat(text(other, take)).isEqualTo(refused);
                    // Statements and transactions of its session leave it alone, wherever they run.
                    one.setAutoCommit(i % 2 == 0);
                    assertThat(number(one, "SELECT COUNT(*) FROM t")).isEqualTo(ServerShards.ROWS);
                    one.setAutoCommit(true);
                }
                assertThat(text(one, free)).isEqualTo(taken);
                assertThat(text(other, take)).isEqualTo(taken);
                assertThat(text(one, take)).isEqualTo(refused);
                assertThat(text(other, free)).isEqualTo(taken);
                assertThat(text(one, take)).isEqualTo(taken);
            }
            assertThat(text(other, take)).isEqualTo(taken);
        }
    }

    @Test
    void whoHasNoLockAnyMoreKeepsNoConnection() throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL);
                Connection connection = shards.connection()) {
            assertThat(text(connection, "SELECT pg_try_advisory_lock(8)")).isEqualTo("t");
            assertThat(text(connection, "SELECT pg_advisory_unlock(8)")).isEqualTo("t");
            shards.awaitIdle();
        }
    }

    @Test
    void aLockBesideTablesIsRefused() throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL);
                Connection connection = shards.connection()) {
            assertThatThrownBy(() -> text(connection, "SELECT pg_advisory_lock(id) FROM t"))
                    .hasMessageContaining("SHD-6009");
            assertThatThrownBy(() -> text(connection, "SELECT pg_advisory_xact_lock(id) FROM t WHERE id = 1"))
                    .hasMessageContaining("SHD-6009");
        }
    }

    /** As Flyway does before and after its work, with a logical connection for each run. */
    @Test
    void setConfigIsASet() throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL)) {
            for (int i = 0; i < 12; i++) {
                try (Connection connection = shards.connection();
                        PreparedStatement path =
                                connection.prepareStatement("SELECT set_config('search_path', ?, false)")) {
                    connection.setAutoCommit(false);
                    path.setString(1, "public, pg_temp");
                    try (ResultSet rows = path.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getString(1)).isEqualTo("public, pg_temp");
                        assertThat(rows.getMetaData().getColumnLabel(1)).isEqualTo("set_config");
                    }
                    connection.commit();
                    run(connection, "SET ROLE postgres");
                    for (int id = 0; id < 4; id++) {
                        assertThat(text(connection, "SELECT current_setting('search_path') FROM t WHERE id = " + id))
                                .isEqualTo("public, pg_temp");
                    }
                    run(connection, "SELECT set_config('search_path', '\"$user\", public', false)");
                    connection.rollback();
                }
            }
            shards.awaitIdle();
            try (Connection connection = shards.connection()) {
                for (int id = 0; id < 4; id++) {
                    assertThat(text(connection, "SELECT current_setting('search_path') FROM t WHERE id = " + id))
                            .isEqualTo("\"$user\", public");
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"MARIADB", "MYSQL"})
    void aBoundValueOfSetIsAConstant(DatabaseKind kind) throws SQLException, IOException {
        try (ServerShards shards = shards(kind)) {
            for (int i = 0; i < 12; i++) {
                try (Connection connection = shards.connection();
                        PreparedStatement set = connection.prepareStatement("SET foreign_key_checks = ?, @mine = ?")) {
                    set.setInt(1, 0);
                    set.setString(2, "it's mine");
                    set.executeUpdate();
                    for (int id = 0; id < 4; id++) {
                        assertThat(text(
                                        connection,
                                        "SELECT CONCAT(@@foreign_key_checks + 0, @mine) FROM t WHERE id = " + id))
                                .isEqualTo("0it's mine");
                    }
                }
            }
            shards.awaitIdle();
            try (Connection connection = shards.connection();
                    PreparedStatement mode = connection.prepareStatement("SET sql_mode = ?")) {
                assertThat(text(connection, "SELECT @@foreign_key_checks + 0 FROM t WHERE id = 1"))
                        .isEqualTo("1");
                mode.setString(1, "ANSI_QUOTES");
                assertThatThrownBy(mode::executeUpdate).hasMessageContaining("SHD-6009");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"MARIADB", "MYSQL"})
    void localMeansTheSession(DatabaseKind kind) throws SQLException, IOException {
        try (ServerShards shards = shards(kind);
                Connection connection = shards.connection()) {
            run(connection, "SET LOCAL group_concat_max_len = 4711");
            for (int id = 0; id < 4; id++) {
                assertThat(text(connection, "SELECT @@group_concat_max_len FROM t WHERE id = " + id))
                        .isEqualTo("4711");
            }
            run(connection, "SET LOCAL TRANSACTION ISOLATION LEVEL READ COMMITTED");
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
        }
    }

    @Test
    void clientInfoThatTheDriverRefusesIsRefusedAtOnceAndLeavesTheConnectionAsItWas() throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.H2);
                Connection connection = shards.connection()) {
            Properties properties = new Properties();
            properties.setProperty("ApplicationName", "mine");
            assertThatThrownBy(() -> connection.setClientInfo(properties))
                    .isInstanceOf(SQLClientInfoException.class)
                    .hasMessageContaining("ApplicationName");
            assertThatThrownBy(() -> connection.setClientInfo("ApplicationName", "mine"))
                    .isInstanceOf(SQLClientInfoException.class);
            assertThat(text(connection, "SELECT COUNT(*) FROM t")).isEqualTo(Integer.toString(ServerShards.ROWS));
        }
    }

    @Test
    void clientInfoIsOfOneSession() throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL)) {
            String sql = "SELECT current_setting('application_name') FROM t WHERE id = 1";
            String before;
            try (Connection connection = shards.connection()) {
                before = text(connection, sql);
                Properties properties = new Properties();
                properties.setProperty("ApplicationName", "mine");
                connection.setClientInfo(properties);
                assertThat(text(connection, sql)).isEqualTo("mine");
            }
            for (int i = 0; i < 6; i++) {
                try (Connection connection = shards.connection()) {
                    assertThat(text(connection, sql)).isEqualTo(before);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SET XML OPTION DOCUMENT",
                "DISCARD ALL",
                "PREPARE p AS SELECT 1",
                "EXECUTE p",
                "DEALLOCATE p",
                "DECLARE h CURSOR WITH HOLD FOR SELECT 1",
                "DO $$ BEGIN PERFORM set_config('search_path', 'x', false); END $$",
                "DO $$ BEGIN PERFORM pg_catalog.\"set_config\"('search_path', 'x', false); END $$",
                "DO 'BEGIN PERFORM set_config(''search_path'', ''x'', false); END'",
                "DO E'BEGIN PERFORM set_con\\x66ig(''search_path'', ''x'', false); END'",
                "DO 'BEGIN SET search_path '\n'TO x; END'",
                "DO $$ BEGIN SET search_path TO x; END $$",
                "DO LANGUAGE plpgsql $b$ DECLARE n INT := 1; BEGIN IF n = 1 THEN SET search_path TO x; END IF; END $b$",
                "DO $$ BEGIN LOOP SET search_path TO x; EXIT; END LOOP; END $$",
                "DO $$ BEGIN /* ; */ RESET search_path; END $$",
                "DO $$ BEGIN EXECUTE 'SET search_path TO x'; END $$",
                "DO $$ BEGIN EXECUTE 'SELECT 1; SET search_path TO x'; END $$",
                "DO $$ DECLARE w TEXT := 'SET search_path TO x'; BEGIN EXECUTE w; END $$",
                "DO $$ BEGIN EXECUTE format('%s search_path TO x', 'SET'); END $$",
                "DO $$ BEGIN EXECUTE 'SE' || 'T search_path TO x'; END $$",
                "DO $$ DECLARE r RECORD; BEGIN FOR r IN EXECUTE 'SELECT set_config(''search_path'', ''x'', false)' LOOP END LOOP; END $$",
                "DO $$ BEGIN LISTEN news; END $$",
                "DO $$ BEGIN PERFORM pg_advisory_lock(9); END $$",
                "DO $$ BEGIN UPDATE pg_settings SET setting = 'x' WHERE name = 'search_path'; END $$",
                "DO $$ SET search_path TO x $$ LANGUAGE plperlu",
                "UPDATE pg_settings SET setting = 'x' WHERE name = 'search_path'",
                "LOAD 'auto_explain'"
            })
    void whatWouldStayOnOneConnectionIsRefused(String sql) throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL);
                Connection connection = shards.connection()) {
            assertThatThrownBy(() -> run(connection, sql)).hasMessageContaining("SHD-6009");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DO $$ BEGIN UPDATE s SET a = a; DELETE FROM s WHERE FALSE; END $$",
                "DO 'DECLARE n INT; BEGIN SELECT COUNT(*) INTO n FROM s; RAISE NOTICE ''SET %'', n; END' LANGUAGE plpgsql",
                "DO $$ BEGIN EXECUTE 'UPDATE s SET a = a'; EXECUTE format('UPDATE %I SET a = %L WHERE FALSE', 's', 1); END $$",
                "DO LANGUAGE 'plpgsql' $$ BEGIN ALTER TABLE s ALTER COLUMN a SET DEFAULT 1; END $$",
                "DO $$ BEGIN PERFORM pg_advisory_xact_lock(9); END $$"
            })
    void aBlockThatLeavesNothingBehindRuns(String sql) throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL);
                Connection connection = shards.connection()) {
            run(connection, sql);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN NOT ATOMIC SET @x = 1; END",
                "LOCK TABLES s WRITE",
                "PREPARE p FROM 'SELECT 1'",
                "EXECUTE p",
                "EXECUTE IMMEDIATE 'SET @x = 1'",
                "IF 1 THEN SET @x = 1; END IF",
                "FLUSH TABLES WITH READ LOCK",
                "FLUSH LOCAL TABLES s WITH READ LOCK",
                "FLUSH TABLES s FOR EXPORT",
                "HANDLER s OPEN",
                "LOCK INSTANCE FOR BACKUP",
                "BACKUP STAGE START",
                "BACKUP LOCK s",
                "XA START 'x'"
            })
    void whatWouldStayOnOneConnectionOfTheMySqlFamilyIsRefused(String sql) throws SQLException, IOException {
        for (DatabaseKind kind : List.of(DatabaseKind.MARIADB, DatabaseKind.MYSQL)) {
            try (ServerShards shards = shards(kind);
                    Connection connection = shards.connection()) {
                assertThatThrownBy(() -> run(connection, sql)).hasMessageContaining("SHD-");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"RUNSCRIPT FROM 'absent.sql'", "EXECUTE IMMEDIATE 'SET @X 1'", "PREPARE p AS SELECT 1"})
    void whatWouldStayOnOneConnectionOfH2IsRefused(String sql) throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.H2);
                Connection connection = shards.connection()) {
            assertThatThrownBy(() -> run(connection, sql)).hasMessageContaining("SHD-6009");
        }
    }

    @Test
    void aSessionListensAlone() throws SQLException, IOException {
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL)) {
            try (Connection connection = shards.connection()) {
                run(connection, "LISTEN news");
                assertThat(shards.active(0)).isEqualTo(1);
            }
            shards.awaitIdle();
            for (int i = 0; i < 4; i++) {
                try (Connection direct = shards.pool(0).getConnection()) {
                    assertThat(number(direct, "SELECT COUNT(*) FROM pg_listening_channels()"))
                            .isZero();
                }
            }
        }
    }

    @Test
    void aTransactionDoesNotWaitForItself() throws SQLException, IOException {
        String pulled = "SELECT COUNT(*) FROM (SELECT t.a FROM t JOIN c ON t.a = c.a GROUP BY t.a, t.b) x";
        try (ServerShards shards = shards(DatabaseKind.POSTGRESQL);
                Connection connection = shards.connection()) {
            int before = number(connection, pulled);
            connection.setAutoCommit(false);
            run(connection, "ALTER TABLE c ADD COLUMN z INT");
            assertThat(number(connection, pulled)).isEqualTo(before);
            run(connection, "TRUNCATE TABLE t");
            assertThat(number(connection, pulled)).isZero();
            connection.rollback();
            run(connection, "LOCK TABLE s IN ACCESS EXCLUSIVE MODE");
            assertThat(number(
                            connection,
                            "SELECT COUNT(*) FROM (SELECT t.a FROM t JOIN s ON t.a = s.a GROUP BY t.b, t.a) x"))
                    .isPositive();
            connection.rollback();
            run(connection, "CREATE TABLE fresh (id INT PRIMARY KEY, a INT)");
            run(connection, "INSERT INTO fresh VALUES (1, 1)");
            assertThat(number(
                            connection,
                            "SELECT COUNT(*) FROM (SELECT t.a FROM t JOIN fresh f ON t.a = f.a GROUP BY t.b, t.a) x"))
                    .isPositive();
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void aDefinitionDoesNotWaitForAResultOfItsOwnConnection(DatabaseKind kind) throws SQLException, IOException {
        try (ServerShards shards = shards(kind);
                Connection connection = shards.connection();
                Statement reading = connection.createStatement()) {
            reading.setFetchSize(2);
            try (ResultSet rows = reading.executeQuery("SELECT id FROM t WHERE id IN (0, 4, 8, 12, 16)")) {
                assertThat(rows.next()).isTrue();
                assertThatThrownBy(() -> run(connection, "ALTER TABLE t ADD COLUMN z INT"))
                        .hasMessageContaining("SHD-2901");
                assertThat(rows.next()).isTrue();
            }
            run(connection, "ALTER TABLE t ADD COLUMN z INT");
            assertThat(number(connection, "SELECT COUNT(*) FROM t WHERE z IS NULL"))
                    .isEqualTo(ServerShards.ROWS);
        }
    }
}
