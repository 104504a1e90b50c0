package org.shardingjdbc.jdbc.internal.statement;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.parameter.UnitParameters;
import org.shardingjdbc.jdbc.internal.session.OneTaskRun;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.unit.CachedStatements;
import org.shardingjdbc.jdbc.internal.unit.OpenWarnings;
import org.shardingjdbc.jdbc.internal.unit.ReusedStatements;
import org.shardingjdbc.jdbc.internal.unit.UnitsWork;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * The executions of a statement on one unit whose result is handed through, where nothing special is asked for: what
 * {@link UnitsWork} does for them. One per statement; see {@link OneTaskRun}.
 */
final class OneUnitRun extends OneTaskRun implements OpenWarnings {
    private final LogicStatement owner;
    private ShardExecution execution;
    /** Null for SQL without a PreparedStatement. */
    private Parameters given;

    private Object[] generatedKeys;
    /** The kept statement that it has, and of what; null when its statement is closed after use. */
    private CachedStatements.CachedStatement lent;

    private CachedStatements cached;
    private ResultSet rows;
    private SQLWarning warning;
    private long updateCount;

    /** The one of a statement. */
    static OneUnitRun of(LogicStatement owner) {
        OneTaskRun known = owner.unitRun();
        if (known != null) {
            return (OneUnitRun) known;
        }
        OneUnitRun made = new OneUnitRun(owner);
        owner.unitRun(made);
        return made;
    }

    private OneUnitRun(LogicStatement owner) {
        super(owner.session().runs());
        this.owner = owner;
    }

    /**
     * Another execution begins; then {@link #execute}.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param keys behind them, or null
     */
    void begin(DeployedPlan deployed, ShardExecution unit, Parameters set, Object[] keys) {
        begin(deployed);
        // Most executions are like the one before, and to write a reference costs the collector something.
        if (execution != unit) {
            execution = unit;
        }
        if (given != set) {
            given = set;
        }
        generatedKeys = keys;
        rows = null;
        warning = null;
        updateCount = -1;
    }

    /**
     * Executes it.
     *
     * @param returnsRows whether rows are its result
     * @throws SQLException after which nothing is open
     */
    void execute(StatementClass statementClass, boolean returnsRows) throws SQLException {
        run(execution.dataSource(0), statementClass, returnsRows);
    }

    /** What it returned; null when it returned a count. */
    ResultSet rows() {
        return rows;
    }

    /** What it counted. */
    long updateCount() {
        return updateCount;
    }

    /** What it warned of when it returned a count; or null. */
    SQLWarning warning() {
        return warning;
    }

    @Override
    protected Statement open(PhysicalConnection on) throws SQLException {
        if (given == null) {
            return withOptions(owner.shape().create(on.jdbc()));
        }
        PreparedStatement prepared = prepare(on);
        boolean bound = false;
        try {
            UnitParameters.bind(given, generatedKeys, prepared, execution);
            bound = true;
            return prepared;
        } finally {
            if (!bound) {
                release(prepared);
            }
        }
    }

    private PreparedStatement prepare(PhysicalConnection on) throws SQLException {
        String sql = execution.sql(0);
        CachedStatements keeper = owner.cachedOn(on);
        if (cached != keeper) {
            cached = keeper;
        }
        CachedStatements.CachedStatement found = keeper == null ? null : keeper.take(on, sql, execution.onlyUnit());
        if (found != null) {
            lent = found;
            return found.statement();
        }
        PreparedStatement prepared =
                withOptions(ReusedStatements.asNew(owner.shape().prepare(on.jdbc(), sql), on));
        if (keeper != null) {
            lent = keeper.lend(prepared, on, sql);
        }
        return prepared;
    }

    private <T extends Statement> T withOptions(T made) throws SQLException {
        boolean ready = false;
        try {
            owner.options().apply(made, 0);
            ready = true;
            return made;
        } finally {
            if (!ready) {
                made.close();
            }
        }
    }

    @Override
    protected boolean execute(Statement opened) throws SQLException {
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        if (returned) {
            rows = opened.getResultSet();
            return true;
        }
        updateCount = connection().pool().counts().updateCount(opened);
        warning = opened.getWarnings();
        return false;
    }

    @Override
    protected void close(Statement opened) throws SQLException {
        try {
            if (rows != null) {
                rows.close();
            }
        } finally {
            release(opened);
        }
    }

    private void release(Statement opened) throws SQLException {
        CachedStatements.CachedStatement own = lent;
        lent = null;
        if (own == null) {
            opened.close();
        } else {
            cached.release(own);
        }
    }

    @Override
    public SQLWarning openWarnings() throws SQLException {
        Statement open = statement();
        return open == null ? null : open.getWarnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        Statement open = statement();
        if (open != null) {
            open.clearWarnings();
        }
    }
}
