package org.shardingjdbc.engine.internal.session;

import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;

/** An execution on one connection, which it is lent; both by its session, with the lock held. */
public interface Borrower extends Run, PhysicalConnection.OneUser {
    /** It has that connection from now on, to be used by nobody else as long as it runs. */
    void took(PhysicalConnection connection);

    /** It lets the connection go; null when it has none any more. */
    PhysicalConnection leave();
}
