package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.Dialect;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.hint.HintValues;

class PlannerTest {
    private static final Object[] NONE = {};

    private final Planner planner = new Planner(
            PlanSchema.rules(),
            new PlanSchema(Dialect.H2),
            Dialect.H2,
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
        assertThat(explain("SELECT * FROM t_order WHERE user_id = 1"))
                .containsExactly(new Explanation(
                        "ds_1",
                        "SELECT * FROM t_order_1 WHERE user_id = 1",
                        "[]",
                        "EQUAL t_order.user_id = 1",
                        "MEMORY_STRICT",
                        "PASS_THROUGH",
                        "PASS_THROUGH"));
        assertThat(explain("DELETE FROM t_order"))
                .extracting(Explanation::certificate)
                .containsOnly("PUSHED_DOWN");
        assertThat(explain("SELECT * FROM t_order ORDER BY order_id LIMIT 3"))
                .extracting(Explanation::certificate, Explanation::merge, Explanation::mode)
                .containsOnly(tuple("MERGED", "SORT_MERGE 1 ASC NUMBER; LIMIT 3", "CONNECTION_STRICT"));
        assertThat(explain("SELECT SCHEMA() FROM t_order"))
                .singleElement()
                .satisfies(row -> assertThat(row.certificate()).startsWith("REFUSED SHD-2111"));
    }

    @Test
    void explainShowsTheUnitsOfEachLeafAndWhatCombinesThem() {
        String sql = "SELECT o.status, a.name FROM t_order o JOIN t_account a ON o.amount = a.balance"
                + " WHERE a.name = ? AND o.user_id IN (1, ?)";
        List<Explanation> rows = ((ShardPlan) planner.plan(sql)).explain(new Object[] {"x", 3L}, HintValues.NONE, 1);
        assertThat(rows)
                .extracting(row -> row.dataSourceName() + " " + row.parameters() + " " + row.certificate())
                .containsExactly(
                        "ds_1 [] LEAF shd_leaf_0 of t_order: PUSHED_DOWN",
                        "ds_1 [?2] LEAF shd_leaf_0 of t_order: PUSHED_DOWN",
                        "ds_0 [?1] LEAF shd_leaf_1 of t_account: PUSHED_DOWN",
                        "ds_1 [?1] LEAF shd_leaf_1 of t_account: PUSHED_DOWN",
                        "ds_0 [?1] LEAF shd_leaf_1 of t_account: PUSHED_DOWN",
                        "ds_1 [?1] LEAF shd_leaf_1 of t_account: PUSHED_DOWN",
                        "ds_0 [?1, ?2] PULLED");
        assertThat(rows.get(6).actualSql())
                .isEqualTo("SELECT o.status, a.name FROM shd_leaf_0 AS o JOIN shd_leaf_1 AS a ON o.amount = a.balance"
                        + " WHERE a.name = ? AND o.user_id IN (1, ?)");
    }

    @Test
    void whatThePropForbidsIsRefusedAndSaysSo() {
        Planner without = new Planner(
                PlanSchema.rules(),
                new PlanSchema(Dialect.H2),
                Dialect.H2,
                new PlannerOptions(false, UnionBounds.NEVER, false));
        ShardPlan plan = (ShardPlan) without.plan("SELECT RANK() OVER (ORDER BY amount) FROM t_order");
        assertThat(plan.explain(NONE, HintValues.NONE, 1)).singleElement().satisfies(row -> assertThat(
                        row.certificate())
                .startsWith("REFUSED SHD-2104")
                .contains("pulling-enabled"));
    }

    private List<Explanation> explain(String sql) {
        return plan(sql).explain(NONE, HintValues.NONE, 1);
    }

    @Test
    void plansAreKeptUntilDefinitionsChange() {
        Plans plans = new Plans(planner, new PlanBounds(100, 10_000_000), true);
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
        assertThat(kept(new PlanBounds(10_000, 1_000_000), "SELECT 1 AS c"))
                .isGreaterThan(50)
                .isLessThanOrEqualTo(125);
        assertThat(kept(new PlanBounds(10_000, 1_000_000), "SELECT '" + "x".repeat(10_000) + "' AS c"))
                .isPositive()
                .isLessThan(5);
    }

    private long kept(PlanBounds bounds, String sql) {
        Plans plans = new Plans(planner, bounds, true);
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
        ShardExecution split = plan(in + ")").route(NONE, HintValues.NONE);
        assertThat(split.size()).isEqualTo(4);
        assertThat(split.sql(1)).startsWith("SELECT order_id FROM t_order_1 WHERE user_id IN (1, 5, 9, 13,");
        assertThat(plan(or.toString()).route(NONE, HintValues.NONE).size()).isEqualTo(4);
    }
}
