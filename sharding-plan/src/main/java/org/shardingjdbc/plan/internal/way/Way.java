package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/**
 * One way of answering a statement. What it cannot prove it refuses, which is a value: the statement may go another
 * way. Immutable, safe for all threads.
 */
public sealed interface Way permits OneNode, Way.Planned, Way.Stepped {
    /**
     * A way of executions on several data nodes that is planned with the text, the same for all of them: it proves the
     * statement or refuses it. {@link OnSeveral#way} says which one a statement goes.
     */
    non-sealed interface Planned extends Way {
        /** What the data nodes do, and what is left to a merge. */
        Decision<Scatter> plan(OnSeveral statement);
    }

    /**
     * A way in several steps, of which executions may have to choose: all that they choose among is planned with the
     * text.
     */
    non-sealed interface Stepped extends Way {
        /** Whether a statement may go this way. */
        boolean concerns(SteppedStatement statement);

        /**
         * Plans the steps.
         *
         * @param statement one that it {@link #concerns}
         * @param refusal why the executions are refused that are answered so
         * @return none when it is not answered in this way, with what would overcome that
         */
        ChooseSteps plan(SteppedStatement statement, ErrorCode refusal);
    }
}
