package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.token.Keywords;
import org.shardingjdbc.parser.internal.token.SqlLexer;

class SqlLayoutTest {
    @Test
    void clausesBeginLines() {
        assertLaidOut(
                "select o.id, count(*) from t_order o left outer join t_item i on o.id = i.id and i.x between 1 and 2"
                        + " where o.a is distinct from 1 and (o.b = 1 or o.c = 2) group by o.id having count(*) > 1"
                        + " order by extract(day from o.at), sum(x) over (order by y) limit 10 offset 5 for update",
                "select o.id, count(*)",
                "from t_order o",
                "  left outer join t_item i on o.id = i.id",
                "  and i.x between 1 and 2",
                "where o.a is distinct from 1",
                "  and (o.b = 1 or o.c = 2)",
                "group by o.id",
                "having count(*) > 1",
                "order by extract(day from o.at), sum(x) over (order by y)",
                "limit 10 offset 5",
                "for update");
    }

    @Test
    void nestedQueriesAreIndented() {
        assertLaidOut(
                "WITH a AS (SELECT 1 AS x UNION ALL SELECT 2) SELECT * FROM a WHERE x IN (SELECT y FROM b) AND EXISTS"
                        + " (SELECT 1)",
                "WITH a AS (",
                "  SELECT 1 AS x",
                "  UNION ALL",
                "  SELECT 2",
                ")",
                "SELECT *",
                "FROM a",
                "WHERE x IN (",
                "  SELECT y",
                "  FROM b",
                ")",
                "  AND EXISTS (",
                "  SELECT 1",
                ")");
    }

    @Test
    void longListsAreBrokenAtTheirCommas() {
        assertLaidOut(
                "SELECT a_column_with_a_long_name, another_column_with_a_name, COALESCE(one_more, 'with a text') FROM t",
                "SELECT a_column_with_a_long_name,",
                "  another_column_with_a_name,",
                "  COALESCE(one_more, 'with a text')",
                "FROM t");
    }

    @Test
    void writesHaveTheirClausesToo() {
        assertLaidOut(
                "INSERT INTO t (a, b) VALUES (1, 2), (3, 4) ON DUPLICATE KEY UPDATE a = VALUES(a)",
                "INSERT INTO t (a, b)",
                "VALUES (1, 2), (3, 4)",
                "ON DUPLICATE KEY UPDATE a = VALUES(a)");
        assertLaidOut(
                "UPDATE t SET a = CASE WHEN b = 1 OR c = 2 THEN 1 ELSE 2 END WHERE id = 1",
                "UPDATE t",
                "SET a = CASE WHEN b = 1 OR c = 2 THEN 1 ELSE 2 END",
                "WHERE id = 1");
        assertLaidOut("DELETE FROM t WHERE id = 1", "DELETE FROM t", "WHERE id = 1");
    }

    @Test
    void columnsOfANewTableStandBelowEachOther() {
        assertLaidOut(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, a DECIMAL(10, 2) DEFAULT 0, CHECK (a > 0 AND a < 9)) ENGINE=x",
                "CREATE TABLE t (",
                "  id BIGINT PRIMARY KEY,",
                "  a DECIMAL(10, 2) DEFAULT 0,",
                "  CHECK (a > 0 AND a < 9)",
                ") ENGINE=x");
    }

    @Test
    void commentsAndTextsStayAsTheyAre() {
        assertLaidOut(
                "/* SHARDING_HINT: a=b */ SELECT 'a  b\n c', -- why\n  2   FROM t /* t */ WHERE a = 1 -- end",
                "/* SHARDING_HINT: a=b */ SELECT 'a  b\n c', -- why",
                "  2",
                "FROM t /* t */",
                "WHERE a = 1 -- end");
        assertLaidOut("SELECT 'a'\n  'b' FROM t", "SELECT 'a'\n  'b'", "FROM t");
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void nothingButBlanksChanges(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            String laidOut = parser.layOut(sql);
            assertThat(tokens(laidOut, dialect)).as(sql).isEqualTo(tokens(sql, dialect));
            assertThat(laidOut.replaceAll("\\s", "")).as(sql).isEqualTo(sql.replaceAll("\\s", ""));
            assertThat(parser.layOut(laidOut)).as(sql).isEqualTo(laidOut);
        }
    }

    private static List<String> tokens(String sql, Dialect dialect) {
        List<String> tokens = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(sql, dialect, new Keywords(dialect), null);
        while (lexer.next()) {
            tokens.add(lexer.type() + " " + sql.substring(lexer.start(), lexer.stop()));
        }
        return tokens;
    }

    private static void assertLaidOut(String sql, String... lines) {
        assertThat(new SqlParser(Dialects.POSTGRESQL).layOut(sql)).isEqualTo(String.join("\n", lines));
    }
}
