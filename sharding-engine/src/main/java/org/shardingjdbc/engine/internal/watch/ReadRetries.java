package org.shardingjdbc.engine.internal.watch;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.rule.StatementKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads whose database was lost: executed once more, where a rule that watches over databases may choose another.
 * Stateless.
 */
public final class ReadRetries {
    private static final Logger LOG = LoggerFactory.getLogger(ReadRetries.class);
    /** Each time another database is lost; more in a row is none that is lost. */
    private static final int MOST = 3;

    private ReadRetries() {}

    /**
     * Whether it can be as if an execution that failed had not been: it read nothing but rows, belongs to no
     * transaction and to nothing else of its session, and its parameters are still there. No row was seen, as it
     * failed.
     *
     * @param given its parameters, or null
     * @param repeated how often it was executed once more
     */
    public static boolean mayRepeat(
            LogicStatement statement, ExecutionRequest request, Parameters given, SQLException error, int repeated) {
        DeployedPlan deployed = request.deployed();
        if (repeated == MOST
                || !deployed.deployment().isWatched()
                || !SqlErrors.isLost(error)
                || given != null && given.withStreams()
                || statement.session().transactions().isOpen()
                || statement.session().isDependent()
                || !(deployed.plan() instanceof ShardPlan plan)
                || plan.facts().kind() != StatementKind.READ) {
            return false;
        }
        LOG.debug("A read is repeated as its database was lost", error);
        return true;
    }
}
