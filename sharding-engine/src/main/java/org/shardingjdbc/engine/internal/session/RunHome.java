package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.ExecutionGroup;
import org.shardingjdbc.engine.internal.execute.FanOut;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.task.Alarm;

/**
 * Where executions run: it gives them their connections and takes these back. An interface, so that they do not know
 * who has all of them.
 */
public interface RunHome {
    /** The transaction that they belong to. */
    SessionTransactions transactions();

    /** The threads beside the caller's. */
    Workers workers();

    /**
     * Watches the time of what begins where no execution does.
     *
     * @param timeoutSeconds 0 for none
     * @param startNanos when it began, by {@link System#nanoTime()}
     * @param gently what is done when the time is over
     * @param byForce what is done when that did not help
     */
    Alarm alarm(int timeoutSeconds, long startNanos, Runnable gently, Runnable byForce);

    /** Gives an execution what it needs. When it throws, nothing is taken. */
    FanOut prepare(ShardRun run, long startNanos) throws SQLException;

    /**
     * Lends an execution on one unit its connection. When it throws, nothing is taken but what {@link #end} takes.
     *
     * @return whether that is in a transaction of the user
     */
    boolean lend(Run.Borrower run, DeployedPlan deployed, int dataSource) throws SQLException;

    /** Who waits for connections looks whether he is to go on. By any thread. */
    void wake();

    /** An execution has run; connections whose results are in memory may be used again. */
    void executed(ExecutionGroup[] groups);

    /** An execution is closed. Doing it twice changes nothing. */
    void end(ShardRun run);

    /** An execution on one unit is closed. Doing it twice changes nothing. */
    void end(Run.Borrower run);

    /**
     * An execution on one unit of the user's transaction failed, on that connection.
     *
     * @param executed whether its database may have executed it before
     */
    void failed(DeployedPlan deployed, PhysicalConnection on, boolean executed, Throwable cause);
}
