package org.shardingjdbc.proxy.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.SqlParser;

class ClientCommandTest {
    private static final Dialect DIALECT = Dialects.POSTGRESQL;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT 1;SELECT 7",
                "/* x */ select 1;SELECT 7",
                "VALUES (1);SELECT 7",
                "WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a;INSERT 0 7",
                "UPDATE t SET a = 1;UPDATE 7",
                "DELETE FROM t;DELETE 7",
                "CREATE TABLE t (a int);CREATE TABLE",
                "CREATE TEMP TABLE t (a int);CREATE TABLE",
                "CREATE TABLE t AS SELECT 1;SELECT 7",
                "CREATE UNIQUE INDEX i ON t (a);CREATE INDEX",
                "CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';CREATE FUNCTION",
                "CREATE MATERIALIZED VIEW v AS SELECT 1;CREATE MATERIALIZED VIEW",
                "CREATE USER u;CREATE ROLE",
                "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO u;ALTER DEFAULT PRIVILEGES",
                "DROP TABLE IF EXISTS t;DROP TABLE",
                "TRUNCATE t;TRUNCATE TABLE",
                "BEGIN;BEGIN",
                "START TRANSACTION;START TRANSACTION",
                "END;COMMIT",
                "ABORT;ROLLBACK",
                "SAVEPOINT a;SAVEPOINT",
                "RELEASE a;RELEASE",
                "SET a = 1;SET",
                "RESET ALL;RESET",
                "SHOW a;SHOW",
                "EXPLAIN SELECT 1;EXPLAIN",
                "DISCARD ALL;DISCARD ALL",
                "DEALLOCATE ALL;DEALLOCATE ALL",
                "DEALLOCATE PREPARE x;DEALLOCATE",
                "VACUUM t;VACUUM",
                "LOCK TABLE t;LOCK TABLE",
                "GRANT SELECT ON t TO u;GRANT",
                "COMMENT ON TABLE t IS 'x';COMMENT",
                "REFRESH MATERIALIZED VIEW v;REFRESH MATERIALIZED VIEW",
            })
    void tagsAreThoseOfTheServer(String sql, String tag) throws Exception {
        assertThat(ClientCommand.plain(new SqlParser(DIALECT), sql).tag().of(7)).isEqualTo(tag);
    }

    @Test
    void deallocationsNameWhatTheyForget() throws Exception {
        SqlParser parser = new SqlParser(DIALECT);
        assertThat(ClientCommand.plain(parser, "DEALLOCATE Abc").deallocation())
                .isEqualTo(new ClientCommand.Deallocation("abc", false));
        assertThat(ClientCommand.plain(parser, "deallocate prepare \"A\"\"b\"").deallocation())
                .isEqualTo(new ClientCommand.Deallocation("A\"b", false));
        assertThat(ClientCommand.plain(parser, "DEALLOCATE ALL").deallocation())
                .isEqualTo(new ClientCommand.Deallocation("all", true));
        assertThat(ClientCommand.plain(parser, "EXECUTE a").deallocation()).isNull();
    }

    @Test
    void numbersBecomeQuestionMarksAndQuestionMarksOperators() throws SQLException {
        NumberedPlaceholders text = NumberedPlaceholders.of(
                "SELECT $2, '$1 ?', \"?\", a ? 'b', a ?| $1, $2 /* $9 ? */ -- $8\n, $tag$ $3 ? $tag$", DIALECT);
        assertThat(text.sql())
                .isEqualTo("SELECT ?, '$1 ?', \"?\", a ?? 'b', a ??| ?, ? /* $9 ? */ -- $8\n, $tag$ $3 ? $tag$");
        assertThat(text.sources()).containsExactly(1, 0, 1);
        assertThat(text.count()).isEqualTo(2);
        assertThatThrownBy(() -> NumberedPlaceholders.of("SELECT $0", DIALECT)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> NumberedPlaceholders.of("SELECT $65536", DIALECT))
                .isInstanceOf(SQLException.class);
    }
}
