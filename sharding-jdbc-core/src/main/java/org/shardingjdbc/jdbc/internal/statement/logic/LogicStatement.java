package org.shardingjdbc.jdbc.internal.statement.logic;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.ExecutionListener;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.parameter.StreamSource;
import org.shardingjdbc.jdbc.internal.session.OneTaskRun;
import org.shardingjdbc.jdbc.internal.session.Session;
import org.shardingjdbc.jdbc.internal.unit.CachedStatements;
import org.shardingjdbc.jdbc.internal.unit.StatementOptions;
import org.shardingjdbc.jdbc.internal.unit.StatementShape;
import org.shardingjdbc.jdbc.internal.unit.UnitStatements;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * A statement of a logical connection as those know it who execute it: where it is at home, what the application set,
 * its results. Knows none of them.
 */
public abstract class LogicStatement implements Statement {
    /** To be read; {@link #changed} is to be written. */
    private StatementOptions options;
    /** Its neighbours among the connection's {@link OpenStatements}, if it is one of them. */
    LogicStatement previous;

    LogicStatement next;
    boolean listed;

    private int nesting;
    private boolean written;

    private final StatementHome home;
    private final StatementShape shape;
    private final StatementResults results;
    /** Null until there is one. */
    private List<StreamSource> spooled;

    private OneTaskRun unitRun;
    private boolean closeOnCompletion;
    private volatile boolean closed;

    /** @param options which it begins with */
    protected LogicStatement(StatementHome home, StatementShape shape, StatementOptions options) {
        this.home = home;
        this.shape = shape;
        this.options = options;
        this.results = new StatementResults(this);
    }

    /** What the application set, to be read. */
    public final StatementOptions options() {
        return options;
    }

    /** How many statements it runs on behalf of, one of another; 0 for one of the application. */
    public final int nesting() {
        return nesting;
    }

    /** It runs on behalf of that one. */
    public final void nestedIn(LogicStatement outer) {
        nesting = outer.nesting + 1;
        results.within(outer.results);
    }

    /** Whether its last execution had written when it failed. */
    public final boolean written() {
        return written;
    }

    public final void written(boolean wrote) {
        written = wrote;
    }

    /** What executes it on one unit; null until an execution needs it. */
    public final OneTaskRun unitRun() {
        return unitRun;
    }

    /** Keeps what executes it on one unit. */
    public final void unitRun(OneTaskRun run) {
        unitRun = run;
    }

    public final Session session() {
        return home.session();
    }

    public final StatementHome home() {
        return home;
    }

    public final StatementShape shape() {
        return shape;
    }

    /** The values from outside the SQL that hold for an execution that begins now. */
    public final HintValues hints() {
        return ShardingHint.current();
    }

    /** Copies of parameter streams that the statement has to end. */
    public final List<StreamSource> spooled() {
        if (spooled == null) {
            spooled = new ArrayList<>();
        }
        return spooled;
    }

    /** Whether there are any. */
    public final boolean hasSpooled() {
        return spooled != null && !spooled.isEmpty();
    }

    /**
     * How the shards' statements of an execution are made.
     *
     * @param driverKeys what the drivers are asked for
     * @param maxRowsOfShard 0 for all
     */
    public UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        return new UnitStatements(shape, driverKeys, options, maxRowsOfShard, null, tellsFirstKeyOnly());
    }

    /** What keeps statements on that connection for the next execution; null when they are closed after use. */
    public CachedStatements cachedOn(PhysicalConnection connection) {
        return null;
    }

    /** Whether the driver tells the key of the first row of an INSERT only. */
    public final boolean tellsFirstKeyOnly() {
        return session().dialect().drivers().tellsFirstKeyOnly();
    }

    /** What its results are of; null when nothing was executed. */
    public abstract String text();

    /**
     * Prepares a statement that runs on behalf of this one.
     *
     * @return a {@link LogicStatement} too, to be closed by the caller
     */
    public abstract PreparedStatement prepareNested(NestedStatement nested, GeneratedKeyRequest keys)
            throws SQLException;

    /** The current result. */
    public final StatementResults results() {
        return results;
    }

    /** Steps begin that answer what it executes. */
    public final void beginSteps(DeployedPlan deployed, SteppedExecution steps) {
        results.beginSteps();
        ExecutionListener listener = session().listener();
        if (listener != null) {
            listener.stepsBegin(deployed, steps);
        }
    }

    /** They are over. */
    public final void endSteps() {
        ExecutionListener listener = session().listener();
        if (listener != null) {
            listener.stepsEnd();
        }
    }

    /** It is closed from now on; false when it was before. */
    protected final boolean markClosed() {
        boolean open = !closed;
        closed = true;
        return open;
    }

    public final void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
        }
    }

    /**
     * What the application is told of an error: nothing unchecked leaves the face.
     *
     * @param sql null where there are several
     */
    public final SQLException told(RuntimeException error, String sql) {
        if (error instanceof PlanningWork.Stopped stopped) {
            return SqlErrors.from(stopped.reason());
        }
        if (error instanceof ShardingException refusal) {
            return SqlErrors.from(refusal);
        }
        if (closed) {
            // by another thread, under the execution
            SQLException gone = SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
            gone.initCause(error);
            return gone;
        }
        return SqlErrors.unexpected(error, sql, session().dialect());
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }

    /** The application closed its last open result. */
    public final void completed() throws SQLException {
        if (closeOnCompletion) {
            close();
        }
    }

    // ---- settings ----

    /** The options, to be changed. */
    private StatementOptions changed() {
        if (options.isShared()) {
            options = options.copy();
        }
        return options;
    }

    /** A setting changed: what was made with the old one is not used again. */
    protected void optionsChanged() throws SQLException {
        // Nothing here is kept between executions.
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return options.maxFieldSize;
    }

    @Override
    public void setMaxFieldSize(int max) throws SQLException {
        requireNatural("setMaxFieldSize", max);
        changed().maxFieldSize = max;
        optionsChanged();
    }

    @Override
    public int getMaxRows() throws SQLException {
        checkOpen();
        return options.maxRows > Integer.MAX_VALUE ? 0 : (int) options.maxRows;
    }

    @Override
    public void setMaxRows(int max) throws SQLException {
        setLargeMaxRows(max);
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return options.maxRows;
    }

    @Override
    public void setLargeMaxRows(long max) throws SQLException {
        requireNatural("setMaxRows", max);
        changed().maxRows = max;
        optionsChanged();
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        changed().setEscapeProcessing(enable);
        optionsChanged();
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return options.queryTimeoutSeconds;
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        requireNatural("setQueryTimeout", seconds);
        changed().queryTimeoutSeconds = seconds;
        optionsChanged();
    }

    @Override
    public void setCursorName(String name) throws SQLException {
        checkOpen();
        throw SqlErrors.refuse(
                "setCursorName", "the rows of several shards have no common cursor; update rows by their primary key");
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != ResultSet.FETCH_FORWARD
                && (direction != ResultSet.FETCH_REVERSE && direction != ResultSet.FETCH_UNKNOWN
                        || shape.type() == ResultSet.TYPE_FORWARD_ONLY)) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setFetchDirection", direction);
        }
        changed().fetchDirection = direction;
        optionsChanged();
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return options.fetchDirection;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (!session().dialect().drivers().takesFetchSize(rows)) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "setFetchSize", rows);
        }
        changed().fetchSize = rows;
        optionsChanged();
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return options.fetchSize;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return shape.concurrency();
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return shape.type();
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return shape.holdability() >= 0
                ? shape.holdability()
                : home.connection().getHoldability();
    }

    @Override
    public void setPoolable(boolean poolable) throws SQLException {
        checkOpen();
        changed().setPoolable(poolable);
        optionsChanged();
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return options.poolable;
    }

    private void requireNatural(String method, long value) throws SQLException {
        checkOpen();
        if (value < 0) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, method, value);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        checkOpen();
        return home.connection();
    }
}
