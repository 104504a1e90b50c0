package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.SharedSources;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.NoRows;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.FurtherResults;
import org.shardingjdbc.engine.internal.task.ShardLimits;
import org.shardingjdbc.engine.internal.task.UnitsWork;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.internal.PlanningRules;

/**
 * An execution of a plan on any number of units, with any options. Fills the statement's results with the merged rows
 * or the sum of the counts. One per execution.
 */
final class UnitsExecution {
    private final LogicStatement statement;
    private final ExecutionRequest request;
    private final ShardPlan plan;
    private final ChosenUnits execution;
    private final Parameters set;
    /** Receives data sources that cannot be reached; null where an answer must be whole. */
    private @Nullable IntConsumer unreached;

    /**
     * @param plan the plan of the request, or the query in it
     * @param execution the units that the plan prepared
     * @param set the parameters
     */
    UnitsExecution(
            LogicStatement statement, ExecutionRequest request, ShardPlan plan, ChosenUnits execution, Parameters set) {
        this.statement = statement;
        this.request = request;
        this.plan = plan;
        this.execution = execution;
        this.set = set;
    }

    /** Sets what receives the data sources that cannot be reached. Called before {@link #execute}. */
    UnitsExecution telling(IntConsumer told) {
        unreached = told;
        return this;
    }

    /**
     * Executes the units.
     *
     * @param prepared whether the units are run with a PreparedStatement
     * @param generated the keys behind the parameters, or null
     */
    void execute(boolean prepared, Object @Nullable [] generated) throws SQLException {
        UnitParameters parameters = UnitParameters.stored(set, plan.rules().columns(), generated);
        UnitsWork work = work(prepared ? parameters : null);
        GroupedRun run = statement.session().start(request.deployed(), work, settings());
        LastKeyUse lastKey = plan.lastKey();
        if (lastKey != null && lastKey.asked() != null) {
            run.asksFor(groups -> statement.session().lastKey().give(lastKey, groups));
        }
        if (plan.rules().variables() != null) {
            run.leaves(plan.rules().variables().left());
        }
        if (unreached != null) {
            run.tellOf(unreached);
        }
        StatementResults results = statement.results();
        results.begin(run);
        try {
            run.execute();
            if (work.hasRows()) {
                request.requireRows();
                results.show(
                        new UnitsResult(statement, request.deployed()).rows(plan, execution, work, parameters), work);
            } else {
                takeNoRows(work);
            }
            GeneratedKeyRows ofDrivers =
                    GeneratedKeyRows.seen(work.keys(), plan.rules().columns());
            if (lastKey != null) {
                statement.session().lastKey().tell(work.keys());
            }
            results.generated(request.shownKeys(plan, ofDrivers, generated, set.values()));
        } catch (ShardingException e) {
            statement.closeAfter(e);
            statement.written(plan.statementClass() == StatementClass.WRITE);
            new StepsExecution(statement, request.with(set)).unmerged(plan, parameters.values(), e);
            statement.written(false);
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    // ---- what it returned where it returned no rows

    private void takeNoRows(UnitsWork work) throws SQLException {
        boolean certain = !plan.statementClass().isUnknown();
        boolean rowsWanted = request.wanted() == ExpectedResult.ROWS;
        NoRows none = new NoRows(statement);
        if (certain && rowsWanted && request.returnsRows(plan)) {
            none.described(request.deployed());
        } else if (!certain && rowsWanted && none.areShown()) {
            none.withoutColumns();
            continues(work);
        } else {
            request.requireCount();
            takeCount(work);
        }
    }

    /** Fills the results with the count and the warnings. */
    private void takeCount(UnitsWork work) throws SQLException {
        StatementResults results = statement.results();
        results.count(work.updateCount());
        for (SQLWarning warning : work.warnings()) {
            results.warn(warning);
        }
        results.warn(plan.facts().warnings());
        if (work.copiesDiffer()) {
            results.warn("The copies of broadcast table "
                    + String.join(", ", plan.facts().logicTables())
                    + " reported different update counts; they may hold different rows");
        }
        if (plan.statementClass().isUnknown() && continues(work)) {
            return;
        }
        results.finish();
    }

    /**
     * Whether the driver has more results of a statement that passed through; they are then the statement's results.
     */
    private boolean continues(UnitsWork work) throws SQLException {
        if (work.size() != 1) {
            return false;
        }
        StatementResults results = statement.results();
        FurtherResults further = new FurtherResults(
                work.onlyStatement(),
                request.deployed().deployment().names(),
                results.bounds(),
                request.deployed().deployment().dialect());
        if (!further.peek()) {
            return false;
        }
        results.continueWith(further);
        return true;
    }

    // ---- what it begins with

    /**
     * The tasks of the run.
     *
     * @param bound the values to bind, or null for SQL without a PreparedStatement
     */
    private UnitsWork work(@Nullable UnitParameters bound) throws SQLException {
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

    /** The keys that the application asks of the drivers, or else those that the session needs. */
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

    /**
     * Whether a driver that updates its rows would miss what is written beside a value that is read as it is stored.
     */
    private boolean hasUnseenForms() {
        PlanningRules rules = request.deployed().deployment().rules();
        for (String table : plan.facts().logicTables()) {
            for (TransformedColumn column : rules.columns(table)) {
                if (column.read() == null && column.write() != null) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many rows a shard returns at most, -1 when unknown. */
    private long mostRows(long maxRows) {
        long limited = ShardLimits.mostRows(execution, maxRows);
        long known = statement.options().fetchSize > 0 ? knownRows() : -1;
        return limited < 0 || known >= 0 && known < limited ? known : limited;
    }

    private long knownRows() {
        if (statement.session().transactions().isOpen()) {
            // a stream costs no transaction of its own there, and who looks for keys may wait for what it has locked
            return -1;
        }
        try {
            return plan.facts().mostRows().get();
        } catch (ShardingException unreadable) {
            // few rows may be read as a stream, too
            return -1;
        }
    }

    /** The settings of the run. */
    private RunSettings settings() {
        StatementOptions options = statement.options();
        StatementClass statementClass = statement.shape().of(plan.statementClass());
        if (execution.size() == 1
                && execution.merge() == null
                && options.areOfExecutionsDefaults()
                && statement.timeoutSeconds() == 0) {
            return RunSettings.plain(statementClass, request.returnsRows(plan));
        }
        // A united execution has few rows; once they are read, its connection can answer questions about their columns.
        boolean held = plan.facts().heldRows()
                || UnitsResult.isUnited(execution)
                || statement.shape().isScrollable()
                || statement.holdsRows();
        return new RunSettings(
                statementClass,
                request.returnsRows(plan),
                execution.merge() != null && execution.size() > 1 && !held,
                held ? 0 : options.fetchSize,
                statement.timeoutSeconds(),
                mostRows(options.maxRows));
    }
}
