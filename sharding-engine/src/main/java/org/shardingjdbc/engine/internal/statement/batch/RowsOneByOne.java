package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.batch.BatchFailure;
import org.shardingjdbc.error.ShardingException;

/**
 * A batch whose row sets take several steps: they are executed one after the other, all of them or none. One per
 * executeBatch, used by one thread.
 */
final class RowsOneByOne {
    private final LogicStatement statement;
    private final ExecutionRequest request;
    private final RowSets rowSets;

    RowsOneByOne(LogicStatement statement, ExecutionRequest request, RowSets rowSets) {
        this.statement = statement;
        this.request = request;
        this.rowSets = rowSets;
    }

    /**
     * Runs the batch.
     *
     * @return a count for each row set
     * @throws java.sql.BatchUpdateException when a row set failed
     */
    long[] execute() throws SQLException {
        List<GeneratedKeyRows> keys = new ArrayList<>();
        List<SQLWarning> warnings = new ArrayList<>();
        long[] counts = new long[rowSets.size()];
        StatementResults results = statement.results();
        try {
            statement.session().asOne(() -> {
                for (int row = 0; row < counts.length; row++) {
                    statement.executor().execute(statement, request.with(rowSets.parameters(row)));
                    counts[row] = results.updateCount();
                    if (results.keys() != null) {
                        keys.add(results.keys());
                    }
                    for (SQLWarning each = results.warnings(); each != null; each = each.getNextWarning()) {
                        warnings.add(each);
                    }
                    results.closeBetween();
                }
                return counts;
            });
        } catch (SQLException e) {
            throw BatchFailure.of(e, counts.length, false, null);
        } catch (ShardingException e) {
            throw BatchFailure.of(SqlErrors.from(e), counts.length, false, null);
        }
        for (SQLWarning each : warnings) {
            results.warnOnce(new SQLWarning(each.getMessage(), each.getSQLState(), each.getErrorCode()));
        }
        if (request.keys().wanted()) {
            results.generated(GeneratedKeyRows.together(keys));
        }
        return counts;
    }
}
