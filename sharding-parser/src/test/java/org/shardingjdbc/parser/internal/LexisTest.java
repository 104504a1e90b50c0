package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.token.Keywords;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/** How text is cut into words, in each dialect. */
class LexisTest {
    @ParameterizedTest
    @CsvSource(delimiterString = "==>", quoteCharacter = '~', textBlock = """
            MYSQL      ==> a--b ==> a - - b
            MYSQL      ==> a-- b ==> a
            POSTGRESQL ==> a--b ==> a
            MYSQL      ==> a#b ==> a
            POSTGRESQL ==> a#b ==> a # b
            MYSQL      ==> a<=>b||c&&!d ==> a <=> b || c && ! d
            MYSQL      ==> a->'x'->>'y' ==> a -> 'x' ->> 'y'
            POSTGRESQL ==> a@>b#>>c ==> a @> b #>> c
            POSTGRESQL ==> a*-1 ==> a * - 1
            POSTGRESQL ==> a@-1 ==> a @- 1
            POSTGRESQL ==> a=-? ==> a = - ?
            POSTGRESQL ==> a=?::int ==> a = ? :: int
            POSTGRESQL ==> a ??| b ?? c ==> a ??| b ?? c
            POSTGRESQL ==> a OPERATOR(pg_catalog.@@)b operator(#) c ==> a OPERATOR(pg_catalog.@@) b operator(#) c
            POSTGRESQL ==> a OPERATOR(s.=) b OPERATOR(--) ==> a OPERATOR ( s . = ) b OPERATOR (
            POSTGRESQL ==> OPERATOR(id) OPERATOR("s".@@) OPERATOR(?) ==> OPERATOR ( id ) OPERATOR ( "s" . @@ ) OPERATOR ( ? )
            H2         ==> OPERATOR(s.||) ==> OPERATOR ( s . || )
            POSTGRESQL ==> a/*x/*y*/z*/b ==> a b
            MYSQL      ==> a/*x/*y*/z ==> a z
            MYSQL      ==> a/*!50001 b */c ==> a b c
            MYSQL      ==> a/*M! b */c ==> a c
            MARIADB    ==> a/*M!100 b */c ==> a b c
            H2         ==> a||b!=c<>d<=e ==> a || b != c <> d <= e
            H2         ==> $$a'b$$ $1 ==> $$a'b$$ $1
            MYSQL      ==> 'a\\'b' "c""d" ==> 'a\\'b' "c""d"
            H2         ==> 'a\\' || 'b' ==> 'a\\' || 'b'
            POSTGRESQL ==> E'a\\'b' e'c' ==> E'a\\'b' e'c'
            MYSQL      ==> 1.5e3+.5-2. ==> 1.5e3 + .5 - 2.
            MYSQL      ==> 2020_t 0xZZ 1e ==> 2020_t 0xZZ 1e
            MYSQL      ==> @a:=@@b.c@'d e' ==> @a := @@b.c @'d e'
            H2         ==> a.b."C".* ==> a . b . "C" . *
            POSTGRESQL ==> a[1:2]::int[] ==> a [ 1 : 2 ] :: int [ ]
            H2         ==> ü_1 名前 ==> ü_1 名前
            """)
    void tokensAreCutAsTheDialectSays(String dialect, String sql, String expected) {
        assertThat(tokens(sql, Dialects.named(dialect))).isEqualTo(expected);
    }

    /** A carriage return ends a comment, but not for MySQL. */
    @ParameterizedTest
    @CsvSource({"MYSQL, a d", "MARIADB, a d", "POSTGRESQL, a c d", "H2, a c d"})
    void aLineEndsWhereTheDialectSays(String dialect, String expected) {
        assertThat(tokens("a-- b\r c\n d", Dialects.named(dialect))).isEqualTo(expected);
    }

    private static String tokens(String sql, Dialect dialect) {
        List<String> tokens = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(sql, dialect, new Keywords(dialect), null);
        while (lexer.next()) {
            tokens.add(sql.substring(lexer.start(), lexer.stop()));
        }
        return String.join(" ", tokens);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "==>", quoteCharacter = '~', textBlock = """
            H2         ==> 'it''s' ==> it's
            H2         ==> 'a\\nb' ==> a\\nb
            MYSQL      ==> 'a\\\\b\\'c\\"' ==> a\\b'c"
            MYSQL      ==> "it's ""x"" y" ==> it's "x" y
            MYSQL      ==> 'a' 'b' ==> ab
            MYSQL      ==> '50\\%' ==> 50\\%
            POSTGRESQL ==> 'a\\nb' ==> a\\nb
            POSTGRESQL ==> E'\\x41\\102\\u0043\\\\' ==> ABC\\
            POSTGRESQL ==> $t$a'$$b$t$ ==> a'$$b
            POSTGRESQL ==> U&'\\0041\\+000042\\\\' ==> AB\\
            """)
    void stringsAreReadWithoutTheirEscapes(String dialect, String sql, String expected) {
        Literal literal = literal(Dialects.named(dialect), sql);
        assertThat(literal.kind()).isEqualTo(LiteralKind.STRING);
        assertThat(literal.value()).isEqualTo(expected);
    }

    @Test
    void numbersHaveTheTypeOfTheirSpelling() {
        assertThat(literal(Dialects.H2, "42").value()).isEqualTo(42L);
        assertThat(literal(Dialects.H2, "9223372036854775807").value()).isEqualTo(Long.MAX_VALUE);
        assertThat(literal(Dialects.H2, "9223372036854775808").value())
                .isEqualTo(new BigInteger("9223372036854775808"));
        assertThat(literal(Dialects.H2, "1.50").value()).isEqualTo(new BigDecimal("1.50"));
        assertThat(literal(Dialects.H2, "1.50").kind()).isEqualTo(LiteralKind.DECIMAL);
        assertThat(literal(Dialects.H2, "1.5e2").kind()).isEqualTo(LiteralKind.APPROXIMATE);
        assertThat(literal(Dialects.POSTGRESQL, "0xFF").value()).isEqualTo(255L);
        assertThat(literal(Dialects.POSTGRESQL, "1_000").value()).isEqualTo(1000L);
        assertThat(literal(Dialects.MYSQL, "0xFF").kind()).isEqualTo(LiteralKind.BINARY);
        assertThat(literal(Dialects.MYSQL, "0xFF").value()).isEqualTo("FF");
    }

    @Test
    void placeholdersAreNumbered() {
        assertThat(indexes(Dialects.MYSQL, "SELECT ?, '?', `?`, /* ? */ ? # ?")).containsExactly(0, 1);
        assertThat(indexes(Dialects.POSTGRESQL, "SELECT $2, $1, $$?$$, a ?? b, ?"))
                .containsExactly(1, 0, 0);
        assertThat(indexes(Dialects.H2, "SELECT ?2, ?1 -- ?")).containsExactly(1, 0);
    }

    private static List<Integer> indexes(Dialect dialect, String sql) {
        return new SqlParser(dialect)
                .parse(sql).parameters().stream().map(Parameter::index).toList();
    }

    @Test
    void hintsAreRead() {
        String sql =
                "/* SHARDING_HINT: a=1, b=2 */ SELECT /*SHARDINGSPHERE_HINT:c=3*/ 1 /* other */ -- SHARDING_HINT: d=4";
        for (Dialect dialect : Dialects.all()) {
            assertThat(new SqlParser(dialect).parse(sql).hints()).containsExactly("a=1, b=2", "c=3");
        }
    }

    private static Literal literal(Dialect dialect, String sql) {
        QueryStatement statement =
                (QueryStatement) new SqlParser(dialect).parse("SELECT " + sql).statement();
        return (Literal)
                ((ExpressionItem) ((Select) statement.query().body()).items().get(0)).expression();
    }
}
