package org.shardingjdbc.dialect.internal;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * How a database is reached, and what its JDBC driver does: streams, time-outs, several statements at once. The default
 * answers are those of a driver that reads rows as it is asked for them and keeps to JDBC.
 */
public interface Drivers {
    /** How many rows a stream fetches at once when the user does not say. */
    int STREAM_FETCH_SIZE = 500;

    /** What stands behind {@code jdbc:} in its URLs, in lower case; empty when it has none. */
    String subprotocol();

    /** The Maven artifact of its JDBC driver, as group:artifact; null where there is none. */
    default @Nullable String artifact() {
        return null;
    }

    /** The product's name, in any case, as the driver says it; empty when it has none. */
    String productName();

    /** Whether a stream needs a connection whose autocommit is off. */
    default boolean streamsInTransactionOnly() {
        return false;
    }

    /** What a connection must be told before a stream is read on it; null where it need not be told. */
    default @Nullable String streamOpening() {
        return null;
    }

    /** What a connection must be told after a stream was read on it; null where it need not be told. */
    default @Nullable String streamClosing() {
        return null;
    }

    /** Whether several results may be read side by side on one connection whatever their fetch size. */
    default boolean interleavesResults() {
        return true;
    }

    /**
     * Whether a text of several statements, with parameters or without, is sent in one round trip and answered with a
     * result for each, all in memory.
     */
    default boolean answersSeveralStatementsAtOnce() {
        return false;
    }

    /** What becomes of a text of several statements; null where it is refused. */
    default @Nullable SeveralStatements severalStatements() {
        return null;
    }

    /**
     * The fetch size that makes a result a stream.
     *
     * @param userFetchSize what the user set, 0 for nothing
     */
    default int streamFetchSize(int userFetchSize) {
        return userFetchSize > 0 ? userFetchSize : STREAM_FETCH_SIZE;
    }

    /**
     * The fetch size that leaves a result in the driver's memory.
     *
     * @param userFetchSize what the user set, 0 for nothing
     */
    default int bufferFetchSize(int userFetchSize) {
        return Math.max(userFetchSize, 0);
    }

    /**
     * Whether a query timeout is the database's affair. A driver that cancels by a timer of its own does no better than
     * we do, and may wait for that cancel where the network carries nothing.
     */
    default boolean endsStatementsInTime() {
        return false;
    }

    /** Whether the driver's abort connects to the server first, and hangs where the network carries nothing. */
    default boolean abortsByConnecting() {
        return false;
    }

    /**
     * What a server is told after a cancel, so that the cancel ends there which came when its statement had ended: such
     * a server would interrupt whatever comes next on the connection. Null where a late cancel is forgotten.
     */
    default @Nullable String endOfLateCancel() {
        return null;
    }

    /** The driver's setting of how many seconds a cancel may take, during which the statement waits; null for none. */
    default @Nullable String cancelTimeoutProperty() {
        return null;
    }

    /** Whether the driver may hand out a prepared statement that was closed before, with all that was set on it. */
    default boolean handsOutClosedStatements() {
        return false;
    }

    /**
     * Whether this connection takes back by itself what a failed statement did in a transaction, which then goes on,
     * though the database would have it rolled back.
     */
    default boolean undoesFailedStatements(Connection connection) {
        return false;
    }

    /**
     * Whether this connection executes a statement again by itself whose preparation the server has forgotten, though
     * not a text of several statements.
     */
    default boolean repeatsForgottenStatements(Connection connection) {
        return false;
    }

    /**
     * Whether the driver sends what begins a transaction along with the first statement in it, as two messages that the
     * server answers one by one: when a cancel strikes the first of them, the server executes the second outside of any
     * transaction.
     */
    default boolean beginsAlongWithStatement() {
        return false;
    }

    /**
     * Whether the server executed a statement though it had refused the beginning of a transaction that was sent along
     * with it.
     *
     * @param error what the driver threw when it sent both
     */
    default boolean ranWithoutBeginning(SQLException error) {
        return false;
    }

    /** Whether a statement takes that fetch size from the user. */
    default boolean takesFetchSize(int rows) {
        return rows >= 0;
    }

    /** Whether a text that no database would understand fails when it is prepared, and not when it is executed. */
    default boolean looksAtPreparedTexts() {
        return false;
    }

    /** Whether rows are shown, without columns, where they are asked of a text that has none, such as a comment. */
    default boolean showsRowsOfNothing() {
        return false;
    }

    /** Whether the rows of RETURNING are the generated keys. */
    default boolean returnsRowsAsKeys() {
        return false;
    }

    /** Whether it tells more columns as generated keys than those that are keys, where it is left to it. */
    default boolean tellsMoreThanKeys() {
        return false;
    }

    /** Whether it tells of every column that a key was made for, where it is left to it. */
    default boolean tellsKeysOfOthers() {
        return true;
    }

    /** Whether metadata of results tell the label of a column in the place of its name in the table. */
    default boolean tellsLabelsAsNames() {
        return false;
    }

    /**
     * A query for how far apart the keys of an INSERT's rows are, where the driver tells that of the first row only;
     * null where it tells all.
     */
    default @Nullable String distanceOfUntoldKeys() {
        return null;
    }

    /**
     * Whether a statement failed as a table is not there.
     *
     * @param sqlState of the error; may be null
     */
    default boolean isOfMissingTable(@Nullable String sqlState) {
        return "42S02".equals(sqlState);
    }

    /**
     * Whether a statement has one result of generated keys, which ends with its results; if not, a new one each time.
     */
    default boolean hasOneResultOfKeys() {
        return true;
    }

    /** Whether a statement still gives its current rows when they are closed; if not, it gives none. */
    default boolean givesClosedRows() {
        return true;
    }

    /** Whether it leaves results of generated keys open when their statement is executed again or closed. */
    default boolean leavesKeysOpen() {
        return false;
    }

    /**
     * Whether a driver keeps what was prepared of a text beyond its statement, so that asking for its columns again
     * fails, and a transaction with it, once these have changed.
     */
    default boolean keepsPreparedTexts() {
        return false;
    }

    /** Whether several tables of a database are read faster by one UNION ALL than one after the other. */
    default boolean readsFasterInUnions() {
        return false;
    }
}
