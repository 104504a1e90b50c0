package org.shardingjdbc.plan.internal.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.PlanSchema;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;

/**
 * What each rule says of a construct by itself: {@code rule: evidence} where it is proved, {@code CODE construct} where
 * it is refused, {@code nothing} where it had nothing to prove. Beside each that is proved stands one that misses it by
 * little. Of copies and clocks: {@link CopyRulesTest}.
 */
class ProofRulesTest {
    private static BoundStatement bound(String sql) {
        return bound(sql, Dialects.H2);
    }

    static BoundStatement bound(String sql, Dialect dialect) {
        PlanTools tools = PlanTools.of(
                PlanSchema.rules(),
                new PlanSchema(dialect),
                dialect,
                new PlannerOptions(true, UnionBounds.NEVER, false));
        return tools.binder().bind(tools.parser().parse(sql));
    }

    private static SameNodeProof nodes(BoundStatement bound) {
        return new SameNodeProof(bound);
    }

    private static <N extends Node> N first(BoundStatement bound, Class<N> kind) {
        return bound.parsed().analysis().all(kind).get(0);
    }

    /** The query of a statement. */
    private static Query whole(BoundStatement bound) {
        return ((QueryStatement) bound.parsed().statement()).query();
    }

    private static Select block(BoundStatement bound) {
        return (Select) whole(bound).body();
    }

    /** Of what reads sharded tables or none, by names alone. */
    private static Distribution distribution(BoundStatement bound, Node part) {
        for (NamedTable named : Tree.all(part, NamedTable.class)) {
            BoundTable table = bound.table(named);
            if (table != null && table.table().isPartitioned()) {
                return Distribution.PARTITIONED;
            }
        }
        return Distribution.REPLICATED;
    }

    static String said(Verdict verdict) {
        if (verdict instanceof Verdict.Refused refused) {
            List<Object> rest = refused.rest();
            String what = refused.construct() != null ? refused.construct() : rest.isEmpty() ? "" : "" + rest.get(0);
            return (refused.code() + " " + what).stripTrailing();
        }
        List<Evidence> evidence = ((Verdict.Proved) verdict).evidence();
        return evidence.isEmpty() ? "nothing" : evidence.get(0).toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            o.user_id = i.user_id                            | binding tables: t_order and t_order_item meet on user_id
            i.order_id = o.order_id AND i.user_id = o.user_id | binding tables: t_order and t_order_item meet on user_id
            i.order_id = o.order_id                          | nothing
            i.user_id = o.user_id + 1                        | nothing
            i.user_id = o.user_id OR i.order_id = o.order_id | nothing
            """)
    void bindingRule(String on, String said) {
        BoundStatement bound = bound("SELECT o.status FROM t_order o JOIN t_order_item i ON " + on);
        JoinedTable join = first(bound, JoinedTable.class);
        assertThat(said(new BindingRule(bound).of(List.of(join.left()), join.right())))
                .isEqualTo(said);
    }

    /** Tables that are bound by nothing do not meet, be it by their sharding columns. */
    @Test
    void bindingRuleOfTablesThatAreNotBound() {
        BoundStatement bound = bound("SELECT o.status FROM t_order o JOIN t_account a ON a.account_id = o.user_id");
        JoinedTable join = first(bound, JoinedTable.class);
        assertThat(said(new BindingRule(bound).of(List.of(join.left()), join.right())))
                .isEqualTo("nothing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            t_order o JOIN t_country c ON c.country_id = o.amount            | join: each data node of the route has all rows of t_country
            t_order o LEFT JOIN t_country c ON c.country_id = o.amount       | join: each data node of the route has all rows of t_country
            t_country c RIGHT JOIN t_order o ON c.country_id = o.amount      | join: each data node of the route has all rows of t_country
            t_country c CROSS JOIN t_order o                                 | join: each data node of the route has all rows of t_country
            t_order o LEFT JOIN (SELECT 1 AS i) d ON d.i = o.amount          | join: each data node of the route has all rows of d
            t_country c LEFT JOIN t_order o ON c.country_id = o.amount       | OUTER_JOIN_ACROSS_NODES
            t_order o RIGHT JOIN t_country c ON c.country_id = o.amount      | OUTER_JOIN_ACROSS_NODES
            t_order o FULL JOIN t_country c ON c.country_id = o.amount       | OUTER_JOIN_ACROSS_NODES
            t_country c FULL JOIN t_order o ON c.country_id = o.amount       | OUTER_JOIN_ACROSS_NODES
            t_country c FULL JOIN t_config g ON c.name = g.name              | nothing
            """)
    void joinRule(String from, String said) {
        BoundStatement bound = bound("SELECT 1 FROM " + from, Dialects.POSTGRESQL);
        JoinedTable join = first(bound, JoinedTable.class);
        Verdict verdict = new JoinRule().of(join, distribution(bound, join.left()), distribution(bound, join.right()));
        assertThat(said(verdict)).isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            t_order o      | i.user_id = o.user_id AND i.price > 3 \
                | subquery: what it reads of t_order_item has the user_id of the row around it
            t_order o      | i.order_id = o.order_id                  | SUBQUERY_ACROSS_NODES t_order_item
            t_order o      | i.user_id = o.user_id OR i.price > 3     | SUBQUERY_ACROSS_NODES t_order_item
            t_order o      | i.user_id <> o.user_id                   | SUBQUERY_ACROSS_NODES t_order_item
            t_order o      | NOT (i.user_id = o.user_id)              | SUBQUERY_ACROSS_NODES t_order_item
            t_country o    | i.user_id = o.country_id                 | SUBQUERY_ACROSS_NODES t_order_item
            """)
    void subqueryRule(String from, String where, String said) {
        BoundStatement bound =
                bound("SELECT 1 FROM " + from + " WHERE EXISTS (SELECT 1 FROM t_order_item i WHERE " + where + ")");
        Query subquery = bound.parsed().analysis().all(Query.class).get(1);
        Distribution distribution = distribution(bound, block(bound).from().get(0));
        assertThat(said(new SubqueryRule(bound).of(subquery, distribution))).isEqualTo(said);
    }

    @Nested
    class Groups {
        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                SELECT user_id, COUNT(*) FROM t_order GROUP BY user_id                | groups: GROUP BY contains user_id of t_order
                SELECT COUNT(*) FROM t_order GROUP BY status, user_id                 | groups: GROUP BY contains user_id of t_order
                SELECT user_id AS u, COUNT(*) FROM t_order GROUP BY 1                 | groups: GROUP BY contains user_id of t_order
                SELECT i.user_id FROM t_order o JOIN t_order_item i ON o.user_id = i.user_id GROUP BY i.user_id \
                    | groups: GROUP BY contains user_id of t_order
                SELECT COUNT(*) FROM t_log GROUP BY user_id, log_id                   | groups: GROUP BY contains user_id, log_id of t_log
                SELECT status, COUNT(*) FROM t_order GROUP BY status                  | NESTED_ROWS_ACROSS_NODES GROUP BY
                SELECT COUNT(*) FROM t_order GROUP BY user_id + 1                     | NESTED_ROWS_ACROSS_NODES GROUP BY
                SELECT COUNT(*) FROM t_order GROUP BY ROLLUP (user_id)                | NESTED_ROWS_ACROSS_NODES GROUP BY
                SELECT COUNT(*) FROM t_log GROUP BY user_id                           | NESTED_ROWS_ACROSS_NODES GROUP BY
                SELECT o.user_id FROM t_order o JOIN t_order_item i ON o.order_id = i.order_id GROUP BY o.user_id \
                    | NESTED_ROWS_ACROSS_NODES GROUP BY
                SELECT i.user_id FROM t_order o LEFT JOIN t_order_item i ON o.user_id = i.user_id GROUP BY i.user_id \
                    | NESTED_ROWS_ACROSS_NODES GROUP BY
                """)
        void byKeys(String sql, String said) {
            BoundStatement bound = bound(sql, Dialects.POSTGRESQL);
            Select block = block(bound);
            assertThat(said(new GroupRule(nodes(bound)).of(block, block.groupBy())))
                    .isEqualTo(said);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                SELECT amount FROM t_order                                            | nothing
                SELECT user_id FROM t_order GROUP BY user_id HAVING COUNT(*) > 1      | groups: GROUP BY contains user_id of t_order
                SELECT MAX(amount) FROM t_order                                       | NESTED_ROWS_ACROSS_NODES MAX
                SELECT amount + SUM(amount) FROM t_order                              | NESTED_ROWS_ACROSS_NODES SUM
                SELECT 1 FROM t_order HAVING 1 = 1                                    | NESTED_ROWS_ACROSS_NODES HAVING
                SELECT 1 FROM t_order HAVING MIN(amount) > 1                          | NESTED_ROWS_ACROSS_NODES MIN
                SELECT MAX(amount) OVER (PARTITION BY user_id) FROM t_order           | nothing
                """)
        void ofAllRows(String sql, String said) {
            BoundStatement bound = bound(sql);
            assertThat(said(new GroupRule(nodes(bound)).ofNested(block(bound), whole(bound))))
                    .isEqualTo(said);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT user_id FROM t_order                                  | nothing
            SELECT DISTINCT user_id, status FROM t_order                 | distinct rows: DISTINCT shows user_id of t_order
            SELECT DISTINCT * FROM t_order                               | distinct rows: DISTINCT shows user_id of t_order
            SELECT DISTINCT ON (user_id) status FROM t_order             | distinct rows: DISTINCT ON contains user_id of t_order
            SELECT DISTINCT status FROM t_order                          | NESTED_ROWS_ACROSS_NODES DISTINCT
            SELECT DISTINCT user_id + 0 FROM t_order                     | NESTED_ROWS_ACROSS_NODES DISTINCT
            SELECT DISTINCT ON (status) user_id FROM t_order             | NESTED_ROWS_ACROSS_NODES DISTINCT
            SELECT DISTINCT user_id FROM t_log                           | NESTED_ROWS_ACROSS_NODES DISTINCT
            SELECT DISTINCT c.* FROM t_order o JOIN t_country c ON c.country_id = o.amount | NESTED_ROWS_ACROSS_NODES DISTINCT
            SELECT DISTINCT i.* FROM t_order o LEFT JOIN t_order_item i ON i.user_id = o.user_id | NESTED_ROWS_ACROSS_NODES DISTINCT
            """)
    void distinctRule(String sql, String said) {
        BoundStatement bound = bound(sql, Dialects.POSTGRESQL);
        assertThat(said(new DistinctRule(nodes(bound)).of(block(bound), whole(bound))))
                .isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            LOWER(status)                                            | nothing
            ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount) | windows: PARTITION BY of ROW_NUMBER contains user_id of t_order
            SUM(amount) OVER (PARTITION BY status, user_id)          | windows: PARTITION BY of SUM contains user_id of t_order
            SUM(amount) OVER w                                       | windows: PARTITION BY of SUM contains user_id of t_order
            SUM(amount) OVER (w ORDER BY amount)                     | windows: PARTITION BY of SUM contains user_id of t_order
            ROW_NUMBER() OVER (ORDER BY user_id)                     | WINDOW_ACROSS_NODES ROW_NUMBER
            COUNT(*) OVER ()                                         | WINDOW_ACROSS_NODES COUNT
            RANK() OVER (PARTITION BY status ORDER BY user_id)       | WINDOW_ACROSS_NODES RANK
            SUM(amount) OVER (PARTITION BY user_id % 2)              | WINDOW_ACROSS_NODES SUM
            SUM(amount) OVER v                                       | WINDOW_ACROSS_NODES SUM
            """)
    void windowRule(String call, String said) {
        BoundStatement bound = bound(
                "SELECT " + call + " FROM t_order WINDOW w AS (PARTITION BY user_id), v AS (PARTITION BY status)");
        assertThat(said(new WindowRule(nodes(bound)).of(block(bound), first(bound, FunctionCall.class))))
                .isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT user_id FROM t_order INTERSECT SELECT user_id FROM t_order_item           | false \
                | set operations: each branch of INTERSECT shows user_id of t_order
            SELECT status, user_id FROM t_order EXCEPT SELECT product, user_id FROM t_order_item | false \
                | set operations: each branch of EXCEPT shows user_id of t_order
            SELECT user_id FROM t_order UNION SELECT user_id FROM t_order_item               | false \
                | set operations: each branch of UNION shows user_id of t_order
            SELECT status FROM t_order UNION ALL SELECT product FROM t_order_item            | false | nothing
            SELECT status FROM t_order UNION SELECT product FROM t_order_item                | true  | nothing
            SELECT name FROM t_country EXCEPT SELECT name FROM t_config                      | false | nothing
            SELECT status FROM t_order UNION SELECT product FROM t_order_item                | false | SET_OPERATION_ACROSS_NODES UNION
            SELECT status FROM t_order EXCEPT SELECT product FROM t_order_item               | true  | SET_OPERATION_ACROSS_NODES EXCEPT
            SELECT user_id, order_id FROM t_order INTERSECT SELECT order_id, user_id FROM t_order_item | false \
                | SET_OPERATION_ACROSS_NODES INTERSECT
            SELECT user_id FROM t_order INTERSECT SELECT account_id FROM t_account           | false \
                | SET_OPERATION_ACROSS_NODES INTERSECT
            SELECT * FROM t_order INTERSECT SELECT * FROM t_order                            | false \
                | SET_OPERATION_ACROSS_NODES INTERSECT
            SELECT name FROM t_country UNION ALL SELECT status FROM t_order                  | true  | SET_OPERATION_ACROSS_NODES UNION
            """)
    void setOperationRule(String sql, boolean merged, String said) {
        BoundStatement bound = bound(sql);
        SetOperation operation = first(bound, SetOperation.class);
        Distribution left = distribution(bound, operation.left());
        Distribution right = distribution(bound, operation.right());
        assertThat(said(new SetOperationRule(nodes(bound)).of(operation, left, right, merged)))
                .isEqualTo(said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9 \
                | recursion: each data node has all rows of n
            SELECT country_id FROM t_country UNION ALL SELECT i + 1 FROM n WHERE i < 9 \
                | recursion: each data node has all rows of n
            SELECT user_id FROM t_order UNION ALL SELECT i + 1 FROM n WHERE i < 9                | RECURSION_ACROSS_NODES
            SELECT 1 UNION ALL SELECT o.user_id FROM t_order o JOIN n ON n.i = o.user_id         | RECURSION_ACROSS_NODES
            """)
    void recursionRule(String query, String said) {
        BoundStatement bound = bound("WITH RECURSIVE n (i) AS (" + query + ") SELECT i FROM n");
        CommonTable table = first(bound, CommonTable.class);
        boolean reads = distribution(bound, table.statement()) == Distribution.PARTITIONED;
        assertThat(said(new RecursionRule().of(table, reads))).isEqualTo(said);
    }

    @Nested
    class Sessions {
        private SessionRule rule(BoundStatement bound, boolean placesRows) {
            return new SessionRule(bound, new SourcePositions(bound.parsed().sql()), placesRows);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                LOWER(status)       | nothing
                LAST_INSERT_ID()    | nothing
                CONNECTION_ID()     | SESSION_STATE_ACROSS_NODES CONNECTION_ID()
                GET_LOCK('a', 1)    | SESSION_STATE_ACROSS_NODES GET_LOCK('...', 1)
                ROW_COUNT()         | SESSION_STATE_ACROSS_NODES ROW_COUNT()
                """)
        void ofCalls(String call, String said) {
            BoundStatement bound = bound("SELECT " + call + " FROM t_order", Dialects.MYSQL);
            SelectItem item = block(bound).items().get(0);
            assertThat(said(rule(bound, false).of(first(bound, FunctionCall.class), item)))
                    .isEqualTo(said);
        }

        /** A variable is the same in all sessions where it is only read; what computes with it row by row is not. */
        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                SELECT 1 FROM t_order WHERE status = @wanted                  | true  | nothing
                SELECT @@sql_mode FROM t_order                                | false | nothing
                SELECT @wanted FROM t_order                                   | false | SESSION_STATE_ACROSS_NODES @wanted
                SELECT @n := 1 FROM t_order WHERE amount > @n                 | true  | SESSION_STATE_ACROSS_NODES @n
                """)
        void ofVariables(String sql, boolean inWhere, String said) {
            BoundStatement bound = bound(sql, Dialects.MYSQL);
            Clause where = block(bound).where();
            Node part = inWhere ? where : block(bound).items().get(0);
            SessionVariable variable = Tree.all(part, SessionVariable.class).get(0);
            assertThat(said(rule(bound, false).of(variable, part))).isEqualTo(said);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                amount | false | nothing
                ctid   | true  | nothing
                ctid   | false | SESSION_STATE_ACROSS_NODES ctid
                """)
        void ofRowPlaces(String column, boolean placesRows, String said) {
            BoundStatement bound = bound("SELECT " + column + " FROM t_order", Dialects.POSTGRESQL);
            SelectItem item = block(bound).items().get(0);
            assertThat(said(rule(bound, placesRows).of(first(bound, ColumnReference.class), item)))
                    .isEqualTo(said);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                SELECT amount FROM t_order                          | nothing
                SELECT amount INTO @a FROM t_order                  | SESSION_STATE_ACROSS_NODES INTO
                SELECT amount FROM t_order LIMIT 1 INTO @a          | SESSION_STATE_ACROSS_NODES INTO
                """)
        void ofInto(String sql, String said) {
            BoundStatement bound = bound(sql, Dialects.MYSQL);
            assertThat(said(rule(bound, false).ofInto(block(bound)))).isEqualTo(said);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT * FROM t_order                                                | nothing
            WITH x AS (SELECT name FROM t_config) SELECT * FROM t_order          | nothing
            WITH x AS (SELECT user_id FROM t_order) SELECT * FROM t_country      | NESTED_ROWS_ACROSS_NODES WITH
            """)
    void divisionRule(String sql, String said) {
        BoundStatement bound = bound(sql);
        Distribution rows = distribution(bound, block(bound));
        assertThat(said(new DivisionRule().of(rows, bound.parsed().statement())))
                .isEqualTo(said);
    }

    @Nested
    class WrittenRows {
        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                UPDATE t_order SET status = 'x'                          | nothing
                UPDATE t_order SET status = 'x' LIMIT 3                  | LIMITED_WRITE_ACROSS_NODES LIMIT
                DELETE FROM t_order                                      | nothing
                DELETE FROM t_order ORDER BY amount LIMIT 3              | LIMITED_WRITE_ACROSS_NODES LIMIT
                """)
        void ofLimit(String sql, String said) {
            BoundStatement bound = bound(sql, Dialects.MYSQL);
            WrittenRowsRule rule = new WrittenRowsRule(bound);
            Verdict verdict = bound.parsed().statement() instanceof UpdateStatement update
                    ? rule.ofLimit(update.limit(), "LIMIT")
                    : rule.ofLimit(((DeleteStatement) bound.parsed().statement()).limit(), "LIMIT");
            assertThat(said(verdict)).isEqualTo(said);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                t_order   | t_order_item | written rows: rows are inserted into t_order where they are read
                t_country | t_config     | nothing
                t_order   | t_country    | NESTED_ROWS_ACROSS_NODES INSERT ... SELECT
                t_country | t_order      | NESTED_ROWS_ACROSS_NODES INSERT ... SELECT
                """)
        void ofInserted(String target, String source, String said) {
            String column = target.equals("t_order") ? "user_id" : "country_id";
            BoundStatement bound = bound("INSERT INTO " + target + " (" + column + ") SELECT 1 FROM " + source);
            InsertStatement insert = (InsertStatement) bound.parsed().statement();
            Distribution rows = distribution(bound, ((QuerySource) insert.source()).query());
            assertThat(said(new WrittenRowsRule(bound).ofInserted(insert, rows)))
                    .isEqualTo(said);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                t_order   | user_id    | t_order_item | written rows: a row of the source meets those of t_order on one data node
                t_country | country_id | t_config     | nothing
                t_country | country_id | t_order      | MERGE_ACROSS_NODES
                """)
        void ofMerged(String target, String key, String source, String said) {
            BoundStatement bound = bound(
                    "MERGE INTO " + target + " t USING " + source + " s ON t." + key + " = 1 WHEN MATCHED THEN DELETE");
            MergeStatement merge = (MergeStatement) bound.parsed().statement();
            Distribution rows = distribution(bound, merge.source());
            assertThat(said(new WrittenRowsRule(bound).ofMerged(merge, rows))).isEqualTo(said);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                UPDATE t_order SET status = 'x' RETURNING user_id \
                    | written rows: those of t_order are shown where they are
                DELETE FROM t_order RETURNING user_id \
                    | written rows: those of t_order are shown where they are
                INSERT INTO t_order (user_id) VALUES (1) RETURNING user_id \
                    | written rows: those of t_order are shown where they are
                INSERT INTO t_order (user_id) SELECT user_id FROM t_order RETURNING user_id \
                    | NESTED_ROWS_ACROSS_NODES The writing common table expression
                UPDATE t_country SET name = 'x' RETURNING country_id \
                    | NESTED_ROWS_ACROSS_NODES The writing common table expression
                """)
        void ofShown(String write, String said) {
            BoundStatement bound = bound("WITH x AS (" + write + ") SELECT * FROM x", Dialects.POSTGRESQL);
            CommonTable table = first(bound, CommonTable.class);
            assertThat(said(new WrittenRowsRule(bound).ofShown(table.statement(), table)))
                    .isEqualTo(said);
        }
    }
}
