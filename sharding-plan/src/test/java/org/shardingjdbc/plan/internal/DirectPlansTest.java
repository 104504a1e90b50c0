package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Whole numbers take short ways, and a plan keeps what it rendered for them; a new plan given the same numbers as
 * decimals goes the general way and renders everything. Both do the same.
 */
class DirectPlansTest {
    private static final int ROUNDS = 300;

    private final Planner planner = new Planner(
            PlanSchema.rules(),
            new PlanSchema(Dialects.H2),
            Dialects.H2,
            new PlannerOptions(true, UnionBounds.NEVER, false));
    private final Random random = new Random(20240611);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order WHERE user_id = ?",
                "SELECT * FROM t_order WHERE user_id = ? AND user_id = ?",
                "SELECT * FROM t_order WHERE user_id = ? OR user_id = ?",
                "SELECT * FROM t_order WHERE user_id IN (?, ?, ?, ?, ?) AND amount > ?",
                "SELECT * FROM t_order WHERE user_id IN (?, 3, ?)",
                "SELECT * FROM t_order WHERE user_id IN (?, ?) AND user_id IN (?, ?, ?)",
                "SELECT * FROM t_order WHERE user_id IN (?, ?) AND user_id = ?",
                "SELECT * FROM t_order WHERE user_id NOT IN (?, ?)",
                "SELECT * FROM t_log WHERE log_id IN (?, ?, ?, ?)",
                "SELECT * FROM t_log WHERE user_id IN (?, ?, ?) AND log_id = ?",
                "SELECT * FROM t_log WHERE user_id = ? AND log_id IN (?, ?, ?)",
                "SELECT * FROM t_log WHERE user_id IN (?, ?) AND log_id IN (?, ?)",
                "SELECT * FROM t_log WHERE user_id = ? AND log_id = ?",
                "SELECT * FROM t_order WHERE user_id = ? AND user_id > ?",
                "SELECT * FROM t_order o JOIN t_order_item i ON o.user_id = i.user_id WHERE o.user_id IN (?, ?, ?)",
                "DELETE FROM t_log WHERE user_id IN (?, ?) AND log_id = ?",
                "UPDATE t_order SET amount = ? WHERE user_id IN (?, ?, ?)",
                "INSERT INTO t_log (log_id, user_id) VALUES (?, ?)",
                "INSERT INTO t_log (log_id, user_id) VALUES (?, ?), (?, ?), (?, ?), (?, ?), (?, ?)",
                "INSERT INTO t_log (log_id, user_id, message) VALUES (?, ?, 'a'), (?, ?, 'b'), (?, ?, 'a')",
            })
    void shortWaysDoWhatTheGeneralOneDoes(String sql) {
        ShardPlan kept = (ShardPlan) planner.plan(sql);
        int answered = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Object[] whole = new Object[kept.parameterCount()];
            Object[] decimals = new Object[whole.length];
            for (int i = 0; i < whole.length; i++) {
                whole[i] = number();
                decimals[i] = whole[i] == null ? null : new BigDecimal(whole[i].toString());
            }
            String expected = described((ShardPlan) planner.plan(sql), decimals);
            assertThat(described(kept, whole)).as(Arrays.toString(whole)).isEqualTo(expected);
            answered += expected.contains(" units") ? 1 : 0;
        }
        assertThat(answered).isGreaterThan(ROUNDS / 4);
    }

    private Object number() {
        return switch (random.nextInt(60)) {
            case 0 -> null;
            case 1 -> -1L - random.nextInt(9);
            case 2 -> List.of(Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31).get(random.nextInt(3));
            case 3 -> (short) random.nextInt(20);
            default -> random.nextBoolean() ? (Object) random.nextInt(20) : (Object) (long) random.nextInt(20);
        };
    }

    /** All that an execution is, or the code of the refusal. */
    private static String described(ShardPlan plan, Object[] parameters) {
        ChosenUnits execution;
        try {
            execution = plan.route(parameters, HintValues.NONE);
        } catch (ShardingException refusal) {
            return refusal.code().toString();
        }
        StringBuilder text = new StringBuilder().append(execution.size()).append(" units");
        for (int unit = 0; unit < execution.size(); unit++) {
            text.append('\n').append(execution.dataSource(unit)).append(": ").append(execution.sql(unit));
            for (int position = 0; position < execution.parameterCount(unit); position++) {
                text.append(' ').append(execution.parameterSource(unit, position));
            }
            text.append(' ').append(Arrays.toString(execution.insertedRows(unit)));
        }
        return text.toString();
    }
}
