package org.shardingjdbc.plan.internal.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.plan.internal.PlanSchema;
import org.shardingjdbc.plan.internal.Planner;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;

/** How many rows a statement returns of each data node at most: where few are known, none are streamed. */
class RowBoundsTest {
    private static final Planner PLANNER = new Planner(
            PlanSchema.rules(),
            new PlanSchema(Dialects.POSTGRESQL),
            Dialects.POSTGRESQL,
            new PlannerOptions(true, UnionBounds.of("auto", Dialects.POSTGRESQL, 1), true));

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '"',
            value = {
                "SELECT name FROM t_account WHERE account_id = 5 | 1",
                "SELECT * FROM t_order WHERE user_id = 1 AND order_id = ? | 1",
                "SELECT upper(name) FROM t_account WHERE ? = account_id AND balance > 3 ORDER BY 1 | 1",
                "SELECT o.status, a.name FROM t_order o JOIN t_account a ON a.account_id = o.user_id"
                        + " WHERE o.user_id = 1 AND o.order_id = 2 AND a.account_id = 1 | 1",
                "SELECT name FROM t_account WHERE account_id IN (1, 2, ?) AND balance = 1 | 3",
                "SELECT COUNT(*), MAX(amount) FROM t_order WHERE user_id = 1 | 1",
                "SELECT o.status, a.name FROM t_order o JOIN t_account a ON a.account_id = o.user_id"
                        + " WHERE o.user_id IN (1, 2) AND o.order_id IN (2, 3, ?) AND a.account_id IN (1, 2) | 6",
                "SELECT name FROM t_account WHERE account_id IN (1, 2, 3) AND account_id IN (?, 3) | 2",
                "SELECT name FROM t_account WHERE account_id IN (1, balance) | -1",
                "SELECT a.name FROM t_account a, t_order o WHERE a.account_id = 1 | -1",
                "SELECT name FROM (SELECT * FROM t_account) a WHERE account_id = 1 | -1",
                "SELECT status FROM t_order WHERE user_id = 1 | -1",
                "SELECT name FROM t_account WHERE account_id = 5 OR balance = 1 | -1",
                "SELECT name FROM t_account WHERE account_id > 5 AND balance = 1 | -1",
                "SELECT name FROM t_account WHERE account_id NOT IN (5) AND balance = 1 | -1",
                "SELECT code FROM t_doc WHERE code = 'x' | -1",
                "SELECT generate_series(1, 9) FROM t_account WHERE account_id = 5 | -1",
                "SELECT made_by_somebody(name) FROM t_account WHERE account_id = 5 | -1",
                "SELECT status, COUNT(*) FROM t_order WHERE user_id = 1 GROUP BY status | -1",
                "SELECT name FROM t_account WHERE account_id = 5 UNION ALL SELECT name FROM t_account WHERE account_id = 5 | -1"
            })
    void followFromKeysAndAggregates(String sql, long rows) {
        assertThat(((ShardPlan) PLANNER.plan(sql)).facts().mostRows().get()).isEqualTo(rows);
    }
}
