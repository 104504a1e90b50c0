package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool.WhenBusy;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.run.ExecutionGroupPlanner;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Gives an execution its execution groups: takes the connections that are missing, lets them join the transaction,
 * decides what each does before its first task. One per execution; used with the session's lock held.
 */
final class RunPreparation {
    private static final PhysicalConnection[] NONE = {};

    private final SessionState state;
    private final ConnectionSupply supply;
    private final GroupedRun run;
    private final ExecutionGroupPlanner planner;
    private final boolean transaction;
    private final int[] missing;

    private RunPreparation(SessionState state, ConnectionSupply supply, GroupedRun run) {
        this.state = state;
        this.supply = supply;
        this.run = run;
        this.transaction = state.open;
        this.planner = supply.planner(run);
        this.missing = new int[planner.pools().length];
        for (int segment = 0; segment < missing.length; segment++) {
            count(segment, planner.maxConnections());
        }
    }

    /** The groups of an execution. When it throws, nothing is taken but what the session keeps. */
    static ExecutionGroup[] groups(SessionState state, ConnectionSupply supply, GroupedRun run) throws SQLException {
        if (run.aside() != null) {
            return new ExecutionGroup[] {new AsidePreparation(state, supply, run).group()};
        }
        return run.work().size() == 1
                ? new ExecutionGroup[] {onlyGroup(state, supply, run)}
                : new RunPreparation(state, supply, run).reached();
    }

    /** The group of an execution of one task: less what only several need. */
    private static ExecutionGroup onlyGroup(SessionState state, ConnectionSupply supply, GroupedRun run)
            throws SQLException {
        boolean transaction = state.open;
        ShardPool pool = supply.choice()
                .chosen(run.deployed(), run.work().dataSource(0), run.settings().statementClass());
        if (run.settings().statementClass() == StatementClass.SESSION_STATE) {
            PhysicalConnection locking = supply.ofState(pool, run);
            return ExecutionGroup.ofOnlyTask(locking, 0, false, ExecutionGroup.Preparation.NONE);
        }
        PhysicalConnection connection = supply.one(pool, run);
        if (transaction) {
            run.inUserTransaction();
        }
        Dialect dialect = pool.dialect();
        boolean streams = !transaction && ExecutionGroupPlanner.streams(run.settings(), dialect, 1);
        int fetchSize = ExecutionGroupPlanner.fetchSize(run.settings(), dialect, streams, transaction, 1);
        return ExecutionGroup.ofOnlyTask(
                connection,
                fetchSize,
                streams,
                streams ? PhysicalConnection::beginStream : ExecutionGroup.Preparation.NONE);
    }

    private ExecutionGroup[] reached() throws SQLException {
        return GuardedPools.reached(supply, run, planner, this::groups);
    }

    /** Decides how many connections of a data source are used, and how many of them the session does not have yet. */
    private void count(int segment, int maxConnections) {
        ShardPool pool = planner.pools()[segment];
        boolean have = supply.usable(pool) != null;
        if (!transaction && planner.mayFanOut()) {
            // Connections whose results are still being read are not available, nor are more than the pool has.
            int others = state.held.taken(pool) - (have ? 1 : 0);
            int most = Math.min(maxConnections, Math.max(1, pool.capacity() - others));
            planner.spread(segment, most);
        }
        missing[segment] = planner.groupCount(segment) - (have ? 1 : 0);
    }

    /** Takes the connections and makes the groups. */
    private ExecutionGroup[] groups() throws SQLException {
        PhysicalConnection[] connections = NONE;
        boolean done = false;
        try {
            connections = GuardedPools.enter(supply, run, planner.pools(), this::connections);
            ExecutionGroup[] groups = build(connections);
            done = true;
            return groups;
        } finally {
            if (!done) {
                run.comesToNothing();
                // also connections that lingered, and were resumed when the available ones were counted
                supply.giveBackUnused(connections);
            }
        }
    }

    /** In the order of the data sources, for each the connection that the session keeps first. */
    private PhysicalConnection[] connections() throws SQLException {
        ShardPool[] pools = planner.pools();
        PhysicalConnection[] own = new PhysicalConnection[pools.length];
        for (int segment = 0; segment < pools.length; segment++) {
            own[segment] = supply.usable(pools[segment]);
        }
        PhysicalConnection[] taken = take(pools, own);
        int total = 0;
        for (int segment = 0; segment < pools.length; segment++) {
            total += planner.groupCount(segment);
        }
        PhysicalConnection[] all = new PhysicalConnection[total];
        int to = 0;
        int from = 0;
        for (int segment = 0; segment < pools.length; segment++) {
            if (own[segment] != null) {
                all[to++] = own[segment];
            }
            for (int k = 0; k < missing[segment]; k++) {
                all[to++] = Objects.requireNonNull(taken, "enough were free")[from++];
            }
        }
        return all;
    }

    private PhysicalConnection @Nullable [] take(ShardPool[] pools, PhysicalConnection[] own) throws SQLException {
        if (!anyMissing()) {
            return NONE;
        }
        boolean done = false;
        try {
            PhysicalConnection[] taken = supply.several(pools, missing, WhenBusy.NONE, run);
            if (taken == null) {
                standBack(own);
                taken = anyMissing() ? supply.several(pools, missing, WhenBusy.WAIT, run) : NONE;
            }
            done = true;
            return taken;
        } finally {
            if (!done) {
                settle(own);
            }
        }
    }

    private boolean anyMissing() {
        for (int count : missing) {
            if (count > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Before it waits it gives back what it need not keep, to take all at once; where it must keep one, that one does
     * for its data source.
     */
    private void standBack(PhysicalConnection[] own) {
        for (int segment = 0; segment < own.length; segment++) {
            if (own[segment] == null) {
                continue;
            }
            if (supply.standBack(own[segment])) {
                own[segment] = null;
            } else {
                planner.spread(segment, 1);
            }
            missing[segment] = planner.groupCount(segment) - (own[segment] == null ? 0 : 1);
        }
        supply.standBack();
    }

    /** Lets those go that the session had for this execution only. */
    private void settle(PhysicalConnection[] own) {
        for (PhysicalConnection connection : own) {
            if (connection != null) {
                supply.settle(connection);
            }
        }
    }

    private ExecutionGroup[] build(PhysicalConnection[] connections) throws SQLException {
        boolean[] joined = new boolean[connections.length];
        for (int i = 0; i < connections.length; i++) {
            joined[i] = supply.enter(connections[i]);
        }
        boolean together = run.writesAsOne();
        StatementSavepoints savepoints = null;
        if (transaction) {
            run.inUserTransaction();
            if (run.mayLeaveTraces(together) && !run.deployed().deployment().failureAbortsTransaction()) {
                boolean alone = Objects.requireNonNull(supply.transactions().current(), "it is in one")
                        .rollsBackAlone();
                savepoints = new StatementSavepoints(connections, alone ? joined : new boolean[joined.length]);
                run.savepoints(savepoints);
            }
        } else if (together) {
            LogicTransaction own = supply.transactions().create();
            run.ownTransaction(own);
            for (PhysicalConnection connection : connections) {
                own.join(connection);
                own.use(connection, BranchUse.of(run.settings().statementClass()));
            }
        }
        return groups(connections, savepoints);
    }

    private ExecutionGroup[] groups(PhysicalConnection[] connections, @Nullable StatementSavepoints savepoints) {
        ExecutionGroup[] groups = new ExecutionGroup[connections.length];
        int position = 0;
        for (int segment = 0; segment < planner.pools().length; segment++) {
            int from = 0;
            Dialect dialect = planner.pools()[segment].dialect();
            for (int k = 0; k < planner.groupCount(segment); k++) {
                int tasks = planner.tasksOfGroup(segment, k);
                boolean streams = !transaction && ExecutionGroupPlanner.streams(run.settings(), dialect, tasks);
                int fetchSize = ExecutionGroupPlanner.fetchSize(run.settings(), dialect, streams, transaction, tasks);
                ExecutionGroup.Preparation preparation = preparation(streams, savepoints, position);
                int[] own = planner.tasks(segment, from, tasks);
                groups[position] = new ExecutionGroup(connections[position], own, fetchSize, streams, preparation);
                boolean alone = transaction && planner.pools()[segment].repeatsStatements();
                if (!alone
                        && planner.sendsTogether(dialect, fetchSize, tasks)
                        && run.work().maySendTogether(own)) {
                    groups[position].sendTogether();
                }
                position++;
                from += tasks;
            }
        }
        return groups;
    }

    private static ExecutionGroup.Preparation preparation(
            boolean streams, @Nullable StatementSavepoints savepoints, int position) {
        if (savepoints != null) {
            return connection -> savepoints.set(position);
        }
        return streams ? PhysicalConnection::beginStream : ExecutionGroup.Preparation.NONE;
    }
}
