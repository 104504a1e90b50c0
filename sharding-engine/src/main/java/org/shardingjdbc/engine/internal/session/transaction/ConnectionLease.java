package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;

/**
 * A connection of one data source with the session's settings and transaction, borrowed for a while. Used by one thread
 * at a time.
 */
public final class ConnectionLease implements AutoCloseable {
    /** Lends connections, and takes back those that are not lent any more. */
    public interface Lender {
        /** Lends a connection of one data source, in the transaction where there is one. */
        ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException;

        /** Gives a connection back when nothing keeps it. */
        void settle(PhysicalConnection connection);
    }

    private final Consumer<PhysicalConnection> end;
    private final PhysicalConnection physical;
    private boolean closed;

    /** @param end is called when the lease is over */
    public ConnectionLease(Consumer<PhysicalConnection> end, PhysicalConnection physical) {
        this.end = end;
        this.physical = physical;
    }

    public PhysicalConnection physical() {
        return physical;
    }

    /** The pool's connection; not to be closed. */
    public Connection connection() {
        return physical.jdbc();
    }

    /** A question to a driver. */
    @FunctionalInterface
    public interface DriverQuestion<T> {
        T ask(Connection connection) throws SQLException;
    }

    /**
     * Asks the connection's driver. Where the driver throws something else than an SQLException, the connection is not
     * used again.
     */
    public <T> T ask(DriverQuestion<T> question) throws SQLException {
        try {
            return question.ask(physical.jdbc());
        } catch (RuntimeException | Error e) {
            physical.defect(e);
            throw e;
        }
    }

    /**
     * Ends the lease; the connection goes back to the pool unless the session keeps it. Closing twice changes nothing.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            end.accept(physical);
        }
    }
}
