package org.shardingjdbc.jdbc.internal.statement;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRows;
import org.shardingjdbc.jdbc.internal.key.PlanKeys;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.parameter.SharedSources;
import org.shardingjdbc.jdbc.internal.parameter.UnitParameters;
import org.shardingjdbc.jdbc.internal.result.LocalColumn;
import org.shardingjdbc.jdbc.internal.result.OwnRows;
import org.shardingjdbc.jdbc.internal.result.ShardResultSet;
import org.shardingjdbc.jdbc.internal.result.WantedResult;
import org.shardingjdbc.jdbc.internal.session.RunSettings;
import org.shardingjdbc.jdbc.internal.session.SessionStatements;
import org.shardingjdbc.jdbc.internal.session.ShardRun;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.jdbc.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.jdbc.internal.statement.step.StepsRunner;
import org.shardingjdbc.jdbc.internal.unit.FurtherResults;
import org.shardingjdbc.jdbc.internal.unit.ShardLimits;
import org.shardingjdbc.jdbc.internal.unit.StatementOptions;
import org.shardingjdbc.jdbc.internal.unit.StatementShape;
import org.shardingjdbc.jdbc.internal.unit.UnitsWork;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.SessionPlan;
import org.shardingjdbc.plan.internal.operator.SettingPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.ShowPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * Executes one plan of one statement: parameters enter, the statement's {@link StatementResults} are filled. It keeps
 * nothing of an execution. Used by one thread.
 */
final class StatementExecution {
    private static final Parameters NO_PARAMETERS = new Parameters(0);
    /** Steps whose steps have steps make no progress at some depth. */
    private static final int DEEPEST_NESTING = 6;

    private final LogicStatement statement;
    private final DeployedPlan deployed;
    private final GeneratedKeyRequest keys;
    private final WantedResult wanted;

    StatementExecution(LogicStatement statement, DeployedPlan deployed, GeneratedKeyRequest keys, WantedResult wanted) {
        this.statement = statement;
        this.deployed = deployed;
        this.keys = keys;
        this.wanted = wanted;
    }

    /** Whether it executes that plan for such results. */
    boolean isFor(DeployedPlan otherPlan, WantedResult otherResult) {
        return deployed == otherPlan && wanted == otherResult;
    }

    /**
     * Executes.
     *
     * @param given the parameters, all set; null for a statement without a PreparedStatement
     * @throws ShardingException when it is refused
     */
    void execute(Parameters given) throws SQLException {
        int parameterCount = deployed.plan().parameterCount();
        if (given == null && parameterCount > 0) {
            throw new ShardingException(ErrorCode.PARAMETER_MISSING, 1, parameterCount);
        }
        if (deployed.plan() instanceof ShardPlan plan) {
            onShards(plan, given);
        } else if (deployed.plan() instanceof ExplainPlan explain) {
            requireRows();
            show(ExplainResult.of(explain, given, statement, deployed.deployment()));
        } else if (deployed.plan() instanceof SessionPlan session) {
            requireCount();
            new SessionStatements(statement.session())
                    .execute(session, given == null ? NO_PARAMETERS.values() : given.values());
            statement.results().count(0);
        } else if (deployed.plan() instanceof SettingPlan setting) {
            requireRows();
            new SessionStatements(statement.session())
                    .execute(setting.setting(), given == null ? NO_PARAMETERS.values() : given.values());
            onShards(setting.query(), given);
        } else {
            show(ShowResult.of((ShowPlan) deployed.plan(), deployed, statement));
        }
    }

    private void show(ResultSet rows) {
        requireRows();
        statement.results().show(rows, null);
    }

    private void requireRows() {
        if (wanted == WantedResult.COUNT) {
            throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeUpdate");
        }
    }

    private void requireCount() {
        if (wanted == WantedResult.ROWS) {
            throw new ShardingException(ErrorCode.RESULT_IS_NO_ROWS);
        }
    }

    private void onShards(ShardPlan plan, Parameters given) throws SQLException {
        // Only of statements that pass through as they are nobody knows what they return.
        boolean certain = plan.statementClass() != StatementClass.UTILITY;
        if (certain && returnsRows(plan)) {
            requireRows();
        } else if (certain) {
            requireCount();
        }
        Object[] generated = plan.makeKeys();
        Parameters set = given == null ? NO_PARAMETERS : given;
        ShardExecution execution = routed(plan, set, set.valuesAnd(generated));
        if (execution == null) {
            return;
        }
        if (isSimple(plan, execution, set)) {
            onOneUnit(plan, execution, given == null && !hasPlaceholders(execution) ? null : set, generated);
        } else {
            onUnits(plan, execution, given, generated);
        }
    }

    /** Whether {@link OneUnitRun} can execute it. */
    private boolean isSimple(ShardPlan plan, ShardExecution execution, Parameters set) {
        return OneUnitRun.suits(plan, execution)
                && statement.options().areOfExecutionsDefaults()
                && !set.withStreams()
                && (!keys.wanted() || !driverKeys(plan).wanted())
                && statement.results().stepsStart() == 0
                && statement.session().listener() == null
                && !deployed.deployment().props().showSql();
    }

    private void onOneUnit(ShardPlan plan, ShardExecution execution, Parameters set, Object[] generated)
            throws SQLException {
        OneUnitRun run = OneUnitRun.of(statement);
        StatementResults results = statement.results();
        run.begin(deployed, execution, set, generated);
        results.begin(run);
        try {
            boolean returnsRows = returnsRows(plan);
            run.execute(plan.statementClass(), returnsRows);
            ResultSet rows = run.rows();
            if (rows != null) {
                requireRows();
                results.show(
                        new ShardResultSet(rows, results, deployed.deployment().names()), run);
            } else if (wanted == WantedResult.ROWS && returnsRows) {
                showNone();
            } else {
                requireCount();
                takeCount(run);
            }
            if (keys.wanted()) {
                results.generated(shownKeys(plan, null, generated));
            }
        } catch (SQLException | RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    private void takeCount(OneUnitRun run) throws SQLException {
        StatementResults results = statement.results();
        results.count(run.updateCount());
        if (run.warning() != null) {
            results.warn(run.warning());
        }
        results.finish();
    }

    private void onUnits(ShardPlan plan, ShardExecution execution, Parameters given, Object[] generated)
            throws SQLException {
        boolean certain = plan.statementClass() != StatementClass.UTILITY;
        UnitParameters parameters = UnitParameters.stored(given, plan.columnValues(), generated);
        requireShape(plan, execution);
        if (given != null && given.withStreams()) {
            SharedSources sources = new SharedSources();
            sources.count(given, execution);
            sources.spool(statement.spooled());
        }
        UnitsWork work = new UnitsWork(
                execution,
                statement.unitStatements(driverKeys(plan), ShardLimits.maxRows(execution, statement.options().maxRows)),
                given == null && !hasPlaceholders(execution) ? null : parameters);
        ShardRun run = statement.session().start(deployed, work, settings(plan, execution));
        StatementResults results = statement.results();
        results.begin(run);
        try {
            run.execute();
            if (work.hasRows()) {
                requireRows();
                results.show(new UnitsResult(statement, deployed).rows(plan, execution, work, parameters), work);
            } else if (certain && wanted == WantedResult.ROWS && returnsRows(plan)) {
                showNone();
            } else if (!certain && wanted == WantedResult.ROWS && showsNothing()) {
                showNothing(work);
            } else {
                requireCount();
                takeCount(plan, work);
            }
            results.generated(shownKeys(plan, GeneratedKeyRows.seen(work.keys(), plan.columnValues()), generated));
        } catch (ShardingException e) {
            closeAfter(e);
            statement.written(plan.statementClass() == StatementClass.WRITE);
            inSteps(plan, given == null ? NO_PARAMETERS : given, parameters.values(), e);
            statement.written(false);
        } catch (SQLException | RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    /**
     * Shows no rows where no database returned any although the statement does: MariaDB answers a DELETE ... RETURNING
     * with a count when its optimizer sees that the condition never holds, as after a subquery that found nothing. Its
     * driver then tells no columns either.
     */
    private void showNone() throws SQLException {
        ResultSetMetaData columns = new PreparedDescription(statement, deployed).ofRows();
        List<LocalColumn> described = columns == null ? List.of() : OwnRows.columns(columns);
        statement.results().show(ownRows(described), null);
    }

    private ResultSet ownRows(List<LocalColumn> columns) {
        return OwnRows.of(
                statement.results(), columns, List.of(), statement.session().dialect());
    }

    private boolean showsNothing() {
        return statement.session().dialect().drivers().showsRowsOfNothing();
    }

    private void showNothing(UnitsWork work) throws SQLException {
        StatementResults results = statement.results();
        results.show(ownRows(List.of()), null);
        continueAfter(work, results);
    }

    /** Whether the driver has more results of a statement that passed through. */
    private boolean continueAfter(UnitsWork work, StatementResults results) throws SQLException {
        if (work.size() != 1) {
            return false;
        }
        FurtherResults further =
                new FurtherResults(work.onlyStatement(), deployed.deployment().names());
        if (!further.peek()) {
            return false;
        }
        results.continueWith(further);
        return true;
    }

    /**
     * Answers a query in steps whose rows turned out to have no known order when they came; nobody has seen one of them
     * yet.
     */
    private void inSteps(ShardPlan plan, Parameters set, Object[] values, ShardingException refusal)
            throws SQLException {
        boolean unmergeable = refusal.code() == ErrorCode.MERGE_ORDER_UNKNOWN
                || refusal.code() == ErrorCode.MERGE_TYPE_NOT_COMPUTABLE;
        if (!unmergeable || plan.statementClass() != StatementClass.READ) {
            throw refusal;
        }
        runSteps(plan, set, values, refusal);
    }

    /** @throws ShardingException the refusal, when there are no steps that overcome it */
    private void runSteps(ShardPlan plan, Parameters set, Object[] values, ShardingException refusal)
            throws SQLException {
        if (refusal.code().category() != ErrorCategory.UNSUPPORTED || statement.nesting() >= DEEPEST_NESTING) {
            throw refusal;
        }
        Decision<SteppedExecution> decision = steps(plan, values, refusal);
        if (decision instanceof Decision.Refused<SteppedExecution> refused) {
            throw refused.reason();
        }
        try {
            new StepsRunner(statement, new ExecutionRequest(deployed, set, keys, wanted)).run(decision.proved());
        } finally {
            statement.endSteps();
        }
    }

    private Decision<SteppedExecution> steps(ShardPlan plan, Object[] values, ShardingException refusal) {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.Watch before = planning.watch(statement.results());
        try {
            return plan.steps(values, statement.hints(), refusal);
        } finally {
            planning.watch(before);
        }
    }

    /** The units of the execution; null when it was answered in steps. */
    private ShardExecution routed(ShardPlan plan, Parameters set, Object[] values) throws SQLException {
        try {
            ShardExecution execution = plan.route(values, statement.hints());
            checkWhole(plan, execution.dataSource(0));
            return plan.movable() ? besideTheRest(plan, execution) : execution;
        } catch (ShardingException refusal) {
            if (refusal.code() != ErrorCode.MERGE_COLUMNS_DIFFER) {
                checkWhole(plan, 0);
            }
            runSteps(plan, set, values, refusal);
            return null;
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    /** Whether tables whose columns are taken by their places still have them there. */
    private void checkWhole(ShardPlan plan, int dataSource) throws SQLException {
        if (!plan.wholeTables().isEmpty()) {
            new WholeTableCheck(statement, deployed).require(plan.wholeTables(), dataSource);
        }
    }

    /** What can be read anywhere is read where the transaction is, instead of spreading it to one more data source. */
    private ShardExecution besideTheRest(ShardPlan plan, ShardExecution execution) {
        String dataSource = statement.session().transactions().firstDataSource();
        return dataSource == null ? execution : plan.moved(execution, statement.hints(), dataSource);
    }

    private void closeAfter(Throwable failure) {
        try {
            statement.results().closeAll();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /** Whether its rows are its result, and not the keys that the application asked for. */
    boolean returnsRows(ShardPlan plan) {
        return plan.returnsRows()
                && !PlanKeys.areRows(plan, keys, statement.session().dialect());
    }

    private void requireShape(ShardPlan plan, ShardExecution execution) throws SQLException {
        StatementShape shape = statement.shape();
        boolean made = execution.merge() != null || plan.decoratesRows();
        if (made && returnsRows(plan) && !shape.isForwardReadOnly() && !shape.isScrollable()) {
            String why = plan.decoratesRows()
                    ? "rules transform columns of its rows; ask for"
                    : "the statement reads " + execution.nodes()
                            + " data nodes; restrict it to one by its sharding columns, or ask for";
            throw SqlErrors.refuse(
                    "An updatable result set, or one that is sensitive to changes,",
                    why + " TYPE_SCROLL_INSENSITIVE and CONCUR_READ_ONLY");
        }
    }

    static boolean hasPlaceholders(ShardExecution execution) {
        for (int unit = 0; unit < execution.size(); unit++) {
            if (execution.parameterCount(unit) > 0) {
                return true;
            }
        }
        return false;
    }

    /** What the drivers are asked for. */
    GeneratedKeyRequest driverKeys(ShardPlan plan) {
        return PlanKeys.ofDrivers(plan, keys, statement.session().dialect(), () -> deployed.deployment()
                .catalog()
                .table(plan.logicTables().get(0)));
    }

    private GeneratedKeyRows shownKeys(ShardPlan plan, GeneratedKeyRows ofDrivers, Object[] generated) {
        return PlanKeys.shown(plan, keys, statement.session().dialect(), ofDrivers, generated);
    }

    private RunSettings settings(ShardPlan plan, ShardExecution execution) {
        StatementOptions options = statement.options();
        if (execution.size() == 1 && execution.merge() == null && options.areOfExecutionsDefaults()) {
            return RunSettings.plain(plan.statementClass(), returnsRows(plan));
        }
        // Of a united execution few rows, and the connection stays free for what may be asked about them.
        boolean held = plan.heldRows()
                || UnitsResult.isUnited(execution)
                || statement.shape().isScrollable();
        return new RunSettings(
                plan.statementClass(),
                returnsRows(plan),
                execution.merge() != null && execution.size() > 1 && !held,
                held ? 0 : options.fetchSize,
                options.queryTimeoutSeconds,
                ShardLimits.mostRows(execution, options.maxRows));
    }

    private void takeCount(ShardPlan plan, UnitsWork work) throws SQLException {
        StatementResults results = statement.results();
        results.count(work.updateCount());
        for (SQLWarning warning : work.warnings()) {
            results.warn(warning);
        }
        results.warn(plan.warnings());
        if (work.copiesDiffer()) {
            results.warn(new SQLWarning(
                    "The copies of broadcast table " + String.join(", ", plan.logicTables())
                            + " reported different update counts; they may hold different rows",
                    "01000"));
        }
        if (plan.statementClass() == StatementClass.UTILITY && continueAfter(work, results)) {
            return;
        }
        results.finish();
    }
}
