package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Set operations of many shapes, wherever a statement has a query: each is planned, or refused by name. What is wrong
 * with us would be raised.
 */
class UnionPlansTest {
    private static final List<String> BRANCHES = List.of(
            "SELECT user_id FROM t_order",
            "SELECT user_id FROM t_order_item WHERE user_id = 1",
            "SELECT id FROM t_single",
            "SELECT country_id FROM t_country",
            "SELECT user_id FROM v_paid");

    private static final List<UnaryOperator<String>> STATEMENTS = List.of(
            union -> union,
            union -> "CREATE VIEW v AS " + union,
            union -> "CREATE VIEW v (k) AS " + union,
            union -> "CREATE TABLE t_new AS " + union,
            union -> "INSERT INTO t_single (id) " + union,
            union -> "INSERT INTO t_order (user_id) " + union,
            union -> "INSERT INTO t_country (country_id) " + union,
            union -> "SELECT COUNT(*) FROM (" + union + ") u",
            union -> "SELECT status FROM t_order WHERE user_id IN (" + union + ")",
            union -> "WITH u (a) AS (" + union + ") SELECT a FROM u JOIN t_order o ON o.user_id = u.a",
            union -> "UPDATE t_order SET amount = 1 WHERE user_id IN (" + union + ")",
            union -> union + " ORDER BY 1 LIMIT 3");

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void unionsArePlannedOrRefusedWhereverTheyStand(Dialect dialect) {
        Planner planner = new Planner(
                PlanSchema.rules(),
                new PlanSchema(dialect),
                dialect,
                new PlannerOptions(true, UnionBounds.of("auto", dialect, 1), true));
        int planned = 0;
        List<String> wrong = new ArrayList<>();
        for (String union : unions()) {
            for (UnaryOperator<String> statement : STATEMENTS) {
                String sql = statement.apply(union);
                try {
                    StatementPlan plan = planner.plan(sql);
                    planned++;
                    if (plan instanceof ShardPlan shards) {
                        shards.route(new Object[0], HintValues.NONE);
                    }
                } catch (ShardingException refusal) {
                    if (refusal.code().category() == ErrorCategory.BUG) {
                        wrong.add(sql + ": " + refusal.getMessage());
                    }
                } catch (AssertionError | RuntimeException defect) {
                    wrong.add(sql + ": " + defect);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(planned).isGreaterThan(500);
    }

    private static List<String> unions() {
        List<String> all = new ArrayList<>();
        for (int at = 0; at < BRANCHES.size(); at += 2) {
            String one = branch(at);
            String two = branch(at + 1);
            String three = branch(at + 2);
            String four = branch(at + 3);
            for (String operator : List.of(" UNION ALL ", " INTERSECT ", " EXCEPT ")) {
                all.add(one + operator + two + operator + three);
                all.add(one + operator + two + operator + three + operator + four);
                all.add("(" + one + ")" + operator + two + operator + three);
                all.add("(" + one + ")" + operator + "(" + two + ")" + operator + "(" + three + " ORDER BY 1 LIMIT 2)");
                all.add("(" + one + operator + two + ")" + operator + "(" + three + operator + four + ")");
                all.add(one + operator + "(" + two + operator + "(" + three + operator + four + "))");
                all.add("((" + one + operator + two + ")" + operator + three + ")" + operator + four);
                all.add(one + " INTERSECT " + two + operator + three + " UNION ALL " + four);
                all.add(one + operator + two + " INTERSECT " + three + operator + "SELECT *"
                        + four.substring(four.indexOf(" FROM")));
            }
        }
        return all;
    }

    private static String branch(int at) {
        return BRANCHES.get(at % BRANCHES.size());
    }
}
