package org.shardingjdbc.engine.internal.execute.pool;

import org.jspecify.annotations.Nullable;

/**
 * An execution of one unit, which has one connection to itself from {@link #took} to {@link #leave}. As long as it
 * {@link #isExecuting executes}, no other execution of its session may use that connection; once what it returned is in
 * memory, others may.
 */
public interface Borrower {
    /** It has that connection from now on. With its session's lock. */
    void took(PhysicalConnection connection);

    /** Whether it runs, or is about to; afterwards what it returned is in memory. Asked by any thread. */
    boolean isExecuting();

    /** It lets the connection go; null when it has none any more. With its session's lock. */
    @Nullable
    PhysicalConnection leave();
}
