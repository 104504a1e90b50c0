package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;

/**
 * One way of answering a statement; {@link Ways} has them in the order in which they are tried. Each is for executions
 * of one kind, and says nothing of the others. What it cannot prove it refuses, which is a value: the statement may go
 * another way. Immutable, safe for all threads.
 */
public interface Way {
    /**
     * What an execution on one data node does.
     *
     * @return proved, or refused with the reason; null where no such statement goes this way
     */
    default @Nullable Decision<Route> onOne(OnOne statement) {
        return null;
    }

    /**
     * What an execution on several data nodes does.
     *
     * @return proved, or refused with the reason; null where no such statement goes this way
     */
    default @Nullable Decision<Scatter> onSeveral(OnSeveral statement) {
        return null;
    }

    /**
     * The steps that answer executions which no rule proves.
     *
     * @return what executions choose among, which may be nothing but what would open a way; null where no such
     *     statement goes this way
     */
    default @Nullable ChooseSteps inSteps(SteppedStatement statement) {
        return null;
    }
}
