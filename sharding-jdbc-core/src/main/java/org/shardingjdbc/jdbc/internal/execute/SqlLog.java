package org.shardingjdbc.jdbc.internal.execute;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes SQL to the logger {@code org.shardingjdbc.sql} when {@code sql-show} asks for it; parameter values only when a
 * prop allows it. Safe for all threads.
 */
public final class SqlLog {
    private static final Logger LOG = LoggerFactory.getLogger("org.shardingjdbc.sql");

    /**
     * Logs one execution.
     *
     * @param groups with the connections that it got
     */
    public void execution(ExecutionProps props, String logicSql, ShardWork work, ExecutionGroup[] groups) {
        if (!props.showSql()) {
            return;
        }
        LOG.info("Logic SQL: {}", logicSql);
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
