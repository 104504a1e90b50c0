package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** Starts runs that return no rows. Stateless. */
public final class StartedUpdate {
    private StartedUpdate() {}

    /** Makes a run that is known to the statement's results; nothing happens before {@link GroupedRun#execute}. */
    public static GroupedRun begin(
            LogicStatement statement, DeployedPlan deployed, ShardWork work, StatementClass statementClass)
            throws SQLException {
        RunSettings settings = RunSettings.update(statementClass, statement.options().queryTimeoutSeconds);
        GroupedRun run = statement.session().start(deployed, work, settings);
        statement.results().begin(run);
        return run;
    }

    /** Executes the run of a batch, and counts the execution. */
    public static void executeBatch(LogicStatement statement, GroupedRun run, ShardWork work) throws SQLException {
        Counters counters = statement.session().counters();
        if (counters == null) {
            run.execute();
            return;
        }
        long begin = counters.begins(StatementRoute.BATCH, work.size());
        try {
            run.execute();
        } finally {
            counters.ended(StatementRoute.BATCH, begin);
        }
    }
}
