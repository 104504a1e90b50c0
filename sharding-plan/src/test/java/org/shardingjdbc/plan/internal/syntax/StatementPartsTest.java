package org.shardingjdbc.plan.internal.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.rule.execution.StatementPart;

class StatementPartsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT a FROM t                                                  |",
                "SELECT a FROM t WHERE a = 1                                      | WHERE",
                "EXPLAIN SELECT a FROM t WHERE a = 1                              | WHERE",
                "SELECT DISTINCT a FROM t GROUP BY a ORDER BY a LIMIT 3           | DISTINCT GROUP_BY ORDER_BY LIMIT",
                "SELECT a FROM t LIMIT 3 OFFSET 2                                 | LIMIT",
                "SELECT a FROM t WHERE a = 1 FOR UPDATE                           | WHERE LOCK",
                "SELECT a FROM t, u                                               | JOIN",
                "SELECT a FROM t JOIN u USING (a)                                 | JOIN",
                "SELECT a FROM t WHERE a = 1 UNION SELECT a FROM u WHERE a = 2    | WHERE SET_OPERATION",
                "SELECT a FROM t WHERE a = 1 UNION SELECT a FROM u                | SET_OPERATION",
                "SELECT a FROM t UNION ALL SELECT a FROM t JOIN u USING (a)       | JOIN SET_OPERATION",
                "(SELECT a FROM t WHERE a = 1 LIMIT 1)                            | WHERE LIMIT",
                "(SELECT a FROM t LIMIT 1) UNION (SELECT a FROM u) ORDER BY a     | SET_OPERATION ORDER_BY",
                "SELECT a FROM (SELECT a FROM t WHERE a = 1 LIMIT 1) d            | SUBQUERY",
                "SELECT a FROM t WHERE a IN (SELECT b FROM u)                     | WHERE SUBQUERY",
                "WITH c AS (SELECT a FROM t WHERE a = 1) SELECT a FROM c          | SUBQUERY",
                "INSERT INTO t (a) VALUES (1)                                     |",
                "INSERT INTO t (a) SELECT a FROM u WHERE a = 1                    | SUBQUERY",
                "UPDATE t SET a = 1                                               |",
                "UPDATE t SET a = 1 WHERE b = 2 ORDER BY b LIMIT 1                | WHERE ORDER_BY LIMIT",
                "UPDATE t JOIN u ON t.a = u.a SET t.b = 1                         | JOIN",
                "DELETE FROM t                                                    |",
                "DELETE FROM t WHERE a = 1                                        | WHERE",
                "DELETE t FROM t JOIN u ON t.a = u.a WHERE u.b = 1                | WHERE JOIN",
                "DELETE t FROM t WHERE b = 1                                      | WHERE",
                "CALL p(1)                                                        |",
                "SET @a = 1                                                       |",
            })
    void partsAreThoseOfTheOutermostStatement(String sql, String parts) {
        assertParts("MYSQL", sql, parts);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INSERT INTO t (a) VALUES (1) RETURNING a                         | RETURNING",
                "UPDATE t SET a = 1 FROM u WHERE t.b = u.b RETURNING t.a          | WHERE JOIN RETURNING",
                "DELETE FROM t USING u WHERE t.a = u.a                            | WHERE JOIN",
                "SELECT a FROM t FETCH FIRST 2 ROWS ONLY                          | LIMIT",
                "SELECT DISTINCT ON (a) a, b FROM t                               | DISTINCT",
                "SELECT a FROM (SELECT a FROM t FOR SHARE) d                      | LOCK SUBQUERY",
            })
    void theyAreFoundInTheFormsOfPostgresql(String sql, String parts) {
        assertParts("POSTGRESQL", sql, parts);
    }

    private static void assertParts(String dialect, String sql, String parts) {
        ParsedSql parsed = new SqlParser(Dialects.named(dialect)).parse(sql);
        Set<StatementPart> found = EnumSet.allOf(StatementPart.class).stream()
                .filter(part -> StatementParts.has(parsed, part))
                .collect(Collectors.toSet());
        String expected = parts == null ? "" : parts;
        Set<StatementPart> meant = EnumSet.allOf(StatementPart.class).stream()
                .filter(part -> (" " + expected + " ").contains(" " + part + " "))
                .collect(Collectors.toSet());
        assertThat(found).as(sql).isEqualTo(meant);
    }
}
