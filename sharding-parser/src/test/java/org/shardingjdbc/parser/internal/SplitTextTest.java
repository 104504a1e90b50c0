package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.TextPart;

/** Where the statements of a text end. */
class SplitTextTest {
    private static List<String> split(Dialect dialect, String text) {
        return new SqlParser(dialect).split(text).stream().map(TextPart::sql).toList();
    }

    @Test
    void semicolonsEndStatements() {
        assertThat(split(Dialects.H2, "SELECT 1; SELECT 2 ;\n SELECT 3"))
                .containsExactly("SELECT 1", "SELECT 2", "SELECT 3");
        assertThat(split(Dialects.H2, "SELECT 1;; ")).containsExactly("SELECT 1");
        assertThat(split(Dialects.H2, ";;")).isEmpty();
        assertThat(split(Dialects.H2, " -- nothing")).isEmpty();
        assertThat(split(Dialects.H2, "; SELECT 1;; SELECT 2")).containsExactly("", "SELECT 1", "", "SELECT 2");
    }

    @Test
    void commentsStayWithTheStatementBehindThem() {
        assertThat(split(Dialects.MYSQL, "/* a; b */ SELECT 1; # c; d\n SELECT 2 /* e; */; -- f; g"))
                .containsExactly("/* a; b */ SELECT 1", "# c; d\n SELECT 2 /* e; */");
        assertThat(split(Dialects.MYSQL, "SELECT 1; /*!40000 SELECT 2; */ SELECT 3"))
                .containsExactly("SELECT 1", "/*!40000 SELECT 2", "*/ SELECT 3");
        assertThat(split(Dialects.POSTGRESQL, "SELECT 1 /* a /* b; */ c; */; SELECT 2"))
                .containsExactly("SELECT 1 /* a /* b; */ c; */", "SELECT 2");
    }

    @Test
    void semicolonsInTextsAndNamesEndNothing() {
        assertThat(split(Dialects.MYSQL, "SELECT ';', \"a;\\\";b\", `c;d`; SELECT 'it''s;'"))
                .containsExactly("SELECT ';', \"a;\\\";b\", `c;d`", "SELECT 'it''s;'");
        assertThat(split(Dialects.POSTGRESQL, "SELECT $$a;b$$, $x$c;$$;d$x$, \"e;f\"; SELECT E'\\';'"))
                .containsExactly("SELECT $$a;b$$, $x$c;$$;d$x$, \"e;f\"", "SELECT E'\\';'");
    }

    @Test
    void theDeclarationOfACursorIsAStatementAndABlockIsOne() {
        assertThat(split(
                        Dialects.POSTGRESQL,
                        "BEGIN; DECLARE \"c d\" NO SCROLL CURSOR FOR SELECT 1; DECLARE c CURSOR FOR SELECT 2; FETCH c"))
                .containsExactly(
                        "BEGIN",
                        "DECLARE \"c d\" NO SCROLL CURSOR FOR SELECT 1",
                        "DECLARE c CURSOR FOR SELECT 2",
                        "FETCH c");
        assertThat(split(Dialects.MARIADB, "DECLARE cursor INT; BEGIN SELECT 1; END"))
                .hasSize(1);
        assertThat(split(Dialects.MARIADB, "DECLARE CURSOR c IS SELECT 1; BEGIN NULL; END"))
                .hasSize(1);
    }

    @Test
    void parametersAreCountedOverAll() {
        assertThat(new SqlParser(Dialects.MYSQL).split("SELECT ?, '?'; DELETE FROM t; UPDATE t SET a = ?, b = ?"))
                .containsExactly(
                        new TextPart("SELECT ?, '?'", 0, 1),
                        new TextPart("DELETE FROM t", 1, 0),
                        new TextPart("UPDATE t SET a = ?, b = ?", 1, 2));
        assertThat(new SqlParser(Dialects.H2).split("SELECT ?2; SELECT ?1, ?3"))
                .containsExactly(new TextPart("SELECT ?2", 0, 2), new TextPart("SELECT ?1, ?3", 0, 3));
        assertThat(new SqlParser(Dialects.POSTGRESQL).split("SELECT a ?? 'b' FROM t; SELECT ?"))
                .containsExactly(new TextPart("SELECT a ?? 'b' FROM t", 0, 0), new TextPart("SELECT ?", 0, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE PROCEDURE p() BEGIN UPDATE t SET a = 1; SELECT 5; END",
                "CREATE DEFINER = `u`@`h` PROCEDURE p(IN a INT) BEGIN IF a > 1 THEN SELECT 1; ELSE SELECT 2; END IF; END",
                "CREATE PROCEDURE p() BEGIN CASE 1 WHEN 1 THEN SELECT CASE a WHEN 1 THEN 2 END FROM t; END CASE; END",
                "CREATE PROCEDURE p() BEGIN l: LOOP BEGIN LEAVE l; END; END LOOP l; END",
                "CREATE PROCEDURE p() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END; SELECT 1; END",
                "CREATE PROCEDURE p() BEGIN REPEAT SELECT 1; UNTIL TRUE END REPEAT; WHILE FALSE DO SELECT 2; END WHILE; END",
                "CREATE PROCEDURE p() BEGIN SELECT t.end, t.begin, begin FROM t; SELECT end FROM t; END",
                "CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; SET NEW.b = 2; END",
                "CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.a = 1",
                "CREATE PROCEDURE p() SELECT a AS b FROM t",
                "CREATE EVENT e ON SCHEDULE EVERY 1 DAY ENDS '2030-01-01' DO BEGIN DELETE FROM t; END",
                "CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN 1"
            })
    void aBodyIsOneStatement(String definition) {
        for (Dialect dialect : new Dialect[] {Dialects.MYSQL, Dialects.MARIADB}) {
            assertThat(split(dialect, definition)).containsExactly(definition);
            assertThat(split(dialect, "DROP TABLE a; " + definition + "; CALL p()"))
                    .containsExactly("DROP TABLE a", definition, "CALL p()");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BEGIN NOT ATOMIC SELECT 1; SELECT 2; END",
                "CREATE PROCEDURE p AS x INT; y INT; BEGIN SELECT 1; END",
                "CREATE FUNCTION f RETURN INT IS x INT; BEGIN RETURN 1; END"
            })
    void bodiesOfMariaDb(String definition) {
        assertThat(split(Dialects.MARIADB, definition + "; SELECT 3")).containsExactly(definition, "SELECT 3");
    }

    @Test
    void whereNobodyCanTellTheRestIsOfTheBody() {
        String text = "CREATE PACKAGE p AS PROCEDURE q(); PROCEDURE r(); END; SELECT 1";
        assertThat(split(Dialects.MARIADB, text)).containsExactly(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE FUNCTION f() RETURNS INT LANGUAGE SQL AS $$ SELECT 1; SELECT 2; $$",
                "CREATE FUNCTION f() RETURNS INT BEGIN ATOMIC SELECT 1; SELECT 2; END",
                "CREATE RULE r AS ON INSERT TO t DO ALSO (DELETE FROM u; DELETE FROM v)",
                "CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f()",
                "DO $$ BEGIN PERFORM 1; END $$",
                "BEGIN",
                "COMMIT"
            })
    void bodiesOfPostgreSql(String definition) {
        assertThat(split(Dialects.POSTGRESQL, "SELECT 0; " + definition + "; SELECT 1"))
                .containsExactly("SELECT 0", definition, "SELECT 1");
    }

    /** What is one statement to the grammar is one here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1;",
                "SELECT 1 ; ",
                "SELECT 1;;",
                "SELECT ';'",
                "SELECT 1 -- ;",
                "/* ; */ SELECT 1",
                "",
                ";"
            })
    void oneStatementIsOne(String sql) {
        new SqlParser(Dialects.H2).parse(sql);
        assertThat(new SqlParser(Dialects.H2).split(sql)).hasSizeLessThan(2);
    }

    @Test
    void whatHasNoEndIsRefused() {
        assertThatThrownBy(() -> split(Dialects.H2, "SELECT 1; SELECT 'a; SELECT 2"))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("SHD-1005");
    }
}
