package org.shardingjdbc.engine.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.limit.CountedRows;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.observe.RowTiming;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.result.CountedResultSet;
import org.shardingjdbc.engine.internal.result.MergedResultSet;
import org.shardingjdbc.engine.internal.result.ScrollableResultSet;
import org.shardingjdbc.engine.internal.result.TransformedRows;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.PreparedDescription;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.FurtherResults;
import org.shardingjdbc.engine.internal.task.UnitsWork;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.Merger;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The rows of execution units as one result set: of one unit, its driver's; of several, the rows that the plan merges.
 * One per execution.
 */
final class UnitsResult {
    private final LogicStatement statement;
    private final DeployedPlan deployed;

    UnitsResult(LogicStatement statement, DeployedPlan deployed) {
        this.statement = statement;
        this.deployed = deployed;
    }

    /**
     * The rows as the application reads them.
     *
     * @param work was executed; its result sets are open
     */
    @Nullable
    ResultSet rows(ShardPlan plan, ChosenUnits execution, UnitsWork work, UnitParameters parameters)
            throws SQLException {
        StatementResults results = statement.results();
        LogicNames names = deployed.deployment().names();
        Dialect dialect = statement.session().dialect();
        if (execution.merge() == null && execution.size() == 1 && !plan.rules().decorateRows()) {
            if (plan.statementClass().isUnknown()) {
                FurtherResults further = new FurtherResults(work.onlyStatement(), names, results.bounds(), dialect);
                results.continueWith(further);
                return further.rows(work.firstResult(), results);
            }
            ResultSet placed = statement.placed(work.firstResult(), plan, deployed.deployment());
            return CountedResultSet.of(placed, results, names, results.bounds(), dialect);
        }
        // A statement that passes through to several nodes may return rows that no plan merges.
        MergePlan merge = execution.merge() == null ? MergePlan.CONCATENATE : execution.merge();
        // Copies of the same rows are returned once.
        List<ResultSet> shards = execution.replicated() ? List.of(work.firstResult()) : work.results();
        MergedRows rows = countedRows(merge, shards, execution, parameters);
        MergedRows merged = TransformedRows.of(
                rows, plan.rules().columns(), statement.session().attributes()::reader);
        MergedResultSet result = statement.shape().isScrollable()
                ? ScrollableResultSet.of(results, shards, merged, merge.derivedColumns(), maxRowsHeld(), dialect, names)
                : new MergedResultSet(results, shards, merged, merge.derivedColumns(), dialect, names);
        // The metadata of a UNION ALL of several tables do not name the tables of its columns.
        return isUnited(execution)
                ? result.describedBy(
                        united -> new PreparedDescription(statement, deployed).ofUnitedRows(parameters, united))
                : result;
    }

    /** Whether a unit reads several data nodes with one SQL text. */
    static boolean isUnited(ChosenUnits execution) {
        return execution.nodes() > execution.size();
    }

    /** How many rows may be held; 0 for any number. */
    private long maxRowsHeld() {
        long configured = deployed.deployment().props().maxRowsInMemory();
        ExecutionBounds bounds = statement.results().bounds();
        return bounds == null ? configured : bounds.mostHeld(configured);
    }

    /**
     * The merged rows, timed and counted.
     *
     * @param shards the result sets of the units, open
     */
    private MergedRows countedRows(
            MergePlan merge, List<ResultSet> shards, ChosenUnits execution, UnitParameters parameters)
            throws SQLException {
        MergedRows rows = RowTiming.of(
                () -> merged(merge, shards, execution, parameters),
                statement.session().counters());
        return CountedRows.of(rows, statement.results().bounds());
    }

    private MergedRows merged(MergePlan merge, List<ResultSet> shards, ChosenUnits execution, UnitParameters parameters)
            throws SQLException {
        Dialect dialect = statement.session().dialect();
        MergeBounds bounds = new MergeBounds(
                execution.bounds().offset(), execution.bounds().count(), statement.options().maxRows, maxRowsHeld());
        int[] unitOfRow = shards.size() > 1 && merge.concatenates() ? GeneratedKeyRows.unitOfRow(execution) : null;
        if (unitOfRow != null) {
            return Merger.inWrittenOrder(merge, shards, unitOfRow, bounds, dialect);
        }
        // The application may set new parameters while it reads.
        boolean reads = merge.readsParameters();
        return Merger.merge(merge, shards, bounds, reads ? parameters.values().clone() : null, dialect);
    }
}
