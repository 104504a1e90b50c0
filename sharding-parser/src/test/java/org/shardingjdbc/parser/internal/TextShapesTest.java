package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;

class TextShapesTest {
    private static final TextShapes H2 = new TextShapes(Dialects.H2);
    private static final TextShapes MYSQL = new TextShapes(Dialects.MYSQL);
    private static final TextShapes POSTGRESQL = new TextShapes(Dialects.POSTGRESQL);

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '"',
            value = {
                "SELECT a FROM t WHERE b = 5 | SELECT a FROM t WHERE b = ?",
                "SELECT a FROM t WHERE b<>-5 AND c >= 'x''y' | SELECT a FROM t WHERE b<>? AND c >= ?",
                "SELECT a FROM t WHERE b BETWEEN 1 AND -2 AND c = 3 | SELECT a FROM t WHERE b BETWEEN ? AND ? AND c = ?",
                "SELECT a FROM t WHERE b NOT IN (1, 2.5, 'x') OR c LIKE 'a%' | SELECT a FROM t WHERE b NOT IN (?, ?, ?) OR c LIKE ?",
                "SELECT 1, 'x' FROM t WHERE b = 5 GROUP BY 1 HAVING MAX(c) > 2 ORDER BY 1 LIMIT 10 OFFSET 20"
                        + " | SELECT 1, 'x' FROM t WHERE b = ? GROUP BY 1 HAVING MAX(c) > 2 ORDER BY 1 LIMIT 10 OFFSET 20",
                "SELECT (SELECT c FROM u WHERE d = 1), b = 2 FROM t JOIN v ON t.e = v.e AND v.f = 3, w WHERE b = 5"
                        + " | SELECT (SELECT c FROM u WHERE d = 1), b = 2 FROM t JOIN v ON t.e = v.e AND v.f = ?, w WHERE b = ?",
                "SELECT a FROM (SELECT 1 AS a FROM u WHERE d = 1) x WHERE a IN (SELECT 2 FROM v WHERE e = 3)"
                        + " | SELECT a FROM (SELECT 1 AS a FROM u WHERE d = ?) x WHERE a IN (SELECT 2 FROM v WHERE e = ?)",
                "SELECT a FROM t WHERE b = 5 UNION SELECT 6 FROM t WHERE b = 7 ORDER BY a"
                        + " | SELECT a FROM t WHERE b = ? UNION SELECT 6 FROM t WHERE b = ? ORDER BY a",
                "WITH x AS (SELECT 1 AS a FROM t WHERE b = 2) SELECT a FROM x WHERE a = 3"
                        + " | WITH x AS (SELECT 1 AS a FROM t WHERE b = ?) SELECT a FROM x WHERE a = ?",
                "SELECT a FROM t WHERE f(b, 5) = 6 AND COALESCE(c, 'x') = 'y' | SELECT a FROM t WHERE f(b, 5) = ? AND COALESCE(c, 'x') = ?",
                "SELECT a FROM t WHERE b = 5 + 1 AND 2 + b = 3 AND c = 4 | SELECT a FROM t WHERE b = 5 + 1 AND 2 + b = ? AND c = ?",
                "SELECT a FROM t WHERE 1 = 0 AND b = 1 | SELECT a FROM t WHERE 1 = 0 AND b = ?",
                "SELECT a FROM t WHERE b - 5 = 2 AND c -5 > 1 AND b = 1 | SELECT a FROM t WHERE b - 5 = 2 AND c -5 > 1 AND b = ?",
                "SELECT a FROM t WHERE d = DATE '2024-01-01' AND e > INTERVAL '1' DAY AND b = 1"
                        + " | SELECT a FROM t WHERE d = DATE '2024-01-01' AND e > INTERVAL '1' DAY AND b = ?",
                "SELECT a FROM t WHERE b = 'x' 'y' AND c = 'z' | SELECT a FROM t WHERE b = 'x' 'y' AND c = ?",
                "SELECT a FROM t WHERE b = N'x' AND c = X'00' AND d = 1e5 AND e = TRUE AND f = NULL AND g = 1"
                        + " | SELECT a FROM t WHERE b = N'x' AND c = X'00' AND d = 1e5 AND e = TRUE AND f = NULL AND g = ?",
                "SELECT a FROM t WHERE c LIKE 'x!%' ESCAPE '!' AND b = 1 | SELECT a FROM t WHERE c LIKE 'x!%' ESCAPE '!' AND b = ?",
                "SELECT a FROM t WHERE CASE b WHEN 1 THEN 2 ELSE 3 END = 4 | SELECT a FROM t WHERE CASE b WHEN 1 THEN 2 ELSE 3 END = ?",
                "SELECT a FROM t WHERE (b = 5 OR (c IN (6))) FOR UPDATE | SELECT a FROM t WHERE (b = ? OR (c IN (?))) FOR UPDATE",
                "SELECT DISTINCT ON (a = 5) a FROM t WHERE b = 1 | SELECT DISTINCT ON (a = 5) a FROM t WHERE b = ?",
                "SELECT COUNT(*) FILTER (WHERE c = 5) FROM t WHERE b = 1 | SELECT COUNT(*) FILTER (WHERE c = 5) FROM t WHERE b = ?",
                "SELECT a FROM t WHERE b = 1 ORDER BY (SELECT c FROM u WHERE d = 5)"
                        + " | SELECT a FROM t WHERE b = ? ORDER BY (SELECT c FROM u WHERE d = 5)",
                "SELECT a FROM t WHERE (b, c) IN ((1, 2)) AND d = 3 | SELECT a FROM t WHERE (b, c) IN ((1, 2)) AND d = ?",
                "INSERT INTO t (a, b) VALUES (1, 'x'), (f(2), -3), (DEFAULT, 4 + 5)"
                        + " | INSERT INTO t (a, b) VALUES (?, ?), (f(2), ?), (DEFAULT, 4 + 5)",
                "INSERT INTO t (a) SELECT 5 FROM u WHERE b = 6 | INSERT INTO t (a) SELECT 5 FROM u WHERE b = ?",
                "UPDATE t SET a = 5, b = b + 1 WHERE c = 'x' | UPDATE t SET a = ?, b = b + ? WHERE c = ?",
                "UPDATE t SET a = b - -5, c = (d) + 1.5 WHERE e = 6 | UPDATE t SET a = b - ?, c = (d) + ? WHERE e = ?",
                "UPDATE t SET a = b -5, c = 2 + 3, d = e + 4 * 5 WHERE f = 6"
                        + " | UPDATE t SET a = b -5, c = 2 + 3, d = e + 4 * 5 WHERE f = ?",
                "UPDATE t SET a = b + '1 day', c = +7 WHERE d = 8 | UPDATE t SET a = b + '1 day', c = +7 WHERE d = ?",
                "DELETE FROM t WHERE a < 5; | DELETE FROM t WHERE a < ?;",
                "/* 1 */ SELECT a -- 2 | SELECT",
                "SELECT a /* 'x' = 5 */ FROM t WHERE t.set = 5 | SELECT a /* 'x' = 5 */ FROM t WHERE t.set = ?",
                "SELECT a FROM t WHERE \"b = 5\" = 6 | SELECT a FROM t WHERE \"b = 5\" = ?",
            })
    void literalsThatAreValuesAreLeftOut(String sql, String shape) {
        TextShape found = H2.of(sql);
        assertThat(found == null ? "SELECT" : found.parameterText()).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '^',
            value = {
                "SELECT a FROM t WHERE b = 'x\\'y' AND c = \"z\" # = 5 | SELECT a FROM t WHERE b = ? AND c = \"z\" # = 5",
                "SELECT a FROM `t = 5` WHERE b = 1 && c = 2 || d = 3 | SELECT a FROM `t = 5` WHERE b = ? && c = ? || d = ?",
                "INSERT INTO t SET a = 1, b = 'x' ON DUPLICATE KEY UPDATE a = VALUES(a), b = 5"
                        + " | INSERT INTO t SET a = ?, b = ? ON DUPLICATE KEY UPDATE a = VALUES(a), b = ?",
                "REPLACE INTO t VALUES (1, 0x1F) | REPLACE INTO t VALUES (?, 0x1F)",
                "UPDATE t JOIN u ON t.a = u.a AND u.b = 1 SET t.c = 2 WHERE d = 3 LIMIT 4"
                        + " | UPDATE t JOIN u ON t.a = u.a AND u.b = ? SET t.c = ? WHERE d = ? LIMIT 4",
                "SELECT a FROM t WHERE b = 1 LOCK IN SHARE MODE | null",
                "SELECT a FROM t /*! WHERE b = 1 */ | SELECT a FROM t /*! WHERE b = ? */",
            })
    void mySqlWritesOtherwise(String sql, String shape) {
        TextShape found = MYSQL.of(sql);
        assertThat(found == null ? "null" : found.parameterText()).isEqualTo(shape);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '"',
            value = {
                "SELECT a FROM t WHERE b = E'x' AND c = $$y$$ AND d = U&'z' AND e = '5'::int AND f = 'g\\'"
                        + " | SELECT a FROM t WHERE b = E'x' AND c = $$y$$ AND d = U&'z' AND e = '5'::int AND f = ?",
                "SELECT a FROM t WHERE b->>'k' = 'v' AND c->'d'->>'e' LIKE 'f'"
                        + " | SELECT a FROM t WHERE b->>'k' = 'v' AND c->'d'->>'e' LIKE ?",
                "SELECT a FROM t WHERE b = 'x' || 'y' AND c = ANY ('{1}') AND d = ARRAY[1, 2] AND e = 1"
                        + " | SELECT a FROM t WHERE b = 'x' || 'y' AND c = ANY ('{1}') AND d = ARRAY[1, 2] AND e = ?",
                "INSERT INTO t (a, b) VALUES (1, 2) ON CONFLICT (a) WHERE b = 3 DO UPDATE SET b = 4 WHERE t.b = 5 RETURNING b = 6"
                        + " | INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT (a) WHERE b = 3"
                        + " DO UPDATE SET b = ? WHERE t.b = ? RETURNING b = 6",
                "SELECT v FROM (VALUES (1), (2)) x (v) WHERE v = 3 | SELECT v FROM (VALUES (1), (2)) x (v) WHERE v = ?",
                "SELECT a FROM t WHERE b IS DISTINCT FROM 1 AND c = 2 | SELECT a FROM t WHERE b IS DISTINCT FROM 1 AND c = ?",
                "UPDATE t SET a = 1 FROM u WHERE u.b = 2 RETURNING a = 3 | UPDATE t SET a = ? FROM u WHERE u.b = ? RETURNING a = 3",
            })
    void postgreSqlWritesOtherwise(String sql, String shape) {
        assertThat(POSTGRESQL.of(sql).parameterText()).isEqualTo(shape);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a FROM t",
                "SELECT 1",
                "SELECT a FROM t ORDER BY 1 LIMIT 10",
                "SELECT a FROM t WHERE b = ? AND c = 5",
                "SELECT a FROM t WHERE b = 5 AND c = 'x'::'?'",
                "SELECT a FROM t WHERE b = 5 AND f('?') = 6",
                "SELECT a FROM t WHERE b = 5; SELECT 6",
                "SELECT a FROM t WHERE (b = 5",
                "SELECT a FROM t WHERE b = 5)",
                "SELECT a FROM t WHERE b = 5 AND c = 'x",
                "CREATE TABLE t (a INT DEFAULT 5, CHECK (a > 6))",
                "SET x = 5",
                "MERGE INTO t KEY (a) VALUES (1, 2)",
                "EXPLAIN SHARDING SELECT a FROM t WHERE b = 5",
                "CALL f(5)",
                "",
            })
    void otherTextsHaveNoShape(String sql) {
        assertThat(H2.of(sql)).isNull();
    }

    @Test
    void literalsHaveTheValuesThatTheParserSees() {
        TextShape shape = H2.of("SELECT a FROM t WHERE b IN (5, -6, 9223372036854775807, -9223372036854775808,"
                + " 9223372036854775808, 1.50, -2.5, 'x', 'it''s', '')");
        List<Object> values = new ArrayList<>();
        for (int slot = 0; slot < shape.count(); slot++) {
            values.add(shape.value(slot));
        }
        assertThat(values)
                .containsExactly(
                        5L,
                        -6L,
                        Long.MAX_VALUE,
                        Long.MIN_VALUE,
                        new BigInteger("9223372036854775808"),
                        new BigDecimal("1.50"),
                        new BigDecimal("-2.5"),
                        "x",
                        "it's",
                        "");
        assertThat(shape.kinds()).startsWith(LiteralKind.INTEGER).endsWith(LiteralKind.STRING);
        assertThat(MYSQL.of("SELECT a FROM t WHERE b = 'x\\'\\n'").value(0)).isEqualTo("x'\n");
        assertThat(POSTGRESQL.of("SELECT a FROM t WHERE b = 1_000").value(0)).isEqualTo(1000L);
    }

    @Test
    void literalsAreWrittenAsTheyWere() {
        TextShape shape = H2.of("UPDATE t SET a = 'it''s', b = -1.50 WHERE c = 007");
        StringBuilder text = new StringBuilder();
        for (int slot = 0; slot < shape.count(); slot++) {
            shape.appendLiteral(slot, text.append('|'));
        }
        assertThat(text).hasToString("|'it''s'|-1.50|007");
    }

    @Test
    void textsOfOneShapeDifferInLiteralsOfTheSameKindsOnly() {
        TextShape shape = H2.of("SELECT a FROM t WHERE b = 5 AND c = 'x'");
        assertThat(H2.of("SELECT a FROM t WHERE b = -1234567 AND c = 'some ''text'''"))
                .isEqualTo(shape)
                .hasSameHashCodeAs(shape);
        assertThat(List.of(
                        "SELECT a FROM t WHERE b = 5.0 AND c = 'x'",
                        "SELECT a FROM t WHERE b = '5' AND c = 'x'",
                        "SELECT a FROM t WHERE b = 5 AND d = 'x'",
                        "SELECT a FROM t WHERE b = 5 AND c = 'x' ",
                        "SELECT A FROM t WHERE b = 5 AND c = 'x'",
                        "SELECT a FROM t WHERE b = 5 AND c IN ('x')"))
                .allSatisfy(other -> assertThat(H2.of(other)).isNotNull().isNotEqualTo(shape));
        assertThat(H2.of("SELECT a FROM t WHERE b IN (1, 2)"))
                .isNotEqualTo(H2.of("SELECT a FROM t WHERE b IN (1, 2, 3)"));
        assertThat(H2.of("SELECT a FROM t WHERE b = 1 LIMIT 10"))
                .isNotEqualTo(H2.of("SELECT a FROM t WHERE b = 1 LIMIT 11"));
    }

    @Test
    void longTextsHaveNoShape() {
        String list = "1" + ", 1".repeat(600);
        assertThat(H2.of("SELECT a FROM t WHERE b IN (" + list + ")")).isNull();
        assertThat(H2.of("SELECT a FROM t WHERE b = '" + "x".repeat(70_000) + "'"))
                .isNull();
        assertThat(H2.of("SELECT a FROM t WHERE b = " + "(".repeat(20) + "5" + ")".repeat(20)))
                .isNull();
    }

    /** What is left of a text with its literals out is put together with others, and read by one who knows no text. */
    @ParameterizedTest
    @ValueSource(strings = {"H2", "MYSQL", "MARIADB", "POSTGRESQL"})
    void textsAreReadAlikeWhetherOneOfTheirShapeIsKnownOrNot(String name) {
        Dialect dialect = Dialects.named(name);
        List<String> pieces = List.of(
                "SELECT a FROM t WHERE b = |",
                "SELECT a FROM t WHERE b = | AND c = |",
                "SELECT a FROM t WHERE b = | ",
                "SELECT a FROM t WHERE b = |AND c < |;",
                "SELECT a FROM t WHERE b=|-| AND c >= -|",
                "SELECT a FROM t WHERE b IN (|, |,|) ORDER BY a LIMIT |",
                "SELECT a FROM t1 WHERE b BETWEEN | AND | OR c LIKE |\nFOR UPDATE",
                "SELECT '|' FROM t WHERE b = |OR c = |",
                "SELECT a FROM t WHERE b = | | AND c = |",
                "SELECT a FROM t WHERE b = N| AND c = |.| AND d = |E5 AND e = |x1",
                "SELECT a FROM t WHERE b = | /* | */ AND c = | -- |",
                "INSERT INTO t (a, b) VALUES (|, |), (|,-|)",
                "UPDATE t SET a = |, b = b + | WHERE c = |");
        String[] literals = {
            "5",
            "-5",
            "0",
            "007",
            "12345678901234567890",
            "1.5",
            "-1.5",
            ".5",
            "5.",
            "1e5",
            "0x1F",
            "0b1",
            "0o7",
            "1_000",
            "'x'",
            "''",
            "'it''s'",
            "'x\\'",
            "'x\\'' AND d = '",
            "'?'",
            "?",
            "NULL",
            "'5",
            "\"x\"",
            "'\u00e4'",
            "- 5",
            "--5",
            "1 = 1",
            "N'x'",
            "'a' 'b'",
            "$1",
            "5,6",
            "5)",
            "(5"
        };
        TextShapes knowing = new TextShapes(dialect);
        Random random = new Random(20261129);
        int compared = 0;
        for (int i = 0; i < 12_000; i++) {
            String piece = pieces.get(random.nextInt(pieces.size()));
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < piece.length(); at++) {
                char c = piece.charAt(at);
                // the first two are written plainly, and come more often
                int most = random.nextInt(4) == 0 ? literals.length : 2;
                text.append(c == '|' ? literals[random.nextInt(most)] : String.valueOf(c));
            }
            String sql = text.toString();
            TextShape found = knowing.of(sql);
            TextShape read = new TextShapes(dialect).of(sql);
            compared += found != null && found.key() != found ? 1 : 0;
            assertThat(said(found)).as(sql).isEqualTo(said(read));
            assertThat(found).as(sql).isEqualTo(read);
        }
        assertThat(compared).isGreaterThan(1_000);
    }

    /** All that a shape says of its text. */
    private static String said(TextShape shape) {
        if (shape == null) {
            return "none";
        }
        StringBuilder text = new StringBuilder(shape.parameterText());
        for (int slot = 0; slot < shape.count(); slot++) {
            shape.appendLiteral(slot, text.append('|'));
            text.append(shape.kinds().get(slot)).append(shape.value(slot));
        }
        return text.append(shape.hashCode()).toString();
    }
}
