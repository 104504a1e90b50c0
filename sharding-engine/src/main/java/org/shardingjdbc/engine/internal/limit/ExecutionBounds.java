package org.shardingjdbc.engine.internal.limit;

import java.sql.SQLException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.ExecutionLimits.Excess;
import org.shardingjdbc.rule.execution.ExecutionLimits.Limit;
import org.shardingjdbc.rule.execution.ExecutionLimits.Quantity;

/**
 * The limits of one execution, and how far it has come. One per execution, used by the thread that executes and reads;
 * {@link #ownSeconds} by any thread.
 */
public final class ExecutionBounds {
    private final @Nullable Limit mostRows;
    private final @Nullable Limit warnedRows;
    private final @Nullable Limit heldRows;
    private final @Nullable Limit time;
    private final @Nullable Limit warnedTime;
    private final Consumer<String> warnings;
    private long rows;
    private boolean warned;

    /** @param warnings takes what the application is to be told */
    public ExecutionBounds(ExecutionLimits limits, Consumer<String> warnings) {
        this.mostRows = limits.narrowest(Quantity.ROWS_RETURNED, Excess.ERROR);
        this.warnedRows = limits.narrowest(Quantity.ROWS_RETURNED, Excess.WARNING);
        this.heldRows = limits.narrowest(Quantity.ROWS_HELD, Excess.ERROR);
        this.time = limits.narrowest(Quantity.SECONDS, Excess.ERROR);
        this.warnedTime = limits.narrowest(Quantity.SECONDS, Excess.WARNING);
        this.warnings = warnings;
    }

    /** What was executed is executed once more, or in another way: none of its rows was seen. */
    public void beginsAgain() {
        rows = 0;
        warned = false;
    }

    /** Whether rows are counted that the application reads. */
    public boolean countsRows() {
        return mostRows != null || warnedRows != null || heldRows != null;
    }

    /**
     * The application is given one more row.
     *
     * @throws SQLException when it is one too many
     */
    public void next() throws SQLException {
        rows++;
        check(rows);
    }

    /**
     * The application stands on a row of a result that can be scrolled, of which rows count once.
     *
     * @param farthest the farthest row of that result where it stood before; 0 for none
     * @param row 1-based
     * @return the farthest now
     * @throws SQLException when there are too many; it counts as not reached then
     */
    public long at(long farthest, long row) throws SQLException {
        if (row <= farthest) {
            return farthest;
        }
        check(rows + row - farthest);
        rows += row - farthest;
        return row;
    }

    private void check(long row) throws SQLException {
        if (mostRows != null && row > mostRows.most()) {
            throw SqlErrors.of(ErrorCode.LIMIT_ROWS_RETURNED, mostRows.name(), mostRows.table(), mostRows.most());
        }
        if (warnedRows != null && row > warnedRows.most() && !warned) {
            warned = true;
            warnings.accept("Limit " + warnedRows.name() + " of " + warnedRows.table()
                    + ": the statement returns more than " + warnedRows.most() + " row(s)");
        }
    }

    /** How many rows may be held, of that many that the configuration allows; 0 for any number. */
    public long mostHeld(long configured) {
        if (heldRows == null) {
            return configured;
        }
        return configured == 0 ? heldRows.most() : Math.min(configured, heldRows.most());
    }

    /** The query timeout, of what the application set; both in seconds, 0 for none. */
    public int seconds(int own) {
        if (time == null) {
            return own;
        }
        return own == 0 ? (int) time.most() : (int) Math.min(own, time.most());
    }

    /** The time is taken at the end of the execution. */
    public void took(long nanos) {
        if (warnedTime != null && nanos > warnedTime.most() * 1_000_000_000L) {
            warnings.accept("Limit " + warnedTime.name() + " of " + warnedTime.table()
                    + ": the statement took longer than " + warnedTime.most() + " s");
        }
    }

    /**
     * The error for one that a limit has brought about.
     *
     * @param nanos since the execution began
     * @param own the query timeout that the application set, 0 for none
     * @return {@code error} where none has
     */
    public SQLException named(SQLException error, long nanos, int own) {
        boolean ended = error.getErrorCode() == ErrorCode.QUERY_TIMEOUT.number()
                || error instanceof java.sql.SQLTimeoutException
                || ErrorCode.CANCELLED.sqlState().equals(error.getSQLState())
                        && error.getErrorCode() != ErrorCode.CANCELLED.number();
        Limit over = ended ? over(nanos, own) : null;
        if (over != null) {
            return caused(SqlErrors.of(ErrorCode.LIMIT_TIME, over.name(), over.table(), over.most()), error);
        }
        return error.getErrorCode() == ErrorCode.MERGE_ROWS_EXCEEDED.number() && heldRows != null
                ? caused(
                        SqlErrors.of(ErrorCode.LIMIT_ROWS_HELD, heldRows.name(), heldRows.table(), heldRows.most()),
                        error)
                : error;
    }

    /** What planning that was stopped says, as {@link #named(SQLException, long, int)}. */
    public ShardingException named(ShardingException error, long nanos, int own) {
        Limit over = error.code() == ErrorCode.QUERY_TIMEOUT ? over(nanos, own) : null;
        return over == null
                ? error
                : ShardingException.causedBy(error, ErrorCode.LIMIT_TIME, over.name(), over.table(), over.most());
    }

    /** The limit of time where that is over, and was shorter than the application's own; timers may ring early. */
    private @Nullable Limit over(long nanos, int own) {
        if (time == null || own != 0 && own < time.most()) {
            return null;
        }
        return nanos >= time.most() * 950_000_000L ? time : null;
    }

    /** A refusal, by the name of the limit that caused it; {@code error} where none has. */
    public ShardingException named(ShardingException error) {
        return error.code() == ErrorCode.MERGE_ROWS_EXCEEDED && heldRows != null
                ? ShardingException.causedBy(
                        error, ErrorCode.LIMIT_ROWS_HELD, heldRows.name(), heldRows.table(), heldRows.most())
                : error;
    }

    private static SQLException caused(SQLException error, SQLException cause) {
        error.initCause(cause);
        return error;
    }
}
