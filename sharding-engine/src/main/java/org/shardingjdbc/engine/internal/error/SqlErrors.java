package org.shardingjdbc.engine.internal.error;

import java.sql.BatchUpdateException;
import java.sql.DataTruncation;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.Tokens;

/**
 * The one place where errors become what JDBC prescribes.
 *
 * <p>Subclass and SQLState are chosen with a pool around our connections in mind: HikariCP drops a connection when it
 * sees SQLState {@code 0A000} or {@code 08xxx} or an {@link SQLTimeoutException}. A refused statement leaves the
 * connection as good as it was, so refusals carry {@code HYC00} (optional feature not implemented), and only errors
 * after which the connection is of no use are of class 08.
 */
public final class SqlErrors {
    /** Optional feature not implemented. */
    static final String NOT_IMPLEMENTED = "HYC00";

    /** The time that the application allowed is over. */
    private static final String TIMEOUT = "HYT00";

    private SqlErrors() {}

    /**
     * The exception for an error of ours. Vendor code is the error's number, its cause stays attached.
     *
     * @param error becomes the cause's holder: its own cause when it has one, else the error itself is not needed any
     *     more
     */
    public static SQLException from(ShardingException error) {
        ErrorCode code = error.code();
        SQLException result = ofClass(code, error.getMessage());
        result.setStackTrace(error.getStackTrace());
        if (error.getCause() != null) {
            result.initCause(error.getCause());
        }
        for (Throwable suppressed : error.getSuppressed()) {
            result.addSuppressed(suppressed);
        }
        return result;
    }

    /**
     * The exception for whatever else went wrong: a defect of ours, or of a driver.
     *
     * @param error stays attached as the cause, unless it is an error of ours
     * @param sql what was executed, of which the message has the shape; null where the application gave null
     * @param dialect in which it is
     */
    public static SQLException unexpected(RuntimeException error, @Nullable String sql, Dialect dialect) {
        return error instanceof ShardingException known
                ? from(known)
                : internal(error, sql == null ? "" : " at " + shape(sql, dialect));
    }

    private static SQLException internal(RuntimeException error, String where) {
        SQLException result = of(ErrorCode.INTERNAL, error.getClass().getSimpleName() + where);
        result.initCause(error);
        return result;
    }

    /** As {@link #unexpected(RuntimeException, String, Dialect)}, where no statement was executed. */
    public static SQLException unexpected(RuntimeException error) {
        return error instanceof ShardingException known ? from(known) : internal(error, "");
    }

    /** A SQL text with a question mark for each literal. */
    public static String shape(String sql, Dialect dialect) {
        try {
            return Tokens.withoutLiterals(sql, dialect);
        } catch (ShardingException unreadable) {
            return "a text that has no end";
        }
    }

    /** Shorthand for the exception of a new error. */
    public static SQLException of(ErrorCode code, @Nullable Object... arguments) {
        return from(new ShardingException(code, arguments));
    }

    /**
     * The refusal of a JDBC feature.
     *
     * @param what the method or feature
     * @param why the reason, and what to do instead; no full stop at the end
     */
    public static SQLFeatureNotSupportedException refuse(String what, @Nullable String why) {
        ShardingException error = new ShardingException(ErrorCode.JDBC_FEATURE_REFUSED, what, why);
        return new SQLFeatureNotSupportedException(
                error.getMessage(), NOT_IMPLEMENTED, error.code().number());
    }

    private static SQLException ofClass(ErrorCode code, String message) {
        String state = code.sqlState();
        int number = code.number();
        if (code.category() == ErrorCategory.UNSUPPORTED) {
            return new SQLFeatureNotSupportedException(message, NOT_IMPLEMENTED, number);
        }
        if (code == ErrorCode.DATA_SOURCE_RESTS || code == ErrorCode.DATA_SOURCE_BUSY) {
            return new SQLTransientConnectionException(message, state, number);
        }
        if (state.equals(TIMEOUT)) {
            return new SQLTimeoutException(message, state, number);
        }
        switch (state.substring(0, 2)) {
            case "07", "42":
                return new SQLSyntaxErrorException(message, state, number);
            case "08":
                return new SQLNonTransientConnectionException(message, state, number);
            case "22":
                return new SQLDataException(message, state, number);
            case "23":
                return new SQLIntegrityConstraintViolationException(message, state, number);
            case "28":
                return new SQLInvalidAuthorizationSpecException(message, state, number);
            case "40":
                return new SQLTransactionRollbackException(message, state, number);
            default:
                break;
        }
        if (code.category() == ErrorCategory.BACKEND) {
            return new SQLTransientException(message, state, number);
        }
        return new SQLNonTransientException(message, state, number);
    }

    /**
     * A driver's exception with the data source in its message: same java.sql class, SQLState, vendor code and next
     * exception; the driver's own exception is the cause.
     *
     * @param error as the driver threw it
     * @param dataSourceName where
     */
    public static SQLException onDataSource(SQLException error, String dataSourceName) {
        SQLException result = sameClass(error, describe(error, dataSourceName), error);
        result.setStackTrace(error.getStackTrace());
        if (error.getNextException() != null) {
            result.setNextException(error.getNextException());
        }
        return result;
    }

    /** A driver's exception with another message: same java.sql class, SQLState, vendor code and next exception. */
    public static SQLException reworded(SQLException error, String message) {
        SQLException result = sameClass(error, message, error);
        result.setStackTrace(error.getStackTrace());
        if (error.getNextException() != null) {
            result.setNextException(error.getNextException());
        }
        for (Throwable suppressed : error.getSuppressed()) {
            result.addSuppressed(suppressed);
        }
        return result;
    }

    /**
     * A driver's exception with another message and without all that it brings: same java.sql class, SQLState and
     * vendor code.
     */
    public static SQLException bare(SQLException error, String message) {
        SQLException result = error instanceof BatchUpdateException batch
                ? new BatchUpdateException(
                        message, state(error), error.getErrorCode(), batch.getLargeUpdateCounts(), null)
                : sameClass(error, message, null);
        result.setStackTrace(error.getStackTrace());
        return result;
    }

    private static String describe(SQLException error, String dataSourceName) {
        String message = error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
        return message + " (data source " + dataSourceName + ")";
    }

    /** Whether a driver says that its database cannot be asked now, which says nothing of what it was asked. */
    public static boolean isOutage(SQLException error) {
        String state = error.getSQLState() == null ? "" : error.getSQLState();
        return error instanceof SQLTransientConnectionException
                || error instanceof SQLNonTransientConnectionException
                || error instanceof SQLRecoverableException
                || error instanceof SQLTimeoutException
                || state.startsWith("08")
                || state.startsWith("53")
                || state.startsWith("57P");
    }

    /**
     * As {@link #isOutage}, of what was executed on a connection. MariaDB's driver throws all that it has no class for,
     * such as what a trigger SIGNALs, as an SQLTransientConnectionException, as which pools say that they have none.
     */
    public static boolean isOutageWhileExecuting(SQLException error) {
        String state = error.getSQLState();
        boolean answered = error instanceof SQLTransientConnectionException
                && state != null
                && !isLost(error)
                && !state.startsWith("53");
        return !answered && isOutage(error);
    }

    /**
     * A statement ran outside of the transaction that it was to begin, which cannot be undone.
     *
     * @param cause why it was stopped, or what the driver said
     */
    public static SQLException outsideOfTransaction(String dataSourceName, Throwable cause) {
        SQLException result = of(ErrorCode.STATEMENT_OUTSIDE_TRANSACTION, dataSourceName);
        result.initCause(cause);
        return result;
    }

    /** Whether that is one of {@link #outsideOfTransaction}. */
    public static boolean isOutsideOfTransaction(Throwable error) {
        ErrorCode code = ErrorCode.STATEMENT_OUTSIDE_TRANSACTION;
        return error instanceof SQLException sql
                && sql.getErrorCode() == code.number()
                && code.sqlState().equals(sql.getSQLState());
    }

    /**
     * Whether what a driver threw when it was to execute one statement says that the database has executed nothing of
     * it. Connector/J warns as java.sql.DataTruncation of what was executed, too.
     */
    public static boolean leavesNothing(Throwable error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (each instanceof DataTruncation) {
                return false;
            }
        }
        return error instanceof SQLException && !isOutsideOfTransaction(error);
    }

    /** Whether a driver says that the connection to its database is lost, or that none can be made. */
    public static boolean isLost(SQLException error) {
        String state = error.getSQLState();
        return state != null && (state.startsWith("08") || state.startsWith("57P"));
    }

    /** A pool that has no connection to give tells no state. */
    private static String state(SQLException error) {
        boolean exhausted = error.getSQLState() == null && error instanceof SQLTransientConnectionException;
        return exhausted ? ErrorCode.CONNECTIONS_EXHAUSTED.sqlState() : error.getSQLState();
    }

    private static SQLException sameClass(SQLException error, String text, @Nullable Throwable cause) {
        String state = state(error);
        int vendor = error.getErrorCode();
        if (error instanceof SQLNonTransientException) {
            return sameNonTransientClass(error, text, state, cause);
        }
        if (error instanceof SQLTimeoutException) {
            return new SQLTimeoutException(text, state, vendor, cause);
        }
        if (error instanceof SQLTransactionRollbackException) {
            return new SQLTransactionRollbackException(text, state, vendor, cause);
        }
        if (error instanceof SQLTransientConnectionException) {
            return new SQLTransientConnectionException(text, state, vendor, cause);
        }
        if (error instanceof SQLTransientException) {
            return new SQLTransientException(text, state, vendor, cause);
        }
        if (error instanceof SQLRecoverableException) {
            return new SQLRecoverableException(text, state, vendor, cause);
        }
        return new SQLException(text, state, vendor, cause);
    }

    private static SQLException sameNonTransientClass(
            SQLException error, String text, String state, @Nullable Throwable cause) {
        int vendor = error.getErrorCode();
        if (error instanceof SQLIntegrityConstraintViolationException) {
            return new SQLIntegrityConstraintViolationException(text, state, vendor, cause);
        }
        if (error instanceof SQLSyntaxErrorException) {
            return new SQLSyntaxErrorException(text, state, vendor, cause);
        }
        if (error instanceof SQLDataException) {
            return new SQLDataException(text, state, vendor, cause);
        }
        if (error instanceof SQLFeatureNotSupportedException) {
            return new SQLFeatureNotSupportedException(text, state, vendor, cause);
        }
        if (error instanceof SQLInvalidAuthorizationSpecException) {
            return new SQLInvalidAuthorizationSpecException(text, state, vendor, cause);
        }
        if (error instanceof SQLNonTransientConnectionException) {
            return new SQLNonTransientConnectionException(text, state, vendor, cause);
        }
        return new SQLNonTransientException(text, state, vendor, cause);
    }
}
