package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;

/** What is said of SQL that is not understood. */
class ErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            SELECT FROM t                    | 1:8: found 'FROM', expected an expression or '*'
            SELECT * FROM t WHERE            | 1:22: found end of statement, expected an expression
            SELECT * FROM t WHERE a = = 1    | 1:27: found '=', expected an expression or ALL or ANY or SOME
            SELECT (a FROM t                 | 1:11: found 'FROM', expected ')'
            SELECT a FROM t GROUP a          | 1:23: found 'a', expected BY
            SELECT * FORM t                  | 1:10: found 'FORM', expected end of statement
            SELECT * FROM t LIMIT 5 LIMIT 6  | 1:25: found 'LIMIT', expected end of query
            SELECT * FROM a LEFT JOIN b      | 1:17: found 'LEFT', expected a join with ON or USING
            INSERT INTO t (a VALUES (1)      | 1:18: found 'VALUES', expected ')'
            UPDATE t a = 1                   | 1:12: found '=', expected SET
            DELETE t WHERE a = 1             | 1:10: found 'WHERE', expected FROM
            DROP TABLE                       | 1:11: found end of statement, expected a name
            CREATE TABLE t (a INT            | 1:22: found end of statement, expected ')' or more
            SELCT 1                          | 1:1: found 'SELCT', expected a statement
            """)
    void problemNamesPlaceFoundAndExpected(String sql, String problem) {
        assertThat(unparsed(sql.strip()).problem()).isEqualTo("Syntax error at line " + problem.strip());
    }

    @Test
    void contentForSomeServerVersionsOnlyIsNotUnderstood() {
        String sql = "SELECT * FROM t_order /*!80000 WHERE order_id = 1 */";
        for (Dialect dialect : new Dialect[] {Dialects.MYSQL, Dialects.MARIADB}) {
            assertThat(new SqlParser(dialect).parse(sql).statement())
                    .isInstanceOfSatisfying(UnparsedStatement.class, unparsed -> assertThat(unparsed.problem())
                            .startsWith("Syntax error at line 1:32: found a comment for some server versions only"));
        }
    }

    @Test
    void placeCountsLinesAndColumns() {
        UnparsedStatement unparsed = unparsed("SELECT a\n  FROM t\n  WHERE )");
        assertThat(unparsed.line()).isEqualTo(3);
        assertThat(unparsed.column()).isEqualTo(9);
        assertThat(unparsed.found()).isEqualTo("')'");
        assertThat(unparsed.expected()).isEqualTo("an expression");
        assertThat(unparsed.query()).isTrue();
    }

    @Test
    void unparsedStatementMentionsItsNames() {
        UnparsedStatement unparsed = unparsed("SELECT a.b FROM s.t_order PIVOT \"X y\" ON user WHERE ? = 'no'");
        assertThat(unparsed.mentionedNames().stream().map(ErrorsTest::dotted).collect(Collectors.joining(" ")))
                .isEqualTo("a.b s.t_order PIVOT X y");
        assertThat(unparsed.span()).isEqualTo(new Span(0, 60));
    }

    private static String dotted(QualifiedName name) {
        return name.parts().stream().map(Identifier::text).collect(Collectors.joining("."));
    }

    @Test
    void placeholdersOfAnUnparsedStatementAreListed() {
        assertThat(new SqlParser(Dialects.H2).parse("FOO ? BAR ?").parameters())
                .containsExactly(new Parameter(new Span(4, 5), 0), new Parameter(new Span(10, 11), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", ";", "-- nothing", "/* nothing */ ;"})
    void emptyTextIsLeftToTheDatabase(String sql) {
        UnparsedStatement empty =
                (UnparsedStatement) new SqlParser(Dialects.H2).parse(sql).statement();
        assertThat(empty.problem()).isEqualTo("Syntax error at line 1:1: found end of statement, expected a statement");
        assertThat(empty.mentionedNames()).isEmpty();
    }

    @Test
    void severalStatementsAreRefused() {
        assertRefused(
                "SELECT 1; DELETE FROM t",
                ErrorCode.SEVERAL_STATEMENTS,
                "SHD-1004: The text holds more than one statement, which is not possible here: the second starts after line 1:10.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT 1;", "SELECT 1 ; ", "SELECT 1;;", "SELECT ';'", "SELECT 1 -- ;", "/* ; */ SELECT 1"})
    void oneStatementIsOne(String sql) {
        assertThat(new SqlParser(Dialects.H2).parse(sql).statement()).isNotInstanceOf(UnparsedStatement.class);
    }

    @Test
    void trailingSemicolonIsOutsideOfTheSpan() {
        assertThat(new SqlParser(Dialects.H2).parse(" SELECT 1 ; ").statement().span())
                .isEqualTo(new Span(1, 9));
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void bodiesMayHoldSemicolons(Dialect dialect) {
        String sql = "CREATE PROCEDURE p() BEGIN DELETE FROM t_order; END";
        assertThat(new SqlParser(dialect).parse(sql).statement())
                .isInstanceOfSatisfying(UnparsedStatement.class, unparsed -> assertThat(unparsed.mentionedNames())
                        .extracting(ErrorsTest::dotted)
                        .contains("t_order"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            SELECT 'abc       | string      | 1:8
            SELECT 'it''s     | string      | 1:8
            SELECT 1 /* x     | comment     | 1:10
            SELECT "abc       | quoted name | 1:8
            SELECT $x$ abc $$ | string      | 1:8
            """)
    void unterminatedTextIsRefused(String sql, String what, String place) {
        assertRefused(
                sql.strip(),
                ErrorCode.UNTERMINATED_TEXT,
                "SHD-1005: The " + what + " that starts at line " + place + " has no end.");
    }

    private static void assertRefused(String sql, ErrorCode code, String message) {
        assertThatThrownBy(() -> new SqlParser(Dialects.H2).parse(sql))
                .hasMessageStartingWith(message)
                .isInstanceOfSatisfying(ShardingException.class, failure -> assertThat(failure.code())
                        .isEqualTo(code));
    }

    private static UnparsedStatement unparsed(String sql) {
        return (UnparsedStatement) new SqlParser(Dialects.H2).parse(sql).statement();
    }
}
