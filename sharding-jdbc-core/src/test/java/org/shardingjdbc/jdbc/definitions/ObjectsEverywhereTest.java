package org.shardingjdbc.jdbc.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Issue 9, number 29: what belongs to a database is in every data source, or in none. */
class ObjectsEverywhereTest {
    private Fixture<ShardingDataSource> shards;
    private PlainAndSharded both;

    private void open(DatabaseKind kind) throws SQLException, IOException {
        shards = DefinitionShards.create(kind, "everywhere");
        both = shards.both();
        both.setUp("CREATE TABLE t (id INT PRIMARY KEY, a INT)", "INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)");
    }

    @AfterEach
    void close() throws SQLException {
        if (both != null) {
            both.close();
            shards.close();
        }
    }

    /** Through the sharded data source alone: what servers share would be created twice with the plain one. */
    private void run(String... statements) throws SQLException {
        for (String sql : statements) {
            try (Statement statement = both.sharded().createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private int count(int dataSource, String sql) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    void functionsOfPostgreSql() throws SQLException, IOException {
        open(DatabaseKind.POSTGRESQL);
        both.update("CREATE FUNCTION twice(x int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2 * x'")
                .agree();
        both.query("SELECT id, twice(a) FROM t WHERE twice(a) > 20").agree();
        both.update("CREATE OR REPLACE FUNCTION twice(x int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS"
                        + " $$ BEGIN RETURN x + x; END $$")
                .agree();
        both.query("SELECT id, twice(a) FROM t").agree();
        both.update("ALTER FUNCTION twice(int) RENAME TO doubled").agree();
        both.query("SELECT id, doubled(a) FROM t").agree();
        both.update("COMMENT ON FUNCTION doubled(int) IS 'twice'").agree();
        both.update("DROP FUNCTION doubled(int)").agree();
        both.update("DROP FUNCTION doubled(int)").bothFail();
        both.setUp(
                "CREATE PROCEDURE nothing() LANGUAGE sql AS ''",
                "DROP PROCEDURE nothing()",
                "CREATE AGGREGATE product(int) (SFUNC = int4mul, STYPE = int)",
                "DROP AGGREGATE product(int)",
                "CREATE TYPE mood AS ENUM ('good', 'bad')",
                "ALTER TYPE mood ADD VALUE 'so so'",
                "CREATE DOMAIN small AS int CHECK (value < 10)",
                "CREATE SCHEMA own",
                "CREATE FUNCTION own.f() RETURNS int LANGUAGE sql RETURN 1",
                "COMMENT ON SCHEMA own IS 'x'",
                "CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = int4eq)",
                "DROP OPERATOR === (int, int)");
        for (int i = 0; i < 2; i++) {
            assertThat(count(i, "SELECT count(*) FROM pg_type WHERE typname IN ('mood', 'small')"))
                    .isEqualTo(2);
            assertThat(count(i, "SELECT own.f()")).isEqualTo(1);
        }
        both.setUp("DROP SCHEMA own CASCADE", "DROP DOMAIN small", "DROP TYPE mood");
        for (int i = 0; i < 2; i++) {
            assertThat(count(i, "SELECT count(*) FROM pg_namespace WHERE nspname = 'own'"))
                    .isZero();
        }
    }

    /** Both data sources are databases of one server. */
    @Test
    void rolesOfPostgreSqlAreOfTheServer() throws SQLException, IOException {
        open(DatabaseKind.POSTGRESQL);
        run(
                "CREATE ROLE everywhere_role",
                "ALTER ROLE everywhere_role NOLOGIN",
                "GRANT SELECT ON t TO everywhere_role");
        assertThat(count(1, "SELECT count(*) FROM pg_roles WHERE rolname = 'everywhere_role'"))
                .isEqualTo(1);
        run("REVOKE SELECT ON t FROM everywhere_role", "DROP ROLE everywhere_role", "CREATE USER everywhere_user");
        run("DROP USER everywhere_user", "CREATE GROUP everywhere_group", "DROP GROUP everywhere_group");
        assertThat(count(1, "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'everywhere%'"))
                .isZero();
    }

    @Test
    void functionsOfMariaDb() throws SQLException, IOException {
        open(DatabaseKind.MARIADB);
        functionsOfMySqlFamily();
    }

    @Test
    void functionsAndUsersOfMySql() throws SQLException, IOException {
        open(DatabaseKind.MYSQL);
        functionsOfMySqlFamily();
        run("CREATE USER everywhere_user", "DROP USER everywhere_user");
        run("CREATE EVENT ev ON SCHEDULE EVERY 1 DAY DO SET @x = 1", "DROP EVENT ev");
    }

    private void functionsOfMySqlFamily() throws SQLException {
        both.setUp(
                "CREATE FUNCTION twice(x INT) RETURNS INT DETERMINISTIC BEGIN DECLARE y INT; SET y = 2 * x; RETURN y; END",
                "CREATE DEFINER = CURRENT_USER PROCEDURE nothing() BEGIN SET @nothing = 1; END");
        both.query("SELECT id, twice(a) FROM t WHERE twice(a) > 20").agree();
        both.setUp("DROP FUNCTION twice", "DROP PROCEDURE nothing", "DROP FUNCTION IF EXISTS twice");
        both.update("DROP FUNCTION twice").bothFail();
        run("CREATE DATABASE everywhere_own", "DROP DATABASE everywhere_own");
        both.setUp(
                "CREATE TABLE s (id INT PRIMARY KEY)",
                "CREATE TRIGGER tr BEFORE INSERT ON s FOR EACH ROW SET NEW.id = NEW.id + 1",
                "DROP TRIGGER tr");
        assertThat(count(0, "SELECT count(*) FROM information_schema.triggers WHERE trigger_name = 'tr'"))
                .isZero();
    }

    @Test
    void functionsOfH2() throws SQLException, IOException {
        open(DatabaseKind.H2);
        both.setUp(
                "CREATE ALIAS twice FOR \"java.lang.Math.abs(int)\"",
                "CREATE DOMAIN small AS INT CHECK (VALUE < 10)",
                "CREATE CONSTANT seven VALUE 7",
                "CREATE SCHEMA own",
                "CREATE ROLE everywhere_role",
                "CREATE USER everywhere_user PASSWORD 'x'");
        both.query("SELECT id, twice(a) FROM t WHERE twice(a) > 10").agree();
        for (int i = 0; i < 2; i++) {
            assertThat(count(i, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.USERS WHERE USER_NAME = 'EVERYWHERE_USER'"))
                    .isEqualTo(1);
            assertThat(count(i, "SELECT seven")).isEqualTo(7);
        }
        both.setUp(
                "DROP ALIAS twice",
                "DROP DOMAIN small",
                "DROP CONSTANT seven",
                "DROP SCHEMA own",
                "DROP ROLE everywhere_role",
                "DROP USER everywhere_user");
        both.query("SELECT twice(a) FROM t").bothFail();
    }

    /** A function of a sharded table would be one of a table that no data source has. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void functionsThatReadShardedTablesAreRefused(DatabaseKind kind) throws SQLException, IOException {
        open(kind);
        both.update("CREATE FUNCTION f() RETURNS INT READS SQL DATA RETURN (SELECT COUNT(*) FROM t)")
                .isRefused("SHD-1002");
    }
}
