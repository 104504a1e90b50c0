package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jol.info.GraphLayout;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.hint.HintValues;

/** What plans take of the heap once they were executed on all data nodes, without what they share. */
class PlanWeightTest {
    private static final int VALUES = 16;
    private static final int ATTEMPTS = 20;

    private static Planner planner;

    @BeforeAll
    static void makePlanner() {
        // records have no field offsets otherwise
        System.setProperty("jol.magicFieldOffset", "true");
        planner = new Planner(
                PlanSchema.rules(),
                new PlanSchema(Dialects.H2),
                Dialects.H2,
                new PlannerOptions(true, UnionBounds.NEVER, false));
    }

    /** A plan is kept ten thousand times: who lets one hold more says here what for. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2300 | SELECT order_id, amount FROM t_order WHERE user_id = ?",
                "2300 | INSERT INTO t_order (order_id, user_id, status, amount) VALUES (?, ?, ?, ?)",
                "2500 | UPDATE t_order SET status = ?, amount = amount + ? WHERE order_id = ? AND user_id = ?",
                "5000 | SELECT order_id, amount FROM t_order WHERE user_id IN (?, ?, ?)",
                "7600 | SELECT status, SUM(amount), AVG(amount) FROM t_order GROUP BY status HAVING COUNT(*) > 3 ORDER BY 2",
                "6800 | SELECT o.order_id, i.* FROM t_order o JOIN t_order_item i ON o.user_id = i.user_id WHERE o.amount > ?"
            })
    void aPlanTakesNoMoreAndTheEstimateIsOfThatOrder(int most, String sql) {
        long taken = bytes(sql);
        assertThat(taken).isLessThanOrEqualTo(most);
        assertThat((long) PlanBounds.bytes(sql, planner.plan(sql))).isBetween(taken * 2 / 3, taken * 2);
    }

    /**
     * Shared objects are told by their addresses, and a collection that moves them makes them own ones: it is repeated.
     */
    private static long bytes(String sql) {
        long before = measured(sql);
        for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
            long now = measured(sql);
            if (now == before) {
                return now;
            }
            before = now;
        }
        throw new IllegalStateException("no two measurements agree: " + sql);
    }

    private static long measured(String sql) {
        Object[] shared = {planner, executed(sql).statementClass(), HintValues.NONE, ClassLoader.getSystemClassLoader()
        };
        ShardPlan plan = executed(sql);
        return GraphLayout.parseInstance(plan)
                .subtract(GraphLayout.parseInstance(shared))
                .totalSize();
    }

    private static ShardPlan executed(String sql) {
        ShardPlan plan = (ShardPlan) planner.plan(sql);
        Object[] parameters = new Object[plan.parameterCount()];
        for (int value = 0; value < VALUES; value++) {
            Arrays.fill(parameters, value);
            plan.route(parameters, HintValues.NONE);
        }
        return plan;
    }
}
