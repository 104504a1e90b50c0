package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.compiled.LiteralPlan;
import org.shardingjdbc.plan.internal.operator.Choose;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.hint.HintValues;

/** How much is done for the plan of a long statement, and that it ends when nobody waits for it. */
class PlanningWorkTest {
    private static final int FEW = 40;
    private static final int MANY = 200;

    private final Planner planner = new Planner(
            PlanSchema.rules(), new PlanSchema(Dialects.H2), Dialects.H2, new PlannerOptions(true, UnionBounds.NEVER));

    private static String repeated(int times, String separator, IntFunction<String> part) {
        StringJoiner all = new StringJoiner(separator);
        for (int i = 0; i < times; i++) {
            all.add(part.apply(i));
        }
        return all.toString();
    }

    private static Arguments shape(String name, IntFunction<String> sql) {
        return Arguments.of(name, sql);
    }

    private static String table(int i) {
        return i % 2 == 0 ? "t_order" : "t_account";
    }

    private static String column(int i) {
        return i % 2 == 0 ? "amount" : "balance";
    }

    static Stream<Arguments> statements() {
        IntFunction<String> branch =
                i -> "SELECT " + column(i) + " AS amount FROM " + table(i) + " WHERE " + column(i) + " > " + i;
        return Stream.of(
                shape("UNION ALL", n -> repeated(n, " UNION ALL ", branch)),
                shape("UNION", n -> repeated(n, " UNION ", branch)),
                shape(
                        "UNION ALL of one table",
                        n -> repeated(n, " UNION ALL ", i -> "SELECT user_id FROM t_order WHERE user_id = " + i)),
                shape(
                        "UNION ALL in FROM",
                        n -> "SELECT COUNT(*) FROM (" + repeated(n, " UNION ALL ", branch)
                                + ") u JOIN t_order o ON o.amount = u.amount"),
                shape(
                        "joins",
                        n -> "SELECT t0.amount FROM t_order t0 "
                                + repeated(
                                        n,
                                        " ",
                                        i -> "JOIN " + table(i + 1) + " t" + (i + 1) + " ON t" + (i + 1) + "."
                                                + column(i + 1) + " = t" + i + "." + column(i))),
                shape(
                        "joins on the sharding column",
                        n -> "SELECT t0.user_id FROM t_order t0 "
                                + repeated(
                                        n,
                                        " ",
                                        i -> "JOIN t_order t" + (i + 1) + " ON t" + (i + 1) + ".user_id = t" + i
                                                + ".user_id")),
                shape(
                        "EXISTS",
                        n -> "SELECT user_id FROM t_order o WHERE "
                                + repeated(
                                        n,
                                        " AND ",
                                        i ->
                                                "EXISTS (SELECT 1 FROM t_account u WHERE u.balance = o.amount AND u.account_id > "
                                                        + i + ")")),
                shape(
                        "IN with queries",
                        n -> "SELECT user_id FROM t_order WHERE "
                                + repeated(
                                        n,
                                        " AND ",
                                        i -> "amount IN (SELECT balance FROM t_account WHERE account_id > " + i + ")")),
                shape(
                        "scalar queries",
                        n -> "SELECT user_id FROM t_order WHERE "
                                + repeated(
                                        n,
                                        " OR ",
                                        i -> "amount = (SELECT MAX(balance) FROM t_account WHERE account_id > " + i
                                                + ")")));
    }

    private void planAndAnswer(String sql) {
        ShardPlan plan = (ShardPlan) planner.plan(sql);
        if (plan.decide(new Object[0], HintValues.NONE) instanceof Decision.Refused<ChosenUnits> refused) {
            assertThat(plan.steps(new Object[0], HintValues.NONE, refused.reason())
                            .isProved())
                    .isTrue();
        }
    }

    private long steps(String sql) {
        long before = PlanningWork.ofThread().steps();
        planAndAnswer(sql);
        return PlanningWork.ofThread().steps() - before;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT o.user_id FROM t_order o JOIN t_account a ON o.amount = a.balance",
                "SELECT COUNT(DISTINCT user_id), MAX(amount) OVER () FROM t_order",
                "SELECT user_id FROM t_order WHERE amount IN (SELECT balance FROM t_account)",
            })
    void aRefusalIsMadeOnceAndRaisedAsANewOne(String sql) {
        ShardPlan plan = (ShardPlan) planner.plan(sql);

        ShardingException first = refusal(plan);

        assertThat(refusal(plan)).isSameAs(first);
        assertThatThrownBy(() -> plan.route(new Object[0], HintValues.NONE))
                .isNotSameAs(first)
                .hasMessage(first.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT o.user_id FROM t_order o JOIN t_account a ON o.amount = a.balance",
                "SELECT user_id FROM t_order WHERE amount > (SELECT AVG(balance) FROM t_account)",
                "INSERT INTO t_order (user_id, amount) SELECT account_id, balance FROM t_account",
                "UPDATE t_order SET amount = 0 ORDER BY created LIMIT 2",
                "DELETE FROM t_order WHERE amount IN (SELECT balance FROM t_account)",
            })
    void stepsArePlannedWithTheText(String sql) {
        ShardPlan plan = (ShardPlan) planner.plan(sql);

        ChooseSteps planned = ((Choose.AllPlanned) plan.inputs().get(0)).steps().planned();
        assertThat(planned.inputs()).isNotEmpty();
        for (SteppedExecution steps : planned.inputs()) {
            // of those without one the rows that are found decide
            assertThat(steps.inputs())
                    .filteredOn(step -> step.unit() == null)
                    .isNotEmpty()
                    .allSatisfy(step -> assertThat(step.statement().plan()).isNotNull());
        }
        assertThat(plan.steps(new Object[0], HintValues.NONE, refusal(plan))
                        .proved()
                        .inputs())
                .isEqualTo(planned.inputs().get(0).inputs());
    }

    private static ShardingException refusal(ShardPlan plan) {
        return ((Decision.Refused<ChosenUnits>) plan.decide(new Object[0], HintValues.NONE)).reason();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statements")
    void workGrowsAsTheStatementDoes(String name, IntFunction<String> sql) {
        long few = steps(sql.apply(FEW));
        long many = steps(sql.apply(MANY));
        assertThat(few).isPositive();
        assertThat((double) many / few)
                .as("%d steps of %d parts, %d of %d", few, FEW, many, MANY)
                .isLessThan(1.2 * MANY / FEW);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("statements")
    void planningEndsWhereverItIsWhenNobodyWaits(String name, IntFunction<String> sql) {
        String text = sql.apply(FEW);
        ShardingException reason = new ShardingException(ErrorCode.CANCELLED);
        PlanningWork work = PlanningWork.ofThread();
        int checks = 0;
        boolean planned = false;
        while (!planned) {
            int[] left = {checks++};
            PlanningWork.StopCheck before = work.stopCheck(() -> {
                if (left[0]-- == 0) {
                    throw new PlanningWork.PlanningStoppedException(reason);
                }
            });
            try {
                planAndAnswer(text);
                planned = true;
            } catch (PlanningWork.PlanningStoppedException stopped) {
                assertThat(stopped.reason()).isSameAs(reason);
            } finally {
                work.stopCheck(before);
            }
        }
        assertThat(checks).isGreaterThan(1);
    }

    @Test
    void aPlanThatWasNotFinishedIsMadeAgain() {
        Plans<Object> plans = new Plans<>(planner, new PlanBounds(100, 100_000_000), true);
        String sql = "SELECT COUNT(*) FROM t_order o, t_account u WHERE o.amount = u.balance AND "
                + repeated(FEW, " AND ", i -> "EXISTS (SELECT 1 FROM t_account v WHERE v.balance = o.amount)");
        PlanningWork.StopCheck before = PlanningWork.ofThread().stopCheck(() -> {
            throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.CANCELLED));
        });
        try {
            assertThatThrownBy(() -> plans.get(sql)).isInstanceOf(PlanningWork.PlanningStoppedException.class);
        } finally {
            PlanningWork.ofThread().stopCheck(before);
        }
        assertThat(plans.kept()).isZero();
        assertThat(plans.get(sql)).isNotNull();
        assertThat(plans.kept()).isEqualTo(1);
    }

    /** Tables that are not aligned have a unit for each combination of their nodes: two million of these. */
    @Test
    void thePlanOfManyTablesIsKept() {
        Plans<Object> plans = new Plans<>(planner, new PlanBounds(100, 100_000_000), true);
        for (int use : new int[] {1, 2}) {
            String sql =
                    "WITH w AS (SELECT account_id FROM t_account WHERE account_id > " + use + ") SELECT COUNT(*) FROM "
                            + repeated(20, ", ", i -> "t_order o" + i)
                            + ", w WHERE "
                            + repeated(20, " AND ", i -> "o" + i + ".amount = w.account_id");
            ShardPlan plan = (ShardPlan) plans.once(sql);
            assertThat(plan).isInstanceOf(LiteralPlan.class);
            assertThat(plans.kept()).isEqualTo(1);
        }
    }
}
