package org.shardingjdbc.engine.internal.run;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.ChosenPools;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.ExecutionFacts;

/**
 * Decides how many connections of each pool an execution uses, and how its results are read. One per execution.
 *
 * <p>With n tasks on a data source and m = {@code max-connections-size-per-query}, θ = ⌈n ÷ m⌉ tasks share a
 * connection. θ = 1 is memory-strict: each task has a connection, and results stream. θ &gt; 1 is connection-strict:
 * the driver holds the results. Inside a transaction, and for everything that writes, one connection does all tasks of
 * a data source, so that they are one transaction there.
 */
public final class ExecutionGroupPlanner {
    private final RunSettings settings;
    private final ExecutionProps props;
    private final ShardPool[] pools;
    private final int[][] tasks;
    private final int[] groupCount;

    /**
     * @param facts by which rules choose databases
     * @param begun maps a chosen pool to the pool on which the transaction already is
     */
    public ExecutionGroupPlanner(GroupedRun run, ExecutionFacts facts, UnaryOperator<ShardPool> begun) {
        ShardWork work = run.work();
        Deployment deployment = run.deployed().deployment();
        this.settings = run.settings();
        this.props = deployment.props();
        int[] counts = new int[deployment.dataSources()];
        int segments = 0;
        for (int task = 0; task < work.size(); task++) {
            if (counts[work.dataSource(task)]++ == 0) {
                segments++;
            }
        }
        pools = new ShardPool[segments];
        tasks = new int[segments][];
        int segment = 0;
        for (int dataSource = 0; dataSource < counts.length; dataSource++) {
            if (counts[dataSource] > 0) {
                pools[segment] = begun.apply(ChosenPools.of(deployment, dataSource, facts));
                tasks[segment] = tasksOf(dataSource, counts[dataSource], work);
                segment++;
            }
        }
        if (deployment.choice() != null) {
            ChosenPools.refuseShared(pools);
        }
        groupCount = new int[segments];
        Arrays.fill(groupCount, 1);
    }

    private static int[] tasksOf(int dataSource, int count, ShardWork work) {
        int[] found = new int[count];
        int position = 0;
        for (int task = 0; position < count; task++) {
            if (work.dataSource(task) == dataSource) {
                found[position++] = task;
            }
        }
        return found;
    }

    /** One pool for each data source that has tasks, in the order of the data sources. The index is a segment. */
    public ShardPool[] pools() {
        return pools;
    }

    /** Some tasks of a segment, by position among its tasks. */
    public int[] tasks(int segment, int from, int count) {
        return Arrays.copyOfRange(tasks[segment], from, from + count);
    }

    /** How many connections of a data source an execution uses at most. */
    public int maxConnections() {
        return props.maxConnectionsPerQuery();
    }

    /** How many connections the tasks of a segment are spread over. */
    public int groupCount(int segment) {
        return groupCount[segment];
    }

    /** Whether tasks of one data source may run on several connections, when there is no transaction. */
    public boolean mayFanOut() {
        return settings.statementClass() == StatementClass.READ
                || settings.statementClass() == StatementClass.LOCKING_READ;
    }

    /** Spreads the tasks of a segment over at most {@code connections}, at least 1. */
    public void spread(int segment, int connections) {
        int tasksPerGroup = (tasks[segment].length + connections - 1) / connections;
        groupCount[segment] = (tasks[segment].length + tasksPerGroup - 1) / tasksPerGroup;
    }

    /** How many tasks the group has on its connection, 0-based in the segment. The first groups have the most. */
    public int tasksOfGroup(int segment, int group) {
        int count = tasks[segment].length;
        int groups = groupCount[segment];
        return count / groups + (group < count % groups ? 1 : 0);
    }

    /** Whether a group with that many tasks reads its result as a stream, outside of a transaction of the user. */
    public static boolean streams(RunSettings settings, Dialect dialect, int tasksOfGroup) {
        if (tasksOfGroup > 1 || settings.statementClass() != StatementClass.READ || !settings.returnsRows()) {
            return false;
        }
        if (settings.fetchSize() == 0 && !settings.merged()) {
            return false;
        }
        return !comeAtOnce(settings, dialect);
    }

    /** Whether all rows of a task come with the first that the driver fetches. */
    private static boolean comeAtOnce(RunSettings settings, Dialect dialect) {
        int fetchSize = dialect.drivers().streamFetchSize(settings.fetchSize());
        return settings.maxRowsPerTask() >= 0 && settings.maxRowsPerTask() <= Math.max(fetchSize, 0);
    }

    /**
     * Whether the tasks of a group may be sent as one statement: they read, and the driver holds their results, so that
     * all results can be read side by side.
     *
     * @param fetchSize of the group
     */
    public boolean sendsTogether(Dialect dialect, int fetchSize, int tasksOfGroup) {
        return props.sendTogether()
                && tasksOfGroup > 1
                && fetchSize == 0
                && settings.statementClass() == StatementClass.READ
                && settings.returnsRows()
                && dialect.drivers().answersSeveralStatementsAtOnce();
    }

    /** The fetch size of a group's statements. */
    public static int fetchSize(
            RunSettings settings, Dialect dialect, boolean streams, boolean transaction, int tasksOfGroup) {
        if (!settings.returnsRows()) {
            return 0;
        }
        if (streams) {
            return dialect.drivers().streamFetchSize(settings.fetchSize());
        }
        boolean interleaved = tasksOfGroup == 1 || dialect.drivers().interleavesResults();
        if (transaction && interleaved && !comeAtOnce(settings, dialect)) {
            // The driver decides by its own rules about the fetch size that the user set.
            return settings.fetchSize();
        }
        return dialect.drivers().bufferFetchSize(settings.fetchSize());
    }
}
