package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.SharedSources;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.session.RunSettings;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.task.ShardLimits;
import org.shardingjdbc.engine.internal.task.StatementOptions;
import org.shardingjdbc.engine.internal.task.StatementShape;
import org.shardingjdbc.engine.internal.task.UnitsWork;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.rule.TransformedColumn;
import org.shardingjdbc.rule.internal.Rules;

/**
 * What an execution on units begins with: what the statement asks of it, as work and settings of a run. One per
 * execution.
 */
final class UnitsStart {
    private final LogicStatement statement;
    private final ExecutionRequest request;
    private final ShardPlan plan;
    private final ShardExecution execution;

    /** @param plan that of the request, or the query in it */
    UnitsStart(LogicStatement statement, ExecutionRequest request, ShardPlan plan, ShardExecution execution) {
        this.statement = statement;
        this.request = request;
        this.plan = plan;
        this.execution = execution;
    }

    /**
     * The work of the run.
     *
     * @param set the parameters
     * @param bound what is bound of them, or null for SQL without a PreparedStatement
     */
    UnitsWork work(Parameters set, UnitParameters bound) throws SQLException {
        requireShape();
        if (set.withStreams()) {
            SharedSources sources = new SharedSources();
            sources.count(set, execution);
            sources.spool(statement.spooled());
        }
        return new UnitsWork(
                execution,
                statement.unitStatements(driverKeys(), ShardLimits.maxRows(execution, statement.options().maxRows)),
                bound);
    }

    /** What the application asks of the drivers, or else the session. */
    private GeneratedKeyRequest driverKeys() {
        GeneratedKeyRequest asked = request.driverKeys(plan);
        return !asked.wanted()
                        && plan.statementClass() == StatementClass.WRITE
                        && statement.session().lastKey().isOfDriver(plan.lastKey())
                ? GeneratedKeyRequest.GENERATED
                : asked;
    }

    private void requireShape() throws SQLException {
        StatementShape shape = statement.shape();
        if (shape.isForwardReadOnly() || shape.isScrollable() || !request.returnsRows(plan)) {
            return;
        }
        String why = null;
        if (plan.rules().decorateRows() || shape.isUpdatable() && hasUnseenForms()) {
            why = "rules transform columns of its rows; ask for";
        } else if (execution.merge() != null) {
            why = "the statement reads " + execution.nodes()
                    + " data nodes; restrict it to one by its sharding columns, or ask for";
        }
        if (why != null) {
            throw SqlErrors.refuse(
                    "An updatable result set, or one that is sensitive to changes,",
                    why + " TYPE_SCROLL_INSENSITIVE and CONCUR_READ_ONLY");
        }
    }

    /** Whether a driver that updates its rows would leave out what is written beside a value that is read as it is. */
    private boolean hasUnseenForms() {
        Rules rules = request.deployed().deployment().rules();
        for (String table : plan.facts().logicTables()) {
            for (TransformedColumn column : rules.columns(table)) {
                if (column.read() == null && column.write() != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What the run needs to know. */
    RunSettings settings() {
        StatementOptions options = statement.options();
        StatementClass statementClass = statement.shape().of(plan.statementClass());
        if (execution.size() == 1
                && execution.merge() == null
                && options.areOfExecutionsDefaults()
                && statement.timeoutSeconds() == 0) {
            return RunSettings.plain(statementClass, request.returnsRows(plan));
        }
        // Of a united execution few rows, and the connection stays free for what may be asked about them.
        boolean held = plan.facts().heldRows()
                || UnitsResult.isUnited(execution)
                || statement.shape().isScrollable();
        return new RunSettings(
                statementClass,
                request.returnsRows(plan),
                execution.merge() != null && execution.size() > 1 && !held,
                held ? 0 : options.fetchSize,
                statement.timeoutSeconds(),
                ShardLimits.mostRows(execution, options.maxRows));
    }
}
