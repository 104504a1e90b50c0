package org.shardingjdbc.route.internal.bind;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.route.internal.shape.TestSchema;

class BinderTest {
    @ParameterizedTest
    @CsvFileSource(resources = "/bind/origins.csv", delimiter = '|', ignoreLeadingAndTrailingWhitespace = true)
    void referencesNameColumns(String dialects, String sql, String origins) {
        for (String dialect : dialects.split(" ")) {
            BoundStatement bound = new TestSchema(Dialects.named(dialect)).bind(sql);
            assertThat(originsOf(bound)).as(dialect + ": " + sql).isEqualTo(origins);
        }
    }

    /** Each column reference in text order with what it names: table alias and column, query output, alias or ?. */
    private static String originsOf(BoundStatement bound) {
        List<ColumnReference> references = new ArrayList<>();
        Nodes.forEach(bound.parsed().statement(), node -> {
            if (node instanceof ColumnReference reference) {
                references.add(reference);
            }
        });
        references.sort(
                (one, other) -> Integer.compare(one.span().start(), other.span().start()));
        StringJoiner text = new StringJoiner(" ");
        for (ColumnReference reference : references) {
            text.add(text(bound, bound.origin(reference)));
        }
        return text.toString();
    }

    private static String text(BoundStatement bound, ColumnOrigin origin) {
        if (origin instanceof ColumnOrigin.OfTable of) {
            return of.table().index() + "." + of.column();
        }
        if (origin instanceof ColumnOrigin.OfQuery of) {
            String base = of.base() == null ? "" : "=" + text(bound, of.base());
            return "q" + of.output() + base;
        }
        if (origin instanceof ColumnOrigin.OfAlias of) {
            return "alias:" + ((ExpressionItem) of.item()).alias().text();
        }
        return "?";
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT user_id, order_id AS o FROM t_order|user_id=0.user_id o=0.order_id",
                "SELECT * FROM t_config|id=0.id user_id=0.user_id value=0.value",
                "SELECT c.*, 1 + 1 FROM t_region c, t_order|id=0.id name=0.name null",
                "SELECT * FROM t_region JOIN t_config USING (id), t_order WHERE 1 = 0"
                        + "|id=0.id name=0.name user_id=1.user_id value=1.value user_id=2.user_id order_id=2.order_id"
                        + " status=2.status amount=2.amount x=2.x",
                "SELECT * FROM (SELECT user_id AS u, 1 AS one FROM t_order) x|u=0.user_id one",
                "WITH x (a, b) AS (SELECT user_id, order_id FROM t_order) SELECT * FROM x|a=0.user_id b=0.order_id",
                "SELECT user_id FROM t_order UNION ALL SELECT user_id FROM t_order_item|user_id"
            })
    void outputsAreExpanded(String sql, String expected) {
        BoundStatement bound = new TestSchema(Dialects.POSTGRESQL).bind(sql);
        StringJoiner text = new StringJoiner(" ");
        boolean sharded = sql.contains("t_order");
        List<OutputColumn> outputs =
                bound.outputs(((QueryStatement) bound.parsed().statement()).query());
        if (!sharded) {
            // columns are asked for only if a sharded table takes part
            assertThat(outputs).isNull();
            return;
        }
        for (OutputColumn output : requireNonNull(outputs)) {
            text.add(
                    output.base() == null
                            ? String.valueOf(output.label())
                            : output.label() + "=" + text(bound, output.base()));
        }
        assertThat(text).hasToString(expected);
    }

    @Test
    void subqueriesKnowWhetherTheyAreCorrelatedAndAligned() {
        String sql = "SELECT (SELECT MAX(price) FROM t_order_item i WHERE i.user_id = o.user_id),"
                + " (SELECT MAX(price) FROM t_order_item i WHERE i.order_id = o.order_id),"
                + " (SELECT MAX(price) FROM t_order_item i),"
                + " (SELECT MAX(id) FROM t_config c WHERE c.user_id = o.user_id)"
                + " FROM t_order o WHERE o.user_id IN (SELECT n.user_id FROM t_order_note n)";
        BoundStatement bound = new TestSchema(Dialects.H2).bind(sql);
        List<Query> queries = queries(bound.parsed().statement());

        assertThat(queries).extracting(bound::correlated).containsExactly(false, true, true, false, true, false);
        assertThat(queries.subList(1, 6))
                .extracting(bound::alignedWithOuter)
                .containsExactly(true, false, false, true, true);
    }

    @Test
    void groupsAreOnOneNodeIfTheKeysContainTheShardingColumn() {
        assertThat(determines("SELECT user_id FROM t_order GROUP BY user_id")).isTrue();
        assertThat(determines("SELECT order_id FROM t_order GROUP BY order_id")).isFalse();
        assertThat(determines(
                        "SELECT 1 FROM t_order o JOIN t_order_item i ON o.user_id = i.user_id GROUP BY i.user_id"))
                .isTrue();
        assertThat(determines(
                        "SELECT 1 FROM t_order o LEFT JOIN t_order_item i ON o.user_id = i.user_id GROUP BY o.user_id"))
                .isTrue();
        // the NULLs that the join makes are one group over all nodes
        assertThat(determines(
                        "SELECT 1 FROM t_order o LEFT JOIN t_order_item i ON o.user_id = i.user_id GROUP BY i.user_id"))
                .isFalse();
        assertThat(determines("SELECT 1 FROM t_order o JOIN t_config c ON o.user_id = c.user_id GROUP BY c.user_id"))
                .isTrue();
        assertThat(determines("SELECT 1 FROM (SELECT user_id AS u FROM t_order) x GROUP BY x.u"))
                .isTrue();
        assertThat(determines(
                        "SELECT 1 FROM (SELECT user_id AS u FROM t_order UNION ALL SELECT user_id FROM t_order_item) x"
                                + " GROUP BY x.u"))
                .isTrue();
        assertThat(determines(
                        "SELECT 1 FROM (SELECT user_id AS u FROM t_order UNION ALL SELECT order_id FROM t_order_item) x"
                                + " GROUP BY x.u"))
                .isFalse();
        assertThat(determines("SELECT 1 FROM t_two GROUP BY user_id")).isFalse();
        assertThat(determines("SELECT 1 FROM t_two GROUP BY order_id, user_id")).isTrue();
    }

    private static boolean determines(String sql) {
        BoundStatement bound = new TestSchema(Dialects.POSTGRESQL).bind(sql);
        Select block =
                (Select) ((QueryStatement) bound.parsed().statement()).query().body();
        return bound.determinesNode(block, block.groupBy().items(), 0);
    }

    private static List<Query> queries(Node root) {
        List<Query> queries = new ArrayList<>();
        Nodes.forEach(root, node -> {
            if (node instanceof Query query) {
                queries.add(query);
            }
        });
        return queries;
    }

    @Test
    void targetsOfDeleteThatAreAliasesNameTheTableOfFrom() {
        String sql = "DELETE o FROM t_order o JOIN t_order_item i ON o.user_id = i.user_id";
        BoundStatement bound = new TestSchema(Dialects.MYSQL).bind(sql);
        assertThat(bound.tables())
                .extracting(table -> table.node().span().of(sql))
                .containsExactly("t_order o", "t_order_item i");
    }

    @Test
    void longChainsAreBoundWithoutRecursion() {
        String chain = "x" + " + x".repeat(20_000);
        BoundStatement bound = new TestSchema(Dialects.H2).bind("SELECT " + chain + " FROM t_order WHERE user_id = 1");
        assertThat(bound.alignmentClasses()).isEqualTo(1);
    }
}
