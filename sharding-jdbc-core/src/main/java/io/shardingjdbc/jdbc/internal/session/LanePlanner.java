package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import io.shardingjdbc.jdbc.internal.execute.Deployment;
import io.shardingjdbc.jdbc.internal.execute.ShardPool;
import io.shardingjdbc.jdbc.internal.execute.ShardWork;
import io.shardingjdbc.jdbc.internal.plan.StatementClass;
import java.util.Arrays;

/**
 * Decides how many connections of which pool an execution uses, and how its results are read. One per execution.
 *
 * <p>With n tasks on a data source and m = {@code max-connections-size-per-query}, θ = ⌈n ÷ m⌉ tasks share a connection. θ = 1 is
 * memory-strict: each task has a connection, results stream. θ &gt; 1 is connection-strict: results are held by the driver. Inside a
 * transaction, and for everything that writes, one connection does all of a data source, so that it is one transaction there.
 */
final class LanePlanner {
    private final RunSettings settings;
    private final ShardPool[] pools;
    private final int[] firstTask;
    private final int[] taskCount;
    private final int[] laneCount;

    LanePlanner(Deployment deployment, ShardWork work, RunSettings settings) {
        this.settings = settings;
        int tasks = work.size();
        int segments = 1;
        for (int i = 1; i < tasks; i++) {
            if (work.dataSource(i) != work.dataSource(i - 1)) {
                segments++;
            }
        }
        pools = new ShardPool[segments];
        firstTask = new int[segments];
        taskCount = new int[segments];
        laneCount = new int[segments];
        int segment = -1;
        for (int i = 0; i < tasks; i++) {
            if (i == 0 || work.dataSource(i) != work.dataSource(i - 1)) {
                segment++;
                pools[segment] = deployment.pool(work.dataSource(i));
                firstTask[segment] = i;
            }
            taskCount[segment]++;
        }
        Arrays.fill(laneCount, 1);
    }

    /** One for each data source that has tasks. */
    ShardPool[] pools() {
        return pools;
    }

    int firstTask(int segment) {
        return firstTask[segment];
    }

    int taskCount(int segment) {
        return taskCount[segment];
    }

    /** How many connections the tasks of a data source are spread over. */
    int laneCount(int segment) {
        return laneCount[segment];
    }

    /** Whether tasks of one data source may run on several connections, when there is no transaction. */
    boolean mayFanOut() {
        return settings.statementClass() == StatementClass.READ
                || settings.statementClass() == StatementClass.LOCKING_READ;
    }

    /** Spreads the tasks of a data source over at most {@code connections}, at least 1. */
    void spread(int segment, int connections) {
        int tasksPerLane = (taskCount[segment] + connections - 1) / connections;
        laneCount[segment] = (taskCount[segment] + tasksPerLane - 1) / tasksPerLane;
    }

    /** How many tasks the k-th connection of a data source has; the first ones have the most. */
    int tasksOfLane(int segment, int lane) {
        int tasks = taskCount[segment];
        int lanes = laneCount[segment];
        return tasks / lanes + (lane < tasks % lanes ? 1 : 0);
    }

    /** Whether a lane with that many tasks reads its result as a stream, outside of a transaction of the user. */
    boolean streams(DatabaseDialect dialect, int tasksOfLane) {
        if (tasksOfLane > 1 || settings.statementClass() != StatementClass.READ || !settings.returnsRows()) {
            return false;
        }
        if (settings.fetchSize() == 0 && !settings.merged()) {
            return false;
        }
        int fetchSize = dialect.streamFetchSize(settings.fetchSize());
        return settings.maxRowsPerTask() < 0 || settings.maxRowsPerTask() > Math.max(fetchSize, 0);
    }

    /** The fetch size of a lane's statements. */
    int fetchSize(DatabaseDialect dialect, boolean streams, boolean transaction, int tasksOfLane) {
        if (!settings.returnsRows()) {
            return 0;
        }
        if (streams) {
            return dialect.streamFetchSize(settings.fetchSize());
        }
        if (transaction && (tasksOfLane == 1 || dialect.interleavesStreams())) {
            // The driver's own rules for what the user asked of it.
            return settings.fetchSize();
        }
        return dialect.bufferFetchSize(settings.fetchSize());
    }
}
