package org.shardingjdbc.engine.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.limit.CountedRows;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.observe.TimedRows;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.Merger;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/** The rows of execution units merged within the bounds that the statement and the query set. One per execution. */
final class UnitsMerge {
    private final LogicStatement statement;
    private final DeployedPlan deployed;
    private final ShardExecution execution;

    UnitsMerge(LogicStatement statement, DeployedPlan deployed, ShardExecution execution) {
        this.statement = statement;
        this.deployed = deployed;
        this.execution = execution;
    }

    /** How many rows may be held; 0 for any number. */
    static long maxRowsHeld(LogicStatement statement, DeployedPlan deployed) {
        long configured = deployed.deployment().props().maxRowsInMemory();
        ExecutionBounds bounds = statement.results().bounds();
        return bounds == null ? configured : bounds.mostHeld(configured);
    }

    /**
     * The rows.
     *
     * @param shards the result sets of the units, open
     */
    MergedRows rows(MergePlan merge, List<ResultSet> shards, UnitParameters parameters) throws SQLException {
        MergedRows rows = TimedRows.of(
                () -> merged(merge, shards, parameters), statement.session().counters());
        return CountedRows.of(rows, statement.results().bounds());
    }

    private MergedRows merged(MergePlan merge, List<ResultSet> shards, UnitParameters parameters) throws SQLException {
        Dialect dialect = statement.session().dialect();
        MergeBounds bounds = new MergeBounds(
                execution.bounds().offset(),
                execution.bounds().count(),
                statement.options().maxRows,
                maxRowsHeld(statement, deployed));
        int[] unitOfRow = shards.size() > 1 && merge.concatenates() ? GeneratedKeyRows.unitOfRow(execution) : null;
        if (unitOfRow != null) {
            return Merger.inWrittenOrder(merge, shards, unitOfRow, bounds, dialect);
        }
        // The application may set new parameters while it reads.
        boolean reads = merge.readsParameters();
        return Merger.merge(merge, shards, bounds, reads ? parameters.values().clone() : null, dialect);
    }
}
