package org.shardingjdbc.engine.internal.run;

import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/**
 * Hears of the executions of a session while they happen, for measuring and tracing them. Called by the thread that
 * uses the session. A session without a listener pays a null check.
 */
public interface ExecutionListener {
    /**
     * An execution begins.
     *
     * @return the listener for its units; not null
     */
    UnitListener begins(DeployedPlan deployed, ShardWork work);

    /**
     * A statement that is answered in steps begins. All executions until {@link #stepsEnd} are done for that statement.
     * Called again for the same statement when other steps take the place of these.
     */
    void stepsBegin(DeployedPlan deployed, SteppedExecution steps);

    /** The steps that began last are over, whether they failed or not. */
    void stepsEnd();
}
