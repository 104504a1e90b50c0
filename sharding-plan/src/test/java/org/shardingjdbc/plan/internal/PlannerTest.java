package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.hint.HintValues;

class PlannerTest {
    private static final Object[] NONE = {};

    private final Planner planner = new Planner(
            PlanSchema.rules(),
            new PlanSchema(Dialects.H2),
            Dialects.H2,
            new PlannerOptions(true, UnionBounds.NEVER, false));

    private ShardPlan plan(String sql) {
        return (ShardPlan) planner.plan(sql);
    }

    @Test
    void anActualSqlIsTheSameObjectEachTime() {
        ShardPlan plan = plan("SELECT * FROM t_order WHERE user_id = ?");
        String first = plan.route(new Object[] {1}, HintValues.NONE).sql(0);
        assertThat(plan.route(new Object[] {5}, HintValues.NONE).sql(0)).isSameAs(first);
        assertThat(plan.route(new Object[] {2}, HintValues.NONE).sql(0)).isNotEqualTo(first);
        ShardPlan scatter = plan("SELECT * FROM t_order ORDER BY order_id");
        assertThat(scatter.route(NONE, HintValues.NONE).sql(3))
                .isSameAs(scatter.route(NONE, HintValues.NONE).sql(3));
    }

    @Test
    void oneUnitNeedsNoProof() {
        ShardPlan plan = plan("SELECT RANK() OVER (ORDER BY amount) FROM t_order WHERE user_id IN (?, ?)");
        assertThat(plan.route(new Object[] {1, 5}, HintValues.NONE).merge()).isNull();
        assertThatThrownBy(() -> plan.route(new Object[] {1, 2}, HintValues.NONE))
                .isInstanceOf(ShardingException.class)
                .hasMessageStartingWith("SHD-2104");
    }

    @Test
    void eachRefusalIsRaisedWithItsOwnTrace() {
        ShardPlan plan = plan("SELECT RANK() OVER (ORDER BY amount) FROM t_order");
        ShardingException first = raised(plan);
        assertThat(raised(plan)).isNotSameAs(first).hasMessage(first.getMessage());
    }

    private static ShardingException raised(ShardPlan plan) {
        try {
            plan.route(NONE, HintValues.NONE);
        } catch (ShardingException refusal) {
            return refusal;
        }
        throw new AssertionError("not refused");
    }

    @Test
    void explanationsSayWhyAnAnswerIsRight() {
        assertThat(explain("SELECT * FROM t_order WHERE user_id = 1")).hasToString("""
                Route EQUAL t_order.user_id = 1; one data node
                └─ ds_1: SELECT * FROM t_order_1 WHERE user_id = 1""");
        assertThat(explain("DELETE FROM t_order").detail()).endsWith("; 4 data nodes, pushed down");
        assertThat(explain("SELECT * FROM t_order ORDER BY order_id LIMIT 3")).hasToString("""
                Limit 3
                └─ MergeSort 1 ASC NUMBER
                   └─ Route SCATTER t_order: all data nodes; 4 data nodes, merged, at most 3 rows each
                      ├─ ds_0: SELECT * FROM t_order_0 ORDER BY order_id LIMIT 3
                      ├─ ds_1: SELECT * FROM t_order_1 ORDER BY order_id LIMIT 3
                      ├─ ds_0: SELECT * FROM t_order_2 ORDER BY order_id LIMIT 3
                      └─ ds_1: SELECT * FROM t_order_3 ORDER BY order_id LIMIT 3""");
        assertThat(explain("SELECT SCHEMA() FROM t_order").toString()).startsWith("Refused SHD-2111");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM t_order LIMIT 2 OFFSET 3 | merged, at most 5 rows each",
                "SELECT status, COUNT(*) FROM t_order GROUP BY status ORDER BY status LIMIT 2 | merged, at most 2 rows each",
                "SELECT status, COUNT(*) FROM t_order GROUP BY status ORDER BY 2 LIMIT 2 | merged",
                "SELECT COUNT(*), SUM(amount) FROM t_order LIMIT 7 | merged, at most 1 row each",
                "SELECT COUNT(DISTINCT status) FROM t_order | merged",
                "SELECT * FROM t_order | pushed down"
            })
    void explanationsBoundTheRowsOfDataNodesWhereTheSqlDoes(String sql, String certificate) {
        Explanation route = explain(sql);
        while (!route.operator().equals("Route")) {
            route = route.inputs().get(0);
        }
        assertThat(route.detail()).endsWith("; 4 data nodes, " + certificate);
    }

    @Test
    void explainShowsWhatWritesByKeyDo() {
        assertThat(explain("UPDATE t_order SET amount = amount + 1 ORDER BY order_id LIMIT 3"))
                .hasToString("""
                WriteByKey
                ├─ Step find rows
                │  └─ Limit 3
                │     └─ MergeSort 1 ASC NUMBER
                │        └─ Route SCATTER t_order: all data nodes; 4 data nodes, merged, at most 3 rows each
                │           ├─ ds_0: SELECT t_order.ORDER_ID, t_order.USER_ID FROM t_order_0 AS t_order\
                 ORDER BY order_id LIMIT 3 FOR UPDATE
                │           ├─ ds_1: SELECT t_order.ORDER_ID, t_order.USER_ID FROM t_order_1 AS t_order\
                 ORDER BY order_id LIMIT 3 FOR UPDATE
                │           ├─ ds_0: SELECT t_order.ORDER_ID, t_order.USER_ID FROM t_order_2 AS t_order\
                 ORDER BY order_id LIMIT 3 FOR UPDATE
                │           └─ ds_1: SELECT t_order.ORDER_ID, t_order.USER_ID FROM t_order_3 AS t_order\
                 ORDER BY order_id LIMIT 3 FOR UPDATE
                └─ Step write each by its key
                   └─ where its values belong: UPDATE t_order SET amount = amount + 1\
                 WHERE ORDER_ID = ? AND USER_ID = ? [value 1, value 2]""");
    }

    @Test
    void explainShowsTheUnitsOfEachLeafAndWhatCombinesThem() {
        String sql = "SELECT o.status, a.name FROM t_order o JOIN t_account a ON o.amount = a.balance"
                + " WHERE a.name = ? AND o.user_id IN (1, ?)";
        Explanation plan =
                new Explainer((ShardPlan) planner.plan(sql), 1).explain(new Object[] {"x", 3L}, HintValues.NONE);
        assertThat(plan).hasToString("""
                Pull into temporary tables of ds_0
                ├─ Leaf shd_leaf_0 of t_order
                │  └─ Concatenate
                │     └─ Route IN t_order.user_id IN (1, ?2); 2 data nodes, pushed down
                │        ├─ ds_1: SELECT "USER_ID", "STATUS", "AMOUNT" FROM t_order_1 WHERE "USER_ID" IN (1)
                │        └─ ds_1: SELECT "USER_ID", "STATUS", "AMOUNT" FROM t_order_3 WHERE "USER_ID" IN (?) [?2]
                ├─ Leaf shd_leaf_1 of t_account
                │  └─ Concatenate
                │     └─ Route SCATTER t_account: all data nodes; 4 data nodes, pushed down
                │        ├─ ds_0: SELECT "NAME", "BALANCE" FROM t_account_0 WHERE "NAME" = ? [?1]
                │        ├─ ds_1: SELECT "NAME", "BALANCE" FROM t_account_1 WHERE "NAME" = ? [?1]
                │        ├─ ds_0: SELECT "NAME", "BALANCE" FROM t_account_2 WHERE "NAME" = ? [?1]
                │        └─ ds_1: SELECT "NAME", "BALANCE" FROM t_account_3 WHERE "NAME" = ? [?1]
                └─ Combine
                   └─ ds_0: SELECT o.status, a.name FROM shd_leaf_0 AS o JOIN shd_leaf_1 AS a\
                 ON o.amount = a.balance WHERE a.name = ? AND o.user_id IN (1, ?) [?1, ?2]""");
    }

    /** Standard SQL knows no LIMIT. */
    @Test
    void unionsOfDataNodesAreLimitedInTheWordsOfTheDialect() {
        Planner united = new Planner(
                PlanSchema.rules(),
                new PlanSchema(Dialects.SQL92),
                Dialects.SQL92,
                new PlannerOptions(true, UnionBounds.ALWAYS, false));
        ShardPlan constant = (ShardPlan) united.plan("SELECT status FROM t_order FETCH FIRST 3 ROWS ONLY");
        assertThat(constant.route(NONE, HintValues.NONE).sql(0))
                .startsWith("(SELECT status FROM t_order_0 FETCH FIRST 3 ROWS ONLY) UNION ALL (")
                .endsWith(") FETCH FIRST 3 ROWS ONLY");
        ShardPlan computed =
                (ShardPlan) united.plan("SELECT status FROM t_order OFFSET ? ROWS FETCH FIRST ? ROWS ONLY");
        assertThat(computed.route(new Object[] {2, 3}, HintValues.NONE).sql(0))
                .startsWith("(SELECT status FROM t_order_0 FETCH FIRST ? ROWS ONLY) UNION ALL (")
                .endsWith(") FETCH FIRST ? ROWS ONLY");
    }

    @Test
    void whatThePropForbidsIsRefusedAndSaysSo() {
        Planner without = new Planner(
                PlanSchema.rules(),
                new PlanSchema(Dialects.H2),
                Dialects.H2,
                new PlannerOptions(false, UnionBounds.NEVER, false));
        ShardPlan plan = (ShardPlan) without.plan("SELECT RANK() OVER (ORDER BY amount) FROM t_order");
        assertThat(new Explainer(plan, 1).explain(NONE, HintValues.NONE).toString())
                .startsWith("Refused SHD-2104")
                .contains("pulling-enabled");
    }

    private Explanation explain(String sql) {
        return new Explainer(plan(sql), 1).explain(NONE, HintValues.NONE);
    }

    @Test
    void plansAreKeptUntilDefinitionsChange() {
        Plans<Object> plans = new Plans<>(planner, new PlanBounds(100, 10_000_000), true);
        StatementPlan plan = plans.get("SELECT * FROM t_order");
        assertThat(plans.get("SELECT * FROM t_order")).isSameAs(plan);
        plans.clear();
        assertThat(plans.get("SELECT * FROM t_order")).isNotSameAs(plan);
    }

    @Test
    void plansAreBoundedByNumberAndByBytes() {
        assertThat(kept(new PlanBounds(50, 10_000_000), "SELECT 1 AS c"))
                .isPositive()
                .isLessThanOrEqualTo(50);
        assertThat(kept(new PlanBounds(10_000, 250_000), "SELECT 1 AS c"))
                .isGreaterThan(50)
                .isLessThanOrEqualTo(200);
        assertThat(kept(new PlanBounds(10_000, 250_000), "SELECT '" + "x".repeat(15_000) + "' AS c"))
                .isPositive()
                .isLessThan(5);
    }

    private long kept(PlanBounds bounds, String sql) {
        Plans<Object> plans = new Plans<>(planner, bounds, true);
        for (int i = 0; i < 500; i++) {
            plans.get(sql + i);
        }
        return plans.kept();
    }

    @Test
    void longListsAndChainsArePlannedInLinearTime() {
        StringBuilder in = new StringBuilder("SELECT order_id FROM t_order WHERE user_id IN (0");
        StringBuilder or = new StringBuilder("SELECT order_id FROM t_order WHERE user_id = 0");
        for (int i = 1; i < 50_000; i++) {
            in.append(", ").append(i);
            or.append(" OR user_id = ").append(i);
        }
        ChosenUnits split = plan(in + ")").route(NONE, HintValues.NONE);
        assertThat(split.size()).isEqualTo(4);
        assertThat(split.sql(1)).startsWith("SELECT order_id FROM t_order_1 WHERE user_id IN (1, 5, 9, 13,");
        assertThat(plan(or.toString()).route(NONE, HintValues.NONE).size()).isEqualTo(4);
    }
}
