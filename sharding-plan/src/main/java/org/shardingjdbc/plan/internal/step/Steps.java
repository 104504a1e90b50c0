package org.shardingjdbc.plan.internal.step;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/** What answers a statement in steps that no rule proves. Safe for all threads. */
public interface Steps {
    /**
     * The steps of one execution.
     *
     * @param parameters the statement's, 0-based, followed by the generated keys
     * @param refusal why it is not answered in one step
     * @return null when there is no way: the refusal holds
     * @throws ShardingException the refusal, with what would overcome it
     */
    SteppedExecution find(Object[] parameters, ShardingException refusal);
}
