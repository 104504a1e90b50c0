package org.shardingjdbc.engine.internal.run;

import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/**
 * Is told of the executions of a session while they happen, by the thread that uses the session: for measuring them,
 * and for tracing. A session without one pays a null check for it.
 */
public interface ExecutionListener {
    /**
     * An execution begins.
     *
     * @return who is told of its units; not null
     */
    UnitListener begins(DeployedPlan deployed, ShardWork work);

    /**
     * A statement is answered in steps: what begins until {@link #stepsEnd} is done for it. Told again of the same
     * statement when other steps take the place of these.
     */
    void stepsBegin(DeployedPlan deployed, SteppedExecution steps);

    /** The steps that began last are over, whether they failed or not. */
    void stepsEnd();
}
