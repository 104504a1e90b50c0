package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.rule.DataSourceGuard;

/** What a connection has entered for an execution, and leaves once. One thread at a time uses it. */
public final class GuardedUse {
    private final DataSourceGuard entered;
    private boolean left;

    /** @param entered what the execution has entered */
    public GuardedUse(DataSourceGuard entered) {
        this.entered = entered;
    }

    /** Leaves what was entered. Doing it twice changes nothing. */
    public void leave() {
        if (!left) {
            left = true;
            entered.leave();
        }
    }

    /** Whether it was left. */
    public boolean hasLeft() {
        return left;
    }

    /** As {@link #leave}, where nothing was executed. */
    public void withdraw() {
        if (!left) {
            left = true;
            entered.withdraw();
        }
    }

    /** When something is executed there, by {@link System#nanoTime()}; 0 where the guard is null. */
    public static long begins(DataSourceGuard guard) {
        return guard == null ? 0 : System.nanoTime();
    }

    /**
     * Tells who guards its data source what became of an execution.
     *
     * @param guard null where nobody guards it
     * @param begin what {@link #begins} said
     * @param error null when there was none
     */
    public static void ended(DataSourceGuard guard, long begin, Throwable error) {
        if (guard == null || begin == 0) {
            return;
        }
        if (error instanceof SQLException failure && SqlErrors.isOutageWhileExecuting(failure)) {
            guard.failed();
        } else if (error == null || error instanceof SQLException) {
            guard.answered(System.nanoTime() - begin);
        }
    }

    /**
     * As {@link #ended}, of an execution that was stopped: what comes of it says nothing of the database, unless its
     * time was over or its connection is lost. Drivers give the errors of cancelled statements any class.
     *
     * @param error null when there was none
     * @param timeOver whether it took longer than its query timeout
     */
    public static void stopped(DataSourceGuard guard, long begin, SQLException error, boolean timeOver) {
        if (guard != null && begin != 0 && (timeOver || error != null && SqlErrors.isLost(error))) {
            guard.failed();
        }
    }
}
