package org.shardingjdbc.jdbc.internal.statement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.parameter.StreamSource;
import org.shardingjdbc.jdbc.internal.session.Session;
import org.shardingjdbc.jdbc.internal.unit.CachedStatements;
import org.shardingjdbc.jdbc.internal.unit.StatementOptions;
import org.shardingjdbc.jdbc.internal.unit.StatementShape;
import org.shardingjdbc.jdbc.internal.unit.UnitStatements;
import org.shardingjdbc.rewrite.internal.NameQuoting;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;

/**
 * A statement of a logical connection: it asks for the plan of a SQL text, executes it on the shards that the plan
 * chooses, and shows their results as one. Like any JDBC statement it has one current result, which the next execution
 * closes.
 *
 * <p>Not thread-safe, but for {@link #cancel}, which any thread may call.
 */
public class ShardingStatement implements Statement {
    /** The longest name, as JDBC says. */
    private static final int MAX_IDENTIFIER = 128;

    /** To be read; {@link #changed} is to be written. */
    StatementOptions options = StatementOptions.DEFAULTS;
    /** Its neighbours among the connection's {@link OpenStatements}, if it is one of them. */
    ShardingStatement previous;

    ShardingStatement next;
    boolean listed;

    /** How many statements it runs on behalf of, one of another; 0 for one of the application. */
    int nesting;

    /** Whether its last execution had written when it failed. */
    boolean written;

    /** Null until a text is added. */
    private SqlBatch batch;
    /** What was executed last, null before. */
    private String text;

    private final StatementHome home;
    private final StatementShape shape;
    private final StatementResults results;
    /** Null until there is one. */
    private List<StreamSource> spooled;

    /** Null until an execution needs it. */
    private OneUnitRun oneUnitRun;

    private boolean closeOnCompletion;
    private volatile boolean closed;

    /** Made by the connection, which closes it when it is closed itself. */
    public ShardingStatement(StatementHome home, StatementShape shape) {
        this.home = home;
        this.shape = shape;
        this.results = new StatementResults(this);
    }

    final Session session() {
        return home.session();
    }

    final StatementHome home() {
        return home;
    }

    final StatementShape shape() {
        return shape;
    }

    /** The values from outside the SQL that hold for an execution that begins now. */
    final HintValues hints() {
        return ShardingHint.current();
    }

    /** Copies of parameter streams that the statement has to end. */
    final List<StreamSource> spooled() {
        if (spooled == null) {
            spooled = new ArrayList<>();
        }
        return spooled;
    }

    /** Whether there are any. */
    final boolean hasSpooled() {
        return spooled != null && !spooled.isEmpty();
    }

    /**
     * How the shards' statements of an execution are made.
     *
     * @param driverKeys what the drivers are asked for
     * @param maxRowsOfShard 0 for all
     */
    UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        return new UnitStatements(shape, driverKeys, options, maxRowsOfShard, null, tellsFirstKeyOnly());
    }

    /** What executes on one unit. */
    final OneUnitRun oneUnitRun() {
        if (oneUnitRun == null) {
            oneUnitRun = new OneUnitRun(this);
        }
        return oneUnitRun;
    }

    /** What keeps statements on that connection for the next execution; null when they are closed after use. */
    CachedStatements cachedOn(PhysicalConnection connection) {
        return null;
    }

    /** MariaDB's driver tells the key of the first row of an INSERT only; MySQL's counts on by itself. */
    final boolean tellsFirstKeyOnly() {
        return session().dialect() == DatabaseDialect.MARIADB;
    }

    /** What its results are of; null when nothing was executed. */
    String text() {
        return text;
    }

    /** The current result. */
    final StatementResults results() {
        return results;
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
        }
    }

    // ---- execution ----

    /**
     * Executes a SQL text that has no parameters.
     *
     * @param wanted which results the application's method can return
     */
    private void run(String sql, GeneratedKeyRequest keys, WantedResult wanted) throws SQLException {
        checkOpen();
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.Watch before = planning.watch(results);
        try {
            results.closeAll();
            text = sql;
            results.beginPlanning();
            DeployedPlan deployed = session().planOnce(sql);
            boolean first = session().transactions().isUntouched();
            try {
                new StatementExecution(this, deployed, keys, wanted).execute(null);
            } catch (SQLException | ShardingException e) {
                new Redefinition(this, first)
                        .executeAgain(deployed, e, () -> session().planOnce(sql), again -> new StatementExecution(
                                        this, again, keys, wanted)
                                .execute(null));
            }
        } catch (PlanningWork.Stopped e) {
            throw SqlErrors.from(e.reason());
        } catch (RuntimeException e) {
            throw told(e, sql);
        } finally {
            planning.watch(before);
        }
    }

    /**
     * What the application is told of an error: nothing unchecked leaves the face.
     *
     * @param sql null where there are several
     */
    final SQLException told(RuntimeException error, String sql) {
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
        return SqlErrors.unexpected(error, sql, session().dialect().sql());
    }

    private static GeneratedKeyRequest flag(int autoGeneratedKeys) throws SQLException {
        try {
            return GeneratedKeyRequest.of(autoGeneratedKeys);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        run(sql, GeneratedKeyRequest.NONE, WantedResult.ROWS);
        return results.rows();
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        run(sql, GeneratedKeyRequest.NONE, WantedResult.ANY);
        return results.rows() != null;
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        run(sql, flag(autoGeneratedKeys), WantedResult.ANY);
        return results.rows() != null;
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        run(sql, GeneratedKeyRequest.of(columnIndexes), WantedResult.ANY);
        return results.rows() != null;
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        run(sql, GeneratedKeyRequest.of(columnNames), WantedResult.ANY);
        return results.rows() != null;
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        return Counts.toInt(executeLargeUpdate(sql));
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return Counts.toInt(executeLargeUpdate(sql, autoGeneratedKeys));
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return Counts.toInt(executeLargeUpdate(sql, columnIndexes));
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        return Counts.toInt(executeLargeUpdate(sql, columnNames));
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        run(sql, GeneratedKeyRequest.NONE, WantedResult.COUNT);
        return results.updateCount();
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        run(sql, flag(autoGeneratedKeys), WantedResult.COUNT);
        return results.updateCount();
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        run(sql, GeneratedKeyRequest.of(columnIndexes), WantedResult.COUNT);
        return results.updateCount();
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        run(sql, GeneratedKeyRequest.of(columnNames), WantedResult.COUNT);
        return results.updateCount();
    }

    // ---- batches ----

    @Override
    public void addBatch(String sql) throws SQLException {
        checkOpen();
        if (batch == null) {
            batch = new SqlBatch(this);
        }
        batch.add(sql);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch = null;
    }

    @Override
    public int[] executeBatch() throws SQLException {
        return Counts.toInts(executeLargeBatch());
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.Watch before = planning.watch(results);
        try {
            results.closeAll();
            return batch == null ? new long[0] : batch.execute();
        } catch (PlanningWork.Stopped e) {
            throw SqlErrors.from(e.reason());
        } catch (RuntimeException e) {
            throw told(e, null);
        } finally {
            planning.watch(before);
            batch = null;
        }
    }

    // ---- results ----

    @Override
    public ResultSet getResultSet() throws SQLException {
        checkOpen();
        return results.rows();
    }

    @Override
    public int getUpdateCount() throws SQLException {
        checkOpen();
        return Counts.toInt(results.updateCount());
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return results.updateCount();
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current != CLOSE_CURRENT_RESULT && current != KEEP_CURRENT_RESULT && current != CLOSE_ALL_RESULTS) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "getMoreResults", current);
        }
        return results.next(current);
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return results.generatedKeys();
    }

    @Override
    public SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return results.warnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        results.clearWarnings();
    }

    /** As the database quotes names: MySQL and MariaDB in backquotes unless told otherwise. */
    @Override
    public String enquoteIdentifier(String identifier, boolean alwaysQuote) throws SQLException {
        String mark = String.valueOf(new NameQuoting(session().dialect().sql()).quote());
        boolean outOfRange = identifier.isEmpty() || identifier.length() > MAX_IDENTIFIER || identifier.indexOf(0) >= 0;
        if (outOfRange) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "enquoteIdentifier", identifier);
        }
        if (!alwaysQuote && isSimpleIdentifier(identifier)) {
            return identifier;
        }
        return mark + identifier.replace(mark, mark + mark) + mark;
    }

    // ---- life ----

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        results.cancel();
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        try {
            results.closeAll();
        } catch (RuntimeException e) {
            throw SqlErrors.unexpected(e);
        } finally {
            batch = null;
            release();
            home.closed(this);
        }
    }

    /** What a subclass holds beyond its results. */
    void release() throws SQLException {
        // Nothing here.
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
    final void completed() throws SQLException {
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
    void optionsChanged() throws SQLException {
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
        boolean rowByRow =
                rows == Integer.MIN_VALUE && session().dialect().sql().mySqlFamily();
        if (rows < 0 && !rowByRow) {
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

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        throw SqlErrors.of(
                ErrorCode.NO_SUCH_WRAPPED_TYPE, getClass().getSimpleName(), type == null ? "null" : type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type != null && type.isInstance(this);
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "@" + Integer.toHexString(System.identityHashCode(this));
    }
}
