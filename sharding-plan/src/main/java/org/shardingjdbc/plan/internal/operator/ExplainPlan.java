package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.plan.Reach;

/**
 * {@code EXPLAIN SHARDING} or {@code PREVIEW}: the answer is the explanation of the plan inside, which is executed only
 * where that is asked for.
 *
 * @param explained the plan of the statement that is explained
 * @param sql that statement, with the hints that it heeds
 * @param answer what is asked for
 */
public record ExplainPlan(StatementPlan explained, String sql, Answer answer) implements StatementPlan {
    /** What is shown of a plan. */
    public enum Answer {
        /** The tree of its operators. */
        TREE,
        /** Only the SQL that goes to data sources, as by PREVIEW. */
        UNITS,
        /** The tree with what was measured while the statement was really executed. */
        MEASURED_TREE
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.of(this);
    }

    @Override
    public int parameterCount() {
        return explained.parameterCount();
    }

    @Override
    public List<StatementPlan> inputs() {
        return List.of(explained);
    }

    @Override
    public Reach reach() {
        return explained.reach();
    }
}
