package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.Objects;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.run.ExecutionGroup;
import org.shardingjdbc.engine.internal.run.ExecutionGroupPlanner;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/** Lets an execution pass the guards of the data sources that it goes to. Stateless. */
final class GuardedPools {
    private GuardedPools() {}

    /** Takes one connection, or several. */
    @FunctionalInterface
    interface Taking<T> {
        T take() throws SQLException;
    }

    /** As for several pools, for one connection of one pool. */
    static PhysicalConnection enter(ConnectionSupply supply, Run run, ShardPool pool, Taking<PhysicalConnection> taking)
            throws SQLException {
        return enter(supply, run, new ShardPool[] {pool}, () -> new PhysicalConnection[] {taking.take()})[0];
    }

    /**
     * Asks all guards, then takes the connections. Each guard is left when its connections are used no more.
     *
     * @throws SQLException after which no guard is entered but for connections that were taken
     */
    static PhysicalConnection[] enter(
            ConnectionSupply supply, Run run, ShardPool[] pools, Taking<PhysicalConnection[]> taking)
            throws SQLException {
        if (!anyGuard(pools)) {
            return taking.take();
        }
        DataSourceGuard.Admission[] entered = new DataSourceGuard.Admission[pools.length];
        boolean done = false;
        try {
            for (int i = 0; i < pools.length; i++) {
                entered[i] = supply.admitted(pools[i], run);
            }
            PhysicalConnection[] taken = taking.take();
            for (int i = 0; i < pools.length; i++) {
                if (entered[i] != null) {
                    enter(taken, pools[i], entered[i]);
                    entered[i] = null;
                }
            }
            done = true;
            return taken;
        } finally {
            for (int i = 0; i < pools.length && !done; i++) {
                if (entered[i] != null) {
                    entered[i].withdraw();
                }
            }
        }
    }

    /** Makes the groups of an execution. */
    @FunctionalInterface
    interface Grouping {
        ExecutionGroup[] groups() throws SQLException;
    }

    /** Makes the groups. Where the run wants to know, it is told which data sources cannot be reached. */
    static ExecutionGroup[] reached(
            ConnectionSupply supply, GroupedRun run, ExecutionGroupPlanner planner, Grouping grouping)
            throws SQLException {
        try {
            return grouping.groups();
        } catch (SQLException e) {
            if (run.outages() != null && SqlErrors.isOutage(e) && run.stopped() == null) {
                noteOutages(supply, run, planner);
            }
            throw e;
        }
    }

    /** Tries each data source by itself, holding no connection of the others. */
    private static void noteOutages(ConnectionSupply supply, GroupedRun run, ExecutionGroupPlanner planner)
            throws SQLException {
        for (int segment = 0; segment < planner.pools().length; segment++) {
            try {
                supply.giveBackUnused(supply.one(planner.pools()[segment], run));
            } catch (SQLException e) {
                if (!SqlErrors.isOutage(e) || run.stopped() != null) {
                    throw e;
                }
                Objects.requireNonNull(run.outages(), "whoever asks takes them")
                        .accept(run.work().dataSource(planner.tasks(segment, 0, 1)[0]));
            }
        }
    }

    private static boolean anyGuard(ShardPool[] pools) {
        for (ShardPool pool : pools) {
            if (pool.guard() != null) {
                return true;
            }
        }
        return false;
    }

    /**
     * The first connection of the pool leaves the guard at its end; all of them report the outcome of the execution.
     */
    private static void enter(PhysicalConnection[] taken, ShardPool pool, DataSourceGuard.Admission admission) {
        boolean leaves = false;
        for (PhysicalConnection connection : taken) {
            // null where the session was aborted meanwhile
            if (connection != null && connection.pool() == pool) {
                if (leaves) {
                    connection.reportsTo(admission);
                } else {
                    connection.entered(admission);
                    leaves = true;
                }
            }
        }
        if (!leaves) {
            throw new IllegalStateException("no connection of data source " + pool.name());
        }
    }
}
