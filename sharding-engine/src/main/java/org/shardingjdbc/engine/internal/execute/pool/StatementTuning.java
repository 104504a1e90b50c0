package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;

/**
 * Sets the fetch size and timeout of a connection's statements, where an earlier execution may have set others. One per
 * connection, made for the first statement that needs either; used by one thread at a time.
 */
final class StatementTuning {
    private final Connection jdbc;
    private final Dialect dialect;
    private boolean hadFetchSize;
    private boolean hadTimeout;
    /** The network timeout that holds without a query timeout; -1 until it is read. */
    private int networkTimeoutMillis = -1;

    StatementTuning(Connection jdbc, Dialect dialect) {
        this.jdbc = jdbc;
        this.dialect = dialect;
    }

    /** {@link PhysicalConnection#asNew}, for a driver that hands out closed statements again. */
    static PreparedStatement asNew(Connection jdbc, PreparedStatement prepared) throws SQLException {
        try {
            if (prepared.getMaxRows() > 0) {
                prepared.setMaxRows(0);
            }
            if (prepared.getFetchSize() < 0) {
                try (Statement fresh = jdbc.createStatement()) {
                    prepared.setFetchSize(fresh.getFetchSize());
                }
            }
            return prepared;
        } catch (SQLException | RuntimeException | Error e) {
            Closing.after(e, prepared);
            throw e;
        }
    }

    /** Sets a statement's fetch size. */
    void fetchSize(Statement statement, int rows) throws SQLException {
        if (rows != 0 || hadFetchSize) {
            hadFetchSize = true;
            // H2 takes no fetch size beyond the limit of rows
            int most = rows > 0 ? statement.getMaxRows() : 0;
            statement.setFetchSize(most > 0 ? Math.min(rows, most) : rows);
        }
    }

    /**
     * Sets a statement's timeout, where the database ends statements in time. Resets it too, as some drivers keep the
     * timeout per connection.
     */
    void timeout(Statement statement, int seconds) throws SQLException {
        if (seconds <= 0 && !hadTimeout || !dialect.drivers().endsStatementsInTime()) {
            return;
        }
        hadTimeout = true;
        statement.setQueryTimeout(seconds);
        if (dialect.drivers().abortsByConnecting()) {
            silence(seconds);
        }
    }

    /** Bounds how long a read may wait for an answer, in place of an abort that would hang itself. */
    private void silence(int timeoutSeconds) throws SQLException {
        if (networkTimeoutMillis < 0) {
            networkTimeoutMillis = jdbc.getNetworkTimeout();
        }
        int longest = (int)
                Math.min(Integer.MAX_VALUE, TimeUnit.SECONDS.toMillis(timeoutSeconds) + CancelTimes.UNANSWERED_MILLIS);
        boolean own = timeoutSeconds > 0 && (networkTimeoutMillis == 0 || longest < networkTimeoutMillis);
        jdbc.setNetworkTimeout(Runnable::run, own ? longest : networkTimeoutMillis);
    }
}
