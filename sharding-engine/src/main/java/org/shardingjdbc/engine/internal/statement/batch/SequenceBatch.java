package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import org.shardingjdbc.dialect.internal.SeveralStatements;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.transaction.IncompleteCommitException;

/**
 * The batch of a PreparedStatement whose text has several statements. Executes all of them for each row set, until one
 * fails. One per executeBatch, used by one thread.
 */
final class SequenceBatch {
    private final LogicStatement statement;
    private final DeployedPlan deployed;
    private final RowSets rowSets;

    SequenceBatch(LogicStatement statement, DeployedPlan deployed, RowSets rowSets) {
        this.statement = statement;
        this.deployed = deployed;
        this.rowSets = rowSets;
    }

    private static SeveralStatements.BatchCount countOf(DeployedPlan deployed) {
        return Objects.requireNonNull(deployed.deployment().dialect().drivers().severalStatements(), "it takes several")
                .batchCount();
    }

    /** @throws ShardingException where the driver's batch cannot count such texts */
    static void requirePossible(DeployedPlan deployed) {
        if (countOf(deployed) == SeveralStatements.BatchCount.REFUSED) {
            throw new ShardingException(
                    ErrorCode.JDBC_FEATURE_REFUSED,
                    "A text of several statements in a batch",
                    "a batch has one count for each text; add the statements one by one");
        }
    }

    /**
     * The count of a text in a batch.
     *
     * @param first the count of the text's first statement
     */
    static long count(DeployedPlan deployed, long first) {
        return countOf(deployed) == SeveralStatements.BatchCount.FIRST ? first : Statement.SUCCESS_NO_INFO;
    }

    /**
     * Runs the batch.
     *
     * @return a count for each row set
     * @throws java.sql.BatchUpdateException when a row set failed
     */
    long[] execute() throws SQLException {
        requirePossible(deployed);
        long[] counts = new long[rowSets.size()];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        for (int row = 0; row < counts.length; row++) {
            try {
                statement
                        .executor()
                        .execute(statement, ExecutionRequest.counting(deployed).with(rowSets.parameters(row)));
                counts[row] = count(deployed, Math.max(0, statement.results().updateCount()));
                statement.results().closeBetween();
            } catch (SQLException e) {
                throw failure(e, counts);
            } catch (ShardingException e) {
                throw failure(SqlErrors.from(e), counts);
            }
        }
        return counts;
    }

    /** The failure of the batch. Row sets that were executed before stay. */
    private static SQLException failure(SQLException error, long[] counts) {
        if (error instanceof IncompleteCommitException) {
            return error;
        }
        return new BatchUpdateException(error.getMessage(), error.getSQLState(), error.getErrorCode(), counts, error);
    }
}
