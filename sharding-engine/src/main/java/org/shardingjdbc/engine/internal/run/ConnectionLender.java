package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;

/**
 * Lends connections to runs and takes them back: the session, by its {@code SessionRuns}. An interface, so that a run
 * knows nothing else of its session.
 */
public interface ConnectionLender {
    /** The threads beside the caller's. */
    Workers workers();

    /** Gives a run its connections, in groups. When it throws, nothing is taken. */
    FanOut prepare(GroupedRun run, long startNanos) throws SQLException;

    /**
     * Lends a run on one unit its connection. When it throws, nothing is taken but what {@link #end} gives back.
     *
     * @return whether the connection is in a transaction of the user
     */
    boolean lend(Run.OfOneUnit run, DeployedPlan deployed, int dataSource) throws SQLException;

    /**
     * The reason for which a run ends when another thread closes it while it runs: its session, or its statement, is
     * closed.
     */
    SQLException whyClosed();

    /** Makes threads that wait for connections check whether they are to go on. By any thread. */
    void wake();

    /** The statements of a run are executed. Connections whose results are in memory may be used again. */
    void executed(ExecutionGroup[] groups);

    /** A run on several connections is closed. Doing it twice changes nothing. */
    void end(GroupedRun run);

    /** A run on one unit is closed. Doing it twice changes nothing. */
    void end(Run.OfOneUnit run);

    /**
     * A run on one unit failed in the user's transaction, on that connection.
     *
     * @param executed whether the database may have executed the statement before the failure
     */
    void failed(DeployedPlan deployed, PhysicalConnection on, boolean executed, Throwable cause);

    /**
     * A run in execution groups failed in the user's transaction.
     *
     * @param points the savepoints by which the run can be undone, or null
     * @param whole whether all of the run failed, so that its databases have kept nothing of it
     * @return whether nothing of the run is left, or will be when the transaction ends
     */
    boolean failed(
            DeployedPlan deployed,
            ExecutionGroup[] groups,
            @Nullable StatementSavepoints points,
            boolean whole,
            Throwable cause);

    /** A run on a connection of its own failed. For the transaction that counts as if the run had been inside. */
    void failedAside(Throwable cause);

    /** A run changed definitions. */
    void redefined(Deployment deployment);
}
