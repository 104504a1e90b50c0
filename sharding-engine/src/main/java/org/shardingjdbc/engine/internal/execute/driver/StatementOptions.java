package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.error.Closing;

/**
 * The options that the application set on a logical statement. Executions handle fetch size and query timeout; the
 * other options are set on each shard's statement when they differ from a driver's initial values. Statements without
 * options share one object, which is never changed; others are not thread-safe.
 */
public final class StatementOptions {
    /** The options of a statement on which nothing is set. */
    public static final StatementOptions DEFAULTS = new StatementOptions(false, false);
    /** The options of a prepared statement on which nothing is set. */
    public static final StatementOptions PREPARED = new StatementOptions(true, false);

    /** Whether the object belongs to one statement, as the application has set some option. */
    public final boolean own;

    public int fetchSize;
    public int fetchDirection = ResultSet.FETCH_FORWARD;
    public int queryTimeoutSeconds;
    public int maxFieldSize;
    public long maxRows;
    boolean escapeProcessing = true;
    public boolean poolable;
    private boolean poolableSet;
    private boolean escapeProcessingSet;

    private StatementOptions(boolean poolable, boolean own) {
        this.poolable = poolable;
        this.own = own;
    }

    /** A new object for one statement. Called on a shared object only. */
    public StatementOptions copy() {
        return new StatementOptions(poolable, true);
    }

    public void setEscapeProcessing(boolean enable) {
        escapeProcessing = enable;
        escapeProcessingSet = true;
    }

    public void setPoolable(boolean value) {
        poolable = value;
        poolableSet = true;
    }

    /** Whether no option is set that concerns an execution as a whole. */
    public boolean areOfExecutionsDefaults() {
        return fetchSize == 0 && queryTimeoutSeconds == 0 && maxRows == 0;
    }

    /**
     * Sets the options on a shard's statement that was made just now.
     *
     * @param maxRowsOfShard how many rows the shard may return at most; 0 for all
     * @return the statement
     * @throws SQLException after which the statement is closed
     */
    public <T extends Statement> T on(T made, long maxRowsOfShard) throws SQLException {
        try {
            apply(made, maxRowsOfShard);
            return made;
        } catch (SQLException | RuntimeException | Error e) {
            Closing.after(e, made);
            throw e;
        }
    }

    private void apply(Statement statement, long maxRowsOfShard) throws SQLException {
        if (maxRowsOfShard > 0) {
            limitRows(statement, maxRowsOfShard);
        }
        if (maxFieldSize > 0) {
            statement.setMaxFieldSize(maxFieldSize);
            // The driver's initial value is not known later: a driver that keeps closed statements must not keep this
            // one.
            statement.setPoolable(false);
        }
        if (escapeProcessingSet) {
            statement.setEscapeProcessing(escapeProcessing);
        }
        if (poolableSet) {
            statement.setPoolable(poolable);
        }
        if (fetchDirection != ResultSet.FETCH_FORWARD) {
            statement.setFetchDirection(fetchDirection);
        }
    }

    /** Drivers without the large variant accept any limit that fits an int; a larger one is never reached there. */
    private static void limitRows(Statement statement, long rows) throws SQLException {
        if (rows <= Integer.MAX_VALUE) {
            statement.setMaxRows((int) rows);
        } else {
            statement.setLargeMaxRows(rows);
        }
    }
}
