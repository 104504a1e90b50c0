package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A use of a connection that needs the connection's own transaction: to read a stream, or to make tables for one
 * execution. One per connection, made for the first such use; used by one thread at a time.
 */
final class SpecialUse {
    private static final Logger LOG = LoggerFactory.getLogger(SpecialUse.class);

    private final Connection jdbc;
    private final ShardPool pool;
    private boolean streaming;
    /** The statements that remove the tables; null when there are none. */
    private @Nullable List<String> removal;

    SpecialUse(Connection jdbc, ShardPool pool) {
        this.jdbc = jdbc;
        this.pool = pool;
    }

    /** Prepares the connection for a stream that is about to be read; {@link #endStream} undoes that. */
    void beginStream() throws SQLException {
        Dialect dialect = pool.dialect();
        streaming = true;
        if (dialect.drivers().streamsInTransactionOnly()) {
            jdbc.setAutoCommit(false);
        }
        if (dialect.drivers().streamOpening() != null) {
            SideStatements.run(jdbc, dialect.drivers().streamOpening());
        }
    }

    /**
     * A stream was read. Does nothing where there was none.
     *
     * @param kept whether the session goes on with the connection
     * @return false when that failed: the connection must not be used again
     */
    boolean endStream(boolean kept) {
        if (!streaming) {
            return true;
        }
        streaming = false;
        try {
            Dialect dialect = pool.dialect();
            if (dialect.drivers().streamClosing() != null) {
                SideStatements.run(jdbc, dialect.drivers().streamClosing());
            }
            if (dialect.drivers().streamsInTransactionOnly()) {
                jdbc.commit();
                if (kept) {
                    jdbc.setAutoCommit(true);
                }
            }
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A stream of data source {} could not be ended well", pool.name(), e);
            return false;
        }
    }

    /**
     * Prepares the connection for tables that one execution is about to make; {@link #endTables} removes them.
     *
     * @param statements that remove the tables, besides a rollback where there is a transaction; to be run in any case
     */
    void beginTables(List<String> statements) throws SQLException {
        removal = statements;
        if (pool.dialect().temporaries().endWithTransaction()) {
            jdbc.setAutoCommit(false);
        } else if (!jdbc.getAutoCommit()) {
            jdbc.setAutoCommit(true);
        }
    }

    /**
     * Removes the tables made since {@link #beginTables}; does nothing where that was not called.
     *
     * @return false when that failed: the connection must not be used again
     */
    boolean endTables() {
        if (removal == null) {
            return true;
        }
        List<String> statements = removal;
        removal = null;
        try {
            if (!jdbc.getAutoCommit()) {
                jdbc.rollback();
                jdbc.setAutoCommit(true);
            }
            for (String statement : statements) {
                SideStatements.run(jdbc, statement);
            }
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Temporary tables of data source {} could not be removed", pool.name(), e);
            return false;
        }
    }
}
