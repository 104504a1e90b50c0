package org.shardingjdbc.plan.internal.operator;

import org.shardingjdbc.error.ShardingException;

/** What answers a statement in steps that no rule proves; found once for each plan and kept. Safe for all threads. */
public interface Steps {
    /** There are none. */
    Steps NONE = (parameters, refusal) -> new Decision.Refused<>(refusal);

    /**
     * The steps of one execution.
     *
     * @param parameters the statement's, 0-based, followed by the generated keys
     * @param refusal why it is not answered in one step
     * @return refused with that refusal when there are none, or with what would overcome it
     */
    Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal);

    /** The same where the values of the subqueries that were executed first turned out not to be bound. */
    default Decision<SteppedExecution> findOthers(Object[] parameters, ShardingException refusal) {
        return new Decision.Refused<>(refusal);
    }
}
