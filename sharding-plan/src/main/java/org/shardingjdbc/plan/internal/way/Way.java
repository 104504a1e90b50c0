package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/**
 * One way of answering a statement. What it cannot prove it refuses, which is a value: the statement may go another
 * way. Immutable, safe for all threads.
 */
public sealed interface Way {
    /** What plans and the glossary call it, such as {@code pushed down}. */
    String name();

    /**
     * A way of executions on several data nodes that is planned with the text, the same for all of them: it proves the
     * statement or refuses it.
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
        /**
         * Plans the steps.
         *
         * @param refusal why the executions are refused that are answered so
         * @return none when it is not answered in this way, with what would overcome that
         */
        ChooseSteps plan(SteppedStatement statement, ErrorCode refusal);
    }

    /** The way of executions on one data node: each plan has it. */
    non-sealed interface Always extends Way {}
}
