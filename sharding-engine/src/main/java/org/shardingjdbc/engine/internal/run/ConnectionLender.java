package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;

/**
 * Who lends runs their connections and takes these back: the session, by its {@code SessionRuns}. An interface, so that
 * a run knows nothing of the others.
 */
public interface ConnectionLender {
    /** The threads beside the caller's. */
    Workers workers();

    /** Gives a run its connections, in groups. When it throws, nothing is taken. */
    FanOut prepare(GroupedRun run, long startNanos) throws SQLException;

    /**
     * Lends a run on one unit its connection. When it throws, nothing is taken but what {@link #end} takes.
     *
     * @return whether that is in a transaction of the user
     */
    boolean lend(Run.OfOneUnit run, DeployedPlan deployed, int dataSource) throws SQLException;

    /** Why a run ends that another thread closes while it runs: its session, or its statement, is closed. */
    SQLException whyClosed();

    /** Who waits for connections looks whether he is to go on. By any thread. */
    void wake();

    /** The statements of a run are executed; connections whose results are in memory may be used again. */
    void executed(ExecutionGroup[] groups);

    /** A run on several connections is closed. Doing it twice changes nothing. */
    void end(GroupedRun run);

    /** A run on one unit is closed. Doing it twice changes nothing. */
    void end(Run.OfOneUnit run);

    /**
     * A run on one unit in the user's transaction failed, on that connection.
     *
     * @param executed whether its database may have executed it before
     */
    void failed(DeployedPlan deployed, PhysicalConnection on, boolean executed, Throwable cause);

    /**
     * A run in execution groups in the user's transaction failed.
     *
     * @param points by which it can be undone, or null
     * @param whole whether all of it failed, so that its database has left nothing of it
     * @return whether nothing of it is left, or will be when the transaction ends
     */
    boolean failed(
            DeployedPlan deployed,
            ExecutionGroup[] groups,
            @Nullable StatementSavepoints points,
            boolean whole,
            Throwable cause);

    /** A run on a connection of its own failed: for the transaction it is as if it had run inside. */
    void failedAside(Throwable cause);

    /** A run changed definitions. */
    void redefined(Deployment deployment);
}
