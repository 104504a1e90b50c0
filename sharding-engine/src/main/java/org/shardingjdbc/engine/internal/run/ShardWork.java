package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.observe.UnitListener;

/**
 * What one run does on its connections, as tasks. A task is what one statement of a driver does: an execution unit, or
 * a driver's batch.
 *
 * <p>Tasks of one data source may share a connection; then they run one after the other, in order. Different tasks may
 * run on different threads. {@link #open} is called before {@link #execute}, and that before {@link #close}. What a
 * task writes into its own array slots is visible to the caller after the execution. Each method is called once per
 * task, but for definition statements that a database does not run in a transaction: those are begun anew.
 */
public interface ShardWork {
    /** How many tasks there are, at least 1. */
    int size();

    /** The data source index of a task. */
    int dataSource(int task);

    /** How many pieces of about the same size all tasks together are made of: the row sets of a batch, or the tasks. */
    default int pieces() {
        return size();
    }

    /** The actual SQL of a task, for logs. */
    String sql(int task);

    /** The parameters of a task for logs; asked only when they are to be logged. */
    default List<Object> parameters(int task) {
        return List.of();
    }

    /**
     * Makes a task's statement. Sets everything on it but fetch size and query timeout, which the execution sets.
     *
     * @param connection stays with the task until {@link #close}
     */
    Statement open(PhysicalConnection connection, int task) throws SQLException;

    /** Whether the work has one task, of one statement that was not executed or failed as a whole. */
    default boolean failsWhole() {
        return false;
    }

    /** Executes the task's statement and takes the result set, counts and generated keys from it. */
    void execute(Statement statement, int task) throws SQLException;

    /**
     * Sets the listener of the tasks, before the first one runs. Work that makes result sets reports their rows to it.
     */
    default void tellTo(UnitListener listener) {
        // Work that returns no rows has nothing to report.
    }

    /** How many rows an executed task has changed; -1 when that is not known. */
    default long changed(int task) {
        return -1;
    }

    /** How many statements an executed task has sent. */
    default int roundTrips(int task) {
        return 1;
    }

    /**
     * Whether tasks of one connection may be sent as one statement, whose results come one after the other, so that
     * they cost one round trip. If so, {@link #openTogether}, {@link #executeTogether} and {@link #closeTogether}
     * replace the calls of each task.
     */
    default boolean maySendTogether(int[] tasks) {
        return false;
    }

    /** As {@link #open}, for several tasks. */
    default Statement openTogether(PhysicalConnection connection, int[] tasks) throws SQLException {
        throw new UnsupportedOperationException();
    }

    /** As {@link #execute}, for several tasks. */
    default void executeTogether(Statement statement, int[] tasks) throws SQLException {
        throw new UnsupportedOperationException();
    }

    /** As {@link #close}, for several tasks. */
    default void closeTogether(Statement statement, int[] tasks) throws SQLException {
        statement.close();
    }

    /**
     * Called once for every opened statement when the execution is closed or has failed: closes it, or only its results
     * when the statement is kept for the next execution.
     */
    default void close(Statement statement, int task) throws SQLException {
        statement.close();
    }
}
