package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.task.batch.BatchFailure;
import org.shardingjdbc.engine.internal.task.batch.BatchWork;
import org.shardingjdbc.engine.internal.task.batch.DriverBatch;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The result of a batch of row sets: a count for each of them, the generated keys in their order, or a failure. One per
 * batch.
 */
final class RowBatchResult {
    private final ExecutionRequest request;
    private final ShardPlan plan;
    private final ChosenUnits[] executions;
    private final Object @Nullable [][] generated;
    private final RowSets rowSets;

    /**
     * @param executions of each row set
     * @param generated keys of each row set; null where no generator makes keys
     * @param rowSets with their values
     */
    RowBatchResult(
            ExecutionRequest request, ChosenUnits[] executions, Object @Nullable [][] generated, RowSets rowSets) {
        this.rowSets = rowSets;
        this.request = request;
        this.plan = (ShardPlan) request.deployed().plan();
        this.executions = executions;
        this.generated = generated;
    }

    /** A count for each row set. */
    long[] counts(BatchWork work) {
        long[] counts = new long[executions.length];
        int batchCount = work.size();
        for (int batch = 0; batch < batchCount; batch++) {
            DriverBatch members = work.batch(batch);
            for (int i = 0; i < members.size(); i++) {
                int row = members.row(i);
                if (executions[row].replicated() && members.unit(i) > 0) {
                    continue;
                }
                counts[row] = sum(counts[row], work.count(batch, i));
            }
        }
        return counts;
    }

    /** The sum; unknown where a driver does not return one of the counts. */
    private static long sum(long left, long right) {
        return left == Statement.SUCCESS_NO_INFO || right == Statement.SUCCESS_NO_INFO
                ? Statement.SUCCESS_NO_INFO
                : left + right;
    }

    /** The generated keys that the application asked for, in the order of the row sets; or null. */
    @Nullable
    GeneratedKeyRows keys(BatchWork work) {
        GeneratedKeyRequest keys = request.keys();
        if (!keys.wanted()) {
            return null;
        }
        GeneratedKeyRows ofDrivers = work.withKeys()
                ? GeneratedKeyRows.seen(keysInOrder(work), plan.rules().columns())
                : null;
        GeneratedKeys generator = plan.generatedKeys();
        Object[] made = generated == null || generator == null ? new Object[0] : all(generator, generated);
        String column = made.length == 0 || generator == null
                ? null
                : generator.generation().column();
        boolean told = keys.areTold(
                ofDrivers, made.length, column, request.deployed().deployment().dialect());
        return column == null || told ? ofDrivers : GeneratedKeyRows.made(column, made);
    }

    /**
     * The failure as a batch reports it.
     *
     * @param undone whether nothing of the batch remains
     */
    SQLException failure(SQLException error, BatchWork work, boolean undone) {
        DriverBatch only = work.size() == 1 ? work.batch(0) : null;
        return BatchFailure.of(error, executions.length, only != null && !undone, only);
    }

    private Object[] all(GeneratedKeys generator, Object[][] keys) {
        List<Object> all = new ArrayList<>();
        Object[] values = new Object[rowSets.width()];
        for (int row = 0; row < keys.length; row++) {
            rowSets.values(row, values);
            all.addAll(Arrays.asList(generator.shown(keys[row], values)));
        }
        return all.toArray();
    }

    private GeneratedKeyRows keysInOrder(BatchWork work) {
        GeneratedKeyRows[][] ofUnits = new GeneratedKeyRows[executions.length][];
        for (int row = 0; row < executions.length; row++) {
            ofUnits[row] = new GeneratedKeyRows[executions[row].size()];
        }
        for (int batch = 0; batch < work.size(); batch++) {
            DriverBatch members = work.batch(batch);
            GeneratedKeyRows ofBatch = work.keys(batch);
            int each = ofBatch.size() / members.size();
            boolean even = each * members.size() == ofBatch.size();
            for (int i = 0; i < members.size(); i++) {
                GeneratedKeyRows part =
                        even ? ofBatch.part(i * each, each) : ofBatch.part(0, i == 0 ? ofBatch.size() : 0);
                ofUnits[members.row(i)][members.unit(i)] = part;
            }
        }
        List<GeneratedKeyRows> ordered = new ArrayList<>();
        for (int row = 0; row < executions.length; row++) {
            ordered.add(GeneratedKeyRows.inOrder(executions[row], ofUnits[row]));
        }
        return GeneratedKeyRows.together(ordered);
    }
}
