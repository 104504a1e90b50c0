package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;

/** The spans that a rewrite edits. */
class SpansTest {
    @Test
    void clausesOfSelect() {
        String sql =
                "SELECT DISTINCT (a) x, b FROM t AS y, u WHERE (a = 1) GROUP BY (a) HAVING (c) ORDER BY (a) DESC LIMIT 5 OFFSET 6";
        Query query = query(sql);
        Select select = (Select) query.body();
        assertThat(select.itemsSpan().of(sql)).isEqualTo("(a) x, b");
        assertThat(select.items().get(0).span().of(sql)).isEqualTo("(a) x");
        assertThat(((ExpressionItem) select.items().get(0)).expression().span().of(sql))
                .isEqualTo("a");
        assertThat(select.fromSpan().of(sql)).isEqualTo("FROM t AS y, u");
        assertThat(select.from().get(0).span().of(sql)).isEqualTo("t AS y");
        assertThat(select.where().span().of(sql)).isEqualTo("WHERE (a = 1)");
        assertThat(select.where().condition().span().of(sql)).isEqualTo("a = 1");
        assertThat(select.groupBy().span().of(sql)).isEqualTo("GROUP BY (a)");
        assertThat(select.having().span().of(sql)).isEqualTo("HAVING (c)");
        assertThat(select.span().of(sql)).endsWith("HAVING (c)");
        assertThat(query.orderBy().span().of(sql)).isEqualTo("ORDER BY (a) DESC");
        assertThat(query.orderBy().items().get(0).span().of(sql)).isEqualTo("(a) DESC");
        assertThat(query.limit().span().of(sql)).isEqualTo("LIMIT 5 OFFSET 6");
    }

    @Test
    void selectWithoutFromHasNoFromSpan() {
        assertThat(((Select) query("SELECT 1").body()).fromSpan()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT a FROM t LIMIT 5                                 | LIMIT 5
            SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY    | OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY
            SELECT a FROM t OFFSET 2                                | OFFSET 2
            SELECT a FROM t FETCH FIRST ROW ONLY FOR UPDATE         | FETCH FIRST ROW ONLY
            SELECT TOP 5 PERCENT WITH TIES a FROM t                 | TOP 5 PERCENT WITH TIES
            SELECT a FROM t LIMIT ( 1 + ? ) OFFSET ( 2 )            | LIMIT ( 1 + ? ) OFFSET ( 2 )
            """)
    void limitCoversAllOfIt(String sql, String limit) {
        assertThat(query(sql.strip()).limit().span().of(sql.strip())).isEqualTo(limit.strip());
    }

    @Test
    void fetchWithoutNumberCountsOne() {
        Limit limit = query("SELECT a FROM t FETCH FIRST ROW ONLY").limit();
        assertThat(limit.count().span()).isEqualTo(new Span(28, 28));
    }

    @Test
    void itemsOfAnInList() {
        String sql = "SELECT 1 FROM t WHERE a IN ( (1), ?,'x' )";
        InList in = all(query(sql), InList.class).get(0);
        assertThat(in.itemsSpan().of(sql)).isEqualTo("(1), ?,'x'");
        assertThat(in.items().get(0).span().of(sql)).isEqualTo("1");
        assertThat(in.span().of(sql)).isEqualTo("a IN ( (1), ?,'x' )");
    }

    @Test
    void joinsCoverTheirParentheses() {
        String sql = "SELECT 1 FROM (a JOIN b ON x) JOIN c ON (y)";
        List<JoinedTable> joins = all(query(sql), JoinedTable.class);
        assertThat(joins.get(0).span().of(sql)).isEqualTo("(a JOIN b ON x) JOIN c ON (y)");
        assertThat(joins.get(1).span().of(sql)).isEqualTo("a JOIN b ON x");
    }

    @Test
    void partsOfAnInsert() {
        String sql = "INSERT INTO t ( a, b ) VALUES (1, ?) , ( 2,3 ) ON DUPLICATE KEY UPDATE a = 1;";
        InsertStatement insert =
                (InsertStatement) new SqlParser(Dialects.MYSQL).parse(sql).statement();
        assertThat(insert.columnsSpan().of(sql)).isEqualTo("( a, b )");
        assertThat(insert.source().span().of(sql)).isEqualTo("VALUES (1, ?) , ( 2,3 )");
        assertThat(((ValuesSource) insert.source()).rows().get(1).span().of(sql))
                .isEqualTo("( 2,3 )");
        Upsert upsert = insert.upsert();
        assertThat(upsert.span().of(sql)).isEqualTo("ON DUPLICATE KEY UPDATE a = 1");
        assertThat(insert.span().of(sql)).isEqualTo(sql.substring(0, sql.length() - 1));
    }

    @Test
    void nestedQueriesStopAtTheirParentheses() {
        String sql = "(SELECT a FROM t ORDER BY a) UNION SELECT 2 ORDER BY 1";
        List<OrderBy> orders = all(query(sql), OrderBy.class);
        assertThat(orders).extracting(order -> order.span().of(sql)).containsExactly("ORDER BY a", "ORDER BY 1");
        assertThat(all(query(sql), Query.class).get(1).span().of(sql)).isEqualTo("SELECT a FROM t ORDER BY a");
    }

    private static Query query(String sql) {
        return ((QueryStatement) new SqlParser(Dialects.H2).parse(sql).statement()).query();
    }

    private static <T extends Node> List<T> all(Node root, Class<T> type) {
        List<T> found = new ArrayList<>();
        Nodes.forEach(root, node -> {
            if (type.isInstance(node)) {
                found.add(type.cast(node));
            }
        });
        return found;
    }
}
