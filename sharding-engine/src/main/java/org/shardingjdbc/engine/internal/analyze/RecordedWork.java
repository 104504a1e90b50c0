package org.shardingjdbc.engine.internal.analyze;

import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;

/** Something that was done for a statement: an execution on data sources, or several in steps. */
sealed interface RecordedWork permits RecordedRun, RecordedSteps {
    /** The statement, which may be a step of another. */
    DeployedPlan deployed();

    /** How many statements data sources were sent. */
    int roundTrips();

    /** From its start to its end. */
    long nanos();
}
