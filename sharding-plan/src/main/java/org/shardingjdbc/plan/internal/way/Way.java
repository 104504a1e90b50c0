package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/**
 * One way of answering a statement. What it cannot prove it refuses, which is a value: the statement may go another
 * way. Immutable, safe for all threads.
 */
public sealed interface Way {
    /** What plans and the glossary call it, such as {@code pushed down}. */
    String name();

    /**
     * A way of executions on several data nodes that is planned with the text, the same for all of them: the first that
     * suits the statement proves it or refuses it.
     */
    non-sealed interface Planned extends Way {
        /** Whether the statement goes this way if it is proved. */
        boolean suits(OnSeveral statement);

        /** What the data nodes do, and what is left to a merge. */
        Decision<Scatter> plan(OnSeveral statement);
    }

    /**
     * A way in several steps. It is found at the first execution that no data nodes answer by themselves, for it may
     * depend on parameters, and takes to plan several statements; what does not depend on them is kept with the plan.
     */
    non-sealed interface Found extends Way {
        /**
         * The steps of one execution.
         *
         * @param parameters the statement's, 0-based, followed by the generated keys
         * @param refusal the nearest reason why the ways before this one were none
         * @return refused with that refusal when this one is none either, or with what would overcome it
         */
        Decision<SteppedExecution> find(Unproved statement, Object[] parameters, ShardingException refusal);
    }

    /** The way of executions on one data node: each plan has it. */
    non-sealed interface Always extends Way {}
}
