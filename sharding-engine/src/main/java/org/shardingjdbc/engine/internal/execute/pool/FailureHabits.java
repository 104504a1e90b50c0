package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Drivers;

/**
 * What becomes of statements that fail on the connections of one pool: some drivers undo them or execute them again, as
 * their properties say, which any connection tells. One per pool; safe for all threads.
 */
final class FailureHabits {
    private final Drivers drivers;
    private final boolean aborting;
    private volatile boolean known;
    /** Written before {@link #known}. */
    private volatile boolean undoesFailures;
    /** As {@link #undoesFailures}. */
    private volatile boolean repeatsStatements;

    /** There is nothing to learn where a failed statement leaves its transaction as it was. */
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

    /** Whether single statements are executed again that a text of several would let fail. */
    boolean repeatsStatements() {
        return repeatsStatements;
    }
}
