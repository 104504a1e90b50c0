package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ParameterMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.parameter.RowSets;
import org.shardingjdbc.jdbc.internal.result.ExpectedResult;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.jdbc.internal.unit.CachedStatements;
import org.shardingjdbc.jdbc.internal.unit.StatementShape;
import org.shardingjdbc.jdbc.internal.unit.UnitStatements;

/**
 * A prepared statement of a logical connection. Its SQL is planned when it is prepared, so that wrong SQL fails there,
 * and the plan is asked for again at each execution, because rules and tables may have changed. Not thread-safe, but
 * for {@link #cancel}.
 */
public class ShardingPreparedStatement extends RecordingStatement {
    private final String sql;
    private DeployedPlan deployed;
    private final GeneratedKeyRequest keys;
    /** Null until a statement may be kept. */
    private CachedStatements cached;

    private boolean executed;
    /** Null until a row set is added. */
    private RowSets rowSets;

    /** Of the last batch, empty; null when it is not to be had. */
    private RowSets emptyRowSets;

    /** Of the last execution; most executions of a statement are alike. */
    private ExecutionRequest execution;

    private UnitStatements statements;

    /**
     * Plans the SQL.
     *
     * @throws SQLException when the SQL is wrong or refused
     */
    public ShardingPreparedStatement(StatementHome home, StatementShape shape, String sql, GeneratedKeyRequest keys)
            throws SQLException {
        this(home, shape, WatchedPlanning.plan(home, sql), keys);
    }

    private ShardingPreparedStatement(
            StatementHome home, StatementShape shape, DeployedPlan deployed, GeneratedKeyRequest keys) {
        super(home, shape, deployed.parameterCount());
        this.deployed = deployed;
        this.sql = deployed.sql();
        this.keys = keys;
    }

    /**
     * Closes it when its database, which looks at a text when it is prepared, does not know the text either.
     *
     * @throws SQLException what is wrong with it
     */
    public void requireUnderstood() throws SQLException {
        if (deployed.isPlain()) {
            return;
        }
        try {
            PreparedDescription.requireUnderstood(this, deployed);
        } catch (SQLException | RuntimeException e) {
            SQLException told = e instanceof SQLException known ? known : told((RuntimeException) e, sql);
            WatchedPlanning.refused(this, told);
            try {
                close();
            } catch (SQLException failure) {
                told.addSuppressed(failure);
            }
            throw told;
        }
    }

    @Override
    public String text() {
        return sql;
    }

    /** The plan of now. */
    private DeployedPlan plan() {
        deployed = session().plan(deployed);
        return deployed;
    }

    // ---- execution ----

    private void run(ExpectedResult wanted) throws SQLException {
        checkOpen();
        if (isWatched()) {
            watched(sql, () -> {
                runFirst(wanted);
                return null;
            });
        } else {
            runFirst(wanted);
        }
    }

    private void runFirst(ExpectedResult wanted) throws SQLException {
        if (executed) {
            runPlanned(wanted);
            return;
        }
        // parts of the plan are made when they are first needed
        WatchedPlanning planning = WatchedPlanning.begin(results());
        try {
            runPlanned(wanted);
        } finally {
            planning.end();
        }
    }

    private void runPlanned(ExpectedResult wanted) throws SQLException {
        try {
            parameters.requireAll();
            StatementResults results = results();
            results.closeAll();
            dropSpools();
            if (!executed) {
                results.beginPlanning();
            }
            DeployedPlan current = plan();
            boolean first = isFirstOfTransaction();
            if (execution == null || !execution.isFor(current, wanted)) {
                execution = new ExecutionRequest(current, null, keys, wanted);
            }
            try {
                StatementExecution.execute(this, execution, parameters);
            } catch (SQLException | ShardingException e) {
                runAgain(current, new Redefinition(this, first, !parameters.withStreams()), e, wanted);
            }
            executed();
        } catch (RuntimeException e) {
            throw WatchedPlanning.isStopped(e) ? WatchedPlanning.reason(e) : told(e, sql);
        }
    }

    /** Executes it again where it failed because tables were redefined. */
    private void runAgain(DeployedPlan failed, Redefinition redefinition, Exception failure, ExpectedResult wanted)
            throws SQLException {
        redefinition.executeAgain(failed, failure, this::plan, again -> {
            clearCached();
            execution = new ExecutionRequest(again, null, keys, wanted);
            StatementExecution.execute(this, execution, parameters);
        });
    }

    /** Its next execution is one more of the same. */
    private void executed() {
        if (!executed) {
            executed = true;
            if (cached != null) {
                cached.executed();
            }
        }
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        run(ExpectedResult.ROWS);
        return results().rows();
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        run(ExpectedResult.COUNT);
        return results().updateCount();
    }

    @Override
    public boolean execute() throws SQLException {
        run(ExpectedResult.ANY);
        return results().rows() != null;
    }

    @Override
    public UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        if (statements == null || !statements.areFor(driverKeys, maxRowsOfShard)) {
            statements = unitStatements(driverKeys, maxRowsOfShard, cached());
        }
        return statements;
    }

    /**
     * Where the connection only may outlive this execution, the first one does not keep its statement: most statements
     * are executed once.
     */
    @Override
    public CachedStatements cachedOn(PhysicalConnection connection) {
        if (!connection.isKept() && !(executed && connection.mayOutliveExecution())) {
            return null;
        }
        return cached();
    }

    private CachedStatements cached() {
        if (cached == null) {
            cached = new CachedStatements();
            if (executed) {
                cached.executed();
            }
        }
        return cached;
    }

    /** Closes what is kept. */
    private void clearCached() throws SQLException {
        if (cached != null) {
            cached.clear();
        }
    }

    @Override
    void optionsChanged() throws SQLException {
        statements = null;
        clearCached();
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
            rowSets = emptyRowSets == null ? new RowSets(parameters.count()) : emptyRowSets;
            emptyRowSets = null;
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
        return watched(sql, this::runBatch);
    }

    private long[] runBatch() throws SQLException {
        RowSets added = rowSets;
        rowSets = null;
        try {
            results().closeAll();
            dropSpools();
            if (added == null) {
                return new long[0];
            }
            session().enterFence();
            Deployment by = session().stay();
            try {
                return PreparedBatch.execute(this, plan(), keys, added);
            } finally {
                session().endStay(by);
            }
        } catch (RuntimeException e) {
            throw told(e, sql);
        } finally {
            dropSpools();
            if (added != null) {
                added.clear();
                emptyRowSets = added;
            }
        }
    }

    // ---- metadata ----

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        ResultSet rows = results().rows();
        if (rows != null && !rows.isClosed()) {
            return rows.getMetaData();
        }
        try {
            return new PreparedDescription(this, plan()).ofRows();
        } catch (RuntimeException e) {
            throw told(e, sql);
        }
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        try {
            return new PreparedDescription(this, plan()).ofParameters();
        } catch (RuntimeException e) {
            throw told(e, sql);
        }
    }

    // ---- life ----

    @Override
    public void clearParameters() throws SQLException {
        super.clearParameters();
        dropSpools();
    }

    /** Ends the copies of streams that no parameter and no row set needs any more. */
    private void dropSpools() {
        if (hasSpooled()) {
            parameters.endUnneeded(spooled(), rowSets);
        }
    }

    @Override
    protected void release() throws SQLException {
        super.release();
        rowSets = null;
        emptyRowSets = null;
        parameters.clear();
        dropSpools();
        clearCached();
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
        return "ShardingPreparedStatement: " + sql;
    }
}
