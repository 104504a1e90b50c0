package org.shardingjdbc.engine.internal.run;

import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes SQL to the logger {@code org.shardingjdbc.sql} when {@code sql-show} asks for it; parameter values only when a
 * prop allows it. Safe for all threads.
 */
public final class SqlLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.shardingjdbc.sql");

    private SqlLog() {}

    /**
     * Logs one execution.
     *
     * @param groups with the connections that it got
     */
    public static void execution(DeployedPlan deployed, ShardWork work, ExecutionGroup[] groups) {
        ExecutionProps props = deployed.deployment().props();
        if (!props.showSql()) {
            return;
        }
        LOG.info("Logic SQL: {}", logicSql(deployed));
        if (props.simpleSql()) {
            LOG.info("Actual SQL (simple): {} execution unit(s)", work.size());
            return;
        }
        String[] databases = databases(work, groups);
        for (int i = 0; i < work.size(); i++) {
            List<Object> parameters = props.showParameters() ? work.parameters(i) : List.of();
            if (parameters.isEmpty()) {
                LOG.info("Actual SQL: {} ::: {}", databases[i], work.sql(i));
            } else {
                LOG.info("Actual SQL: {} ::: {} ::: {}", databases[i], work.sql(i), parameters);
            }
        }
    }

    /** The logic statement, with a question mark for each literal where some literals must not be logged. */
    private static String logicSql(DeployedPlan deployed) {
        return deployed.plan() instanceof ShardPlan plan
                        && !plan.rules().concealed().isEmpty()
                ? Tokens.withoutLiterals(deployed.sql(), deployed.deployment().dialect())
                : deployed.sql();
    }

    /** The database of each task: that of its data source, or the one that a rule chose in its place. */
    private static String[] databases(ShardWork work, ExecutionGroup[] groups) {
        String[] names = new String[work.size()];
        for (ExecutionGroup group : groups) {
            for (int i = 0; i < group.taskCount(); i++) {
                names[group.task(i)] = group.connection().dataSourceName();
            }
        }
        return names;
    }
}
