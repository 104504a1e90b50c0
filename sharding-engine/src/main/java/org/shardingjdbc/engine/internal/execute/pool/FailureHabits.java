package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Drivers;

/**
 * What drivers do with failed statements on the connections of one pool: some undo such statements, or execute them
 * again. Their properties say so, which any connection shows. One per pool; safe for all threads.
 */
final class FailureHabits {
    private final Drivers drivers;
    private final boolean aborting;
    private volatile boolean known;
    /** Written before {@link #known}. */
    private volatile boolean undoesFailures;
    /** Written before {@link #known}. */
    private volatile boolean repeatsStatements;

    /** Nothing has to be learned where a failed statement leaves its transaction as it was. */
    FailureHabits(Dialect dialect) {
        this.drivers = dialect.drivers();
        this.aborting = dialect.sessions().failureAbortsTransaction();
        this.known = !aborting;
    }

    boolean areKnown() {
        return known;
    }

    void learn(Connection connection) {
        undoesFailures = drivers.undoesFailedStatements(connection);
        repeatsStatements = drivers.repeatsForgottenStatements(connection);
        known = true;
    }

    /** Whether only a rollback is possible in a transaction after a failed statement. */
    boolean failureAbortsTransaction() {
        return aborting && !undoesFailures;
    }

    /** Whether the driver repeats single statements in cases where a text of several statements would fail. */
    boolean repeatsStatements() {
        return repeatsStatements;
    }
}
