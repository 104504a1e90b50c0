package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.plan.internal.operator.Operator;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;

/** A query that is pulled as a whole is asked for its columns by a statement without rows and without parameters. */
class PulledColumnsTest {
    private static final String AROUND = "SELECT a.name FROM t_account a JOIN (%s) o ON o.note = a.name";

    private final Planner planner = new Planner(
            PlanSchema.rules(),
            new PlanSchema(Dialects.H2),
            Dialects.H2,
            new PlannerOptions(true, UnionBounds.NEVER, false));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what decides which rows there are goes, with its parameters
                "SELECT note, COUNT(*) AS n FROM t_order WHERE amount > ? GROUP BY note"
                        + "| SELECT note, COUNT(*) AS n FROM t_order_0 WHERE 1 = 0 GROUP BY note",
                "SELECT note, COUNT(*) AS n FROM t_order GROUP BY note HAVING COUNT(*) > ?"
                        + "| SELECT note, COUNT(*) AS n FROM t_order_0 GROUP BY note HAVING 1 = 0",
                "SELECT note FROM t_order WHERE amount > ? ORDER BY amount LIMIT ?"
                        + "| SELECT note FROM t_order_0 WHERE 1 = 0 ORDER BY amount",
                // with the tables that stand in it
                "SELECT note FROM t_order WHERE country IN (SELECT code FROM t_country WHERE name = ?) GROUP BY note"
                        + "| SELECT note FROM t_order_0 WHERE 1 = 0 GROUP BY note",
                "SELECT o.note FROM t_order o JOIN t_order_item i ON o.user_id = i.user_id AND i.quantity > ?"
                        + "| SELECT o.note FROM t_order_0 o JOIN t_order_item_0 i ON 1 = 0",
                // without parameters it stays
                "SELECT note FROM t_order WHERE amount > 9 ORDER BY amount LIMIT 3"
                        + "| SELECT note FROM t_order_0 WHERE amount > 9 ORDER BY amount LIMIT 3"
            })
    void comeFromTheTreeOfTheQuery(String query, String asked) {
        assertThat(columns(AROUND.formatted(query))).contains("SELECT * FROM (" + asked + ") shd WHERE 1 = 0");
    }

    /** Its tables are pulled then. */
    @Test
    void areNotAskedForWhereAParameterIsAValueOfTheirs() {
        assertThat(columns(AROUND.formatted("SELECT note, amount + ? AS n FROM t_order WHERE amount > 9")))
                .containsExactly(
                        "SELECT \"NAME\" FROM t_account_0 WHERE 1 = 0",
                        "SELECT \"AMOUNT\", \"NOTE\" FROM t_order_0 WHERE 1 = 0");
    }

    private List<String> columns(String sql) {
        List<String> columns = new ArrayList<>();
        add(planner.plan(sql), columns);
        return columns;
    }

    private static void add(Operator operator, List<String> columns) {
        if (operator instanceof Pull pull) {
            pull.leaves().forEach(leaf -> columns.add(leaf.columnsSql()));
        }
        operator.inputs().forEach(input -> add(input, columns));
    }
}
