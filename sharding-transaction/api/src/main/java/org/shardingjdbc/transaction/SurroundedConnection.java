package org.shardingjdbc.transaction;

import java.sql.Connection;
import org.shardingjdbc.Incubating;

/** A connection that a {@link TransactionProvider} puts around a pooled one. One thread at a time uses it. */
@Incubating
public interface SurroundedConnection extends Connection {
    /**
     * An execution outside of the session's transactions is about to begin, on the thread of its caller, whatever
     * thread executes it.
     *
     * @param reads whether it is known to write nothing and lock nothing
     */
    void outsideOfTransactions(boolean reads);
}
