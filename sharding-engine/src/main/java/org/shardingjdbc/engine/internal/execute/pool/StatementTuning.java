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
 * Gives the statements of a connection their fetch size and timeout, where one before them may have had others. One per
 * connection, made for the first that is given any; one thread at a time uses it.
 */
final class StatementTuning {
    private final Connection jdbc;
    private final Dialect dialect;
    private boolean hadFetchSize;
    private boolean hadTimeout;
    /** What holds without a query timeout; -1 until it is asked for. */
    private int networkTimeoutMillis = -1;

    StatementTuning(Connection jdbc, Dialect dialect) {
        this.jdbc = jdbc;
        this.dialect = dialect;
    }

    /** {@link PhysicalConnection#asNew}, where its driver hands closed statements out again. */
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

    /** Gives a statement its fetch size. */
    void fetchSize(Statement statement, int rows) throws SQLException {
        if (rows != 0 || hadFetchSize) {
            hadFetchSize = true;
            // H2 takes no fetch size beyond the limit of rows
            int most = rows > 0 ? statement.getMaxRows() : 0;
            statement.setFetchSize(most > 0 ? Math.min(rows, most) : rows);
        }
    }

    /** Gives a statement its timeout where the database ends it; for drivers that keep it per connection too. */
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

    /** The longest that a read may wait for an answer, in place of an abort that would hang itself. */
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
