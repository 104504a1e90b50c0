package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.InterruptiblePlanning;
import org.shardingjdbc.engine.internal.statement.logic.PreparedDescription;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * A prepared statement of a logical connection. Its SQL is planned when it is prepared, so that wrong SQL fails there,
 * and the plan is asked for again at each execution, because rules and tables may have changed. Not thread-safe, but
 * for {@link #cancel}.
 */
public class ShardingPreparedStatement extends RecordingStatement {
    private DeployedPlan deployed;
    private final GeneratedKeyRequest keys;
    /** Null until a statement may be kept. */
    private @Nullable CachedStatements cached;

    /** The batch that is added to, emptied when it was executed; null until a row set is added. */
    private @Nullable RowSets rowSets;

    private @Nullable UnitStatements statements;

    /**
     * Plans the SQL.
     *
     * @throws SQLException when the SQL is wrong or refused
     */
    public ShardingPreparedStatement(StatementHome home, StatementShape shape, String sql, GeneratedKeyRequest keys)
            throws SQLException {
        this(home, home.session(), shape, InterruptiblePlanning.plan(home.session(), sql), keys);
    }

    /**
     * A statement whose plan is known.
     *
     * @param deployed the plan of the SQL
     */
    public ShardingPreparedStatement(
            StatementHome home,
            Session session,
            StatementShape shape,
            DeployedPlan deployed,
            GeneratedKeyRequest keys) {
        super(home, session, shape, deployed.parameterCount());
        this.deployed = deployed;
        this.keys = keys;
    }

    /**
     * Closes the statement when the database, which reads a text when it is prepared, does not know the text either.
     *
     * @throws SQLException the error of the database
     */
    public void requireUnderstood() throws SQLException {
        requireUnderstood(deployed);
    }

    @Override
    public String text() {
        return deployed.sql();
    }

    @Override
    protected DeployedPlan planNow() {
        if (!session.isCurrent(deployed)) {
            deployed = planUntilStopped(() -> session.plans().plan(deployed));
        }
        return deployed;
    }

    // ---- execution ----

    @Override
    protected void forgetPrepared() throws SQLException {
        if (cached != null) {
            cached.clear();
        }
    }

    @Override
    protected void endUnneededStreams() {
        parameters.endUnneeded(spooled, rowSets);
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        run(keys, ExpectedResult.ROWS, parameters);
        return results.rows();
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        run(keys, ExpectedResult.COUNT, parameters);
        return results.updateCount();
    }

    @Override
    public boolean execute() throws SQLException {
        run(keys, ExpectedResult.ANY, parameters);
        return results.rows() != null;
    }

    @Override
    public UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        CachedStatements keeper = cached();
        if (statements == null || !statements.areFor(driverKeys, maxRowsOfShard)) {
            statements = unitStatements(driverKeys, maxRowsOfShard, keeper);
        }
        return statements;
    }

    /**
     * The driver's statements that are kept for the next execution. On a connection that may, or may not, outlive the
     * execution, the first execution keeps none: most statements are executed once.
     */
    @Override
    public @Nullable CachedStatements cachedOn(PhysicalConnection connection) {
        if (!connection.isKept() && !(executed && connection.mayOutliveExecution())) {
            return null;
        }
        return cached();
    }

    private CachedStatements cached() {
        if (cached == null) {
            cached = new CachedStatements();
        }
        if (executed) {
            cached.executedBefore();
        }
        return cached;
    }

    @Override
    void optionsChanged() throws SQLException {
        statements = null;
        forgetPrepared();
    }

    // ---- batches ----

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        try {
            parameters.requireAll();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
        if (rowSets == null) {
            rowSets = new RowSets(parameters.count());
        }
        rowSets.add(parameters);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        rowSets = null;
        dropSpools();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        return observed(text(), this::runBatch);
    }

    private long[] runBatch() throws SQLException {
        RowSets added = rowSets;
        try {
            results.closeAll();
            dropSpools();
            if (added == null || added.size() == 0) {
                return new long[0];
            }
            return runBatch(keys, added);
        } catch (RuntimeException e) {
            throw told(e, text());
        } finally {
            if (added != null) {
                added.clear();
            }
            dropSpools();
        }
    }

    // ---- metadata ----

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        ResultSet rows = results.rows();
        if (rows != null && !rows.isClosed()) {
            return rows.getMetaData();
        }
        try {
            return new PreparedDescription(this, planNow()).ofRows();
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        try {
            return KnownParameters.of(this, planNow());
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    // ---- life ----

    @Override
    public void clearParameters() throws SQLException {
        super.clearParameters();
        dropSpools();
    }

    /** Removes the copies of streams that no parameter and no row set needs any more. */
    private void dropSpools() {
        if (spooled != null) {
            endUnneededStreams();
        }
    }

    @Override
    protected void release() throws SQLException {
        rowSets = null;
        if (spooled != null) {
            parameters.clear();
            dropSpools();
        }
        if (cached != null) {
            cached.clear();
        }
    }

    // ---- methods of Statement that a PreparedStatement must not be asked for ----

    private static SQLException takesNoSql(String method) {
        return SqlErrors.of(ErrorCode.SQL_ON_PREPARED_STATEMENT, method);
    }

    @Override
    public ResultSet executeQuery(String other) throws SQLException {
        throw takesNoSql("executeQuery");
    }

    @Override
    public boolean execute(String other) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public boolean execute(String other, int autoGeneratedKeys) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public boolean execute(String other, int[] columnIndexes) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public boolean execute(String other, String[] columnNames) throws SQLException {
        throw takesNoSql("execute");
    }

    @Override
    public long executeLargeUpdate(String other) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public long executeLargeUpdate(String other, int autoGeneratedKeys) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public long executeLargeUpdate(String other, int[] columnIndexes) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public long executeLargeUpdate(String other, String[] columnNames) throws SQLException {
        throw takesNoSql("executeUpdate");
    }

    @Override
    public void addBatch(String other) throws SQLException {
        throw takesNoSql("addBatch");
    }

    @Override
    public String toString() {
        return "ShardingPreparedStatement: " + text();
    }
}
