package org.shardingjdbc.engine.internal.execute.driver;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.engine.internal.error.Closing;

/**
 * What the application set on a logical statement. Fetch size and query timeout are the execution's affair; the rest is
 * set on each shard's statement when it differs from what drivers start with. Not thread-safe while it is set.
 * Statements on which nothing is set share one, which is never changed.
 */
public final class StatementOptions {
    /** Of a statement on which nothing is set. */
    public static final StatementOptions DEFAULTS = new StatementOptions(false, false);
    /** Of a prepared statement on which nothing is set. */
    public static final StatementOptions PREPARED = new StatementOptions(true, false);

    /** Whether they are one statement's own: the application has set some. */
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

    /** One statement's own; only of a shared one, on which nothing is set. */
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

    /** Whether nothing is set that an execution as a whole goes by. */
    public boolean areOfExecutionsDefaults() {
        return fetchSize == 0 && queryTimeoutSeconds == 0 && maxRows == 0;
    }

    /**
     * Sets them on a shard's statement that was made just now.
     *
     * @param maxRowsOfShard how many rows the shard may return at most; 0 for all
     * @return the statement
     * @throws SQLException after which it is closed
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
            // Nobody can tell later what a driver starts with: one that keeps closed statements must not keep this one.
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

    /** Drivers without the large variant take any number that fits an int; what does not fit needs no limit there. */
    private static void limitRows(Statement statement, long rows) throws SQLException {
        if (rows <= Integer.MAX_VALUE) {
            statement.setMaxRows((int) rows);
        } else {
            statement.setLargeMaxRows(rows);
        }
    }
}
