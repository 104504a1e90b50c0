package org.shardingjdbc.engine.internal.task.batch;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.transaction.IncompleteCommitException;

/**
 * The BatchUpdateException of a batch that failed on its shards. Its counts are those of the row sets that the
 * application added: a count where the row set is written, {@link Statement#EXECUTE_FAILED} where it is not, or will
 * not be because the whole batch is taken back.
 */
public final class BatchFailure {
    private BatchFailure() {}

    /**
     * @param error what the execution threw; an error that says which data sources have committed stays as it is
     * @param rowSets how many row sets the batch has
     * @param kept whether what succeeded before the failure stays; only possible when a single driver batch ran
     * @param only that driver batch, or null
     */
    public static SQLException of(SQLException error, int rowSets, boolean kept, @Nullable DriverBatch only) {
        if (error instanceof IncompleteCommitException) {
            return error;
        }
        long[] counts = new long[rowSets];
        Arrays.fill(counts, Statement.EXECUTE_FAILED);
        BatchUpdateException ofDriver = find(error);
        String row = "";
        if (only != null && ofDriver != null) {
            long[] driverCounts = ofDriver.getLargeUpdateCounts();
            int failed = firstFailure(driverCounts, only.size());
            if (failed >= 0) {
                row = " (row set " + (only.row(failed) + 1) + " of the batch)";
            }
            if (kept) {
                take(counts, driverCounts, only);
            }
        }
        BatchUpdateException result = new BatchUpdateException(
                error.getMessage() + row, error.getSQLState(), error.getErrorCode(), counts, error);
        SQLException next = error.getNextException() != null ? error.getNextException() : nextOf(ofDriver);
        if (next != null) {
            result.setNextException(next);
        }
        return result;
    }

    private static @Nullable SQLException nextOf(@Nullable BatchUpdateException ofDriver) {
        return ofDriver == null ? null : ofDriver.getNextException();
    }

    private static void take(long[] counts, long[] driverCounts, DriverBatch only) {
        for (int member = 0; member < Math.min(only.size(), driverCounts.length); member++) {
            counts[only.row(member)] = driverCounts[member];
        }
    }

    /** The first member that failed; -1 when the driver does not say. */
    private static int firstFailure(long[] driverCounts, int members) {
        int first = -1;
        int failures = 0;
        for (int i = 0; i < driverCounts.length; i++) {
            if (driverCounts[i] == Statement.EXECUTE_FAILED) {
                first = first < 0 ? i : first;
                failures++;
            }
        }
        if (failures == 0 && driverCounts.length < members) {
            // Drivers that stop at the first failure tell the counts before it.
            return driverCounts.length;
        }
        return failures == 1 || first > 0 ? first : -1;
    }

    private static @Nullable BatchUpdateException find(Throwable error) {
        Throwable at = error;
        for (int depth = 0; at != null && depth < 10; depth++) {
            if (at instanceof BatchUpdateException found) {
                return found;
            }
            at = at.getCause();
        }
        return null;
    }
}
