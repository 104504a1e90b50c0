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

    /** Logs one execution. */
    public void execution(Deployment deployment, String logicSql, ShardWork work) {
        ExecutionProps props = deployment.props();
        if (!props.showSql()) {
            return;
        }
        LOG.info("Logic SQL: {}", logicSql);
        if (props.simpleSql()) {
            LOG.info("Actual SQL (simple): {} execution unit(s)", work.size());
            return;
        }
        for (int i = 0; i < work.size(); i++) {
            List<Object> parameters = props.showParameters() ? work.parameters(i) : List.of();
            if (parameters.isEmpty()) {
                LOG.info(
                        "Actual SQL: {} ::: {}",
                        deployment.pool(work.dataSource(i)).name(),
                        work.sql(i));
            } else {
                LOG.info(
                        "Actual SQL: {} ::: {} ::: {}",
                        deployment.pool(work.dataSource(i)).name(),
                        work.sql(i),
                        parameters);
            }
        }
    }
}
