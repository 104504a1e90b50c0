package org.shardingjdbc.engine.internal.task.batch;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.DriverCounts;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.run.ShardWork;

/**
 * The driver batches of a PreparedStatement's batch: a task for each. One per execution; see {@link ShardWork} about
 * threads.
 */
public final class BatchWork implements ShardWork {
    private final DriverBatch[] batches;
    private final RowSets rowSets;
    private final Object @Nullable [][] generatedKeys;
    private final UnitStatements statements;
    private final long[][] counts;
    private final GeneratedKeyRows @Nullable [] keys;
    private final DriverCounts[] counters;

    /**
     * @param batches of drivers, ordered by data source
     * @param generatedKeys the keys of each row set; null where no generator makes keys
     */
    public BatchWork(
            List<DriverBatch> batches,
            RowSets rowSets,
            Object @Nullable [][] generatedKeys,
            UnitStatements statements) {
        this.batches = batches.toArray(new DriverBatch[0]);
        this.rowSets = rowSets;
        this.generatedKeys = generatedKeys;
        this.statements = statements;
        this.counts = new long[this.batches.length][];
        this.counters = new DriverCounts[this.batches.length];
        this.keys = statements.keys().wanted() ? new GeneratedKeyRows[this.batches.length] : null;
    }

    @Override
    public int size() {
        return batches.length;
    }

    @Override
    public int pieces() {
        return rowSets.size();
    }

    @Override
    public int dataSource(int task) {
        return batches[task].dataSource();
    }

    @Override
    public String sql(int task) {
        return batches[task].sql();
    }

    @Override
    public List<Object> parameters(int task) {
        DriverBatch batch = batches[task];
        int row = batch.row(0);
        return rowSets.describe(row, batch.execution(0), batch.unit(0), keysOf(row));
    }

    @Override
    public Statement open(PhysicalConnection connection, int task) throws SQLException {
        counters[task] = connection.pool().counts();
        return statements.prepare(connection, batches[task].sql());
    }

    @Override
    public void execute(Statement statement, int task) throws SQLException {
        PreparedStatement prepared = (PreparedStatement) statement;
        DriverBatch batch = batches[task];
        int size = batch.size();
        if (size == 1) {
            bind(prepared, batch, 0);
            prepared.execute();
            counts[task] = new long[] {Math.max(0, counters[task].updateCount(prepared))};
        } else {
            for (int member = 0; member < size; member++) {
                bind(prepared, batch, member);
                prepared.addBatch();
            }
            counts[task] = counters[task].executeBatch(prepared);
        }
        if (keys != null) {
            keys[task] = readKeys(prepared, batch);
        }
    }

    /** The sum of the counts that the driver returned. */
    @Override
    public long changed(int task) {
        long sum = 0;
        for (long count : counts[task]) {
            sum += Math.max(0, count);
        }
        return sum;
    }

    private GeneratedKeyRows readKeys(PreparedStatement prepared, DriverBatch batch) throws SQLException {
        GeneratedKeyRows told = GeneratedKeyRows.read(prepared);
        int[] rows = batch.execution(0).insertedRows(batch.unit(0));
        String distance = statements.distanceOfUntoldKeys();
        return rows == null || distance == null ? told : told.expanded(batch.size(), rows.length, prepared, distance);
    }

    private void bind(PreparedStatement prepared, DriverBatch batch, int member) throws SQLException {
        int row = batch.row(member);
        rowSets.bind(row, prepared, batch.execution(member), batch.unit(member), keysOf(row));
    }

    private Object @Nullable [] keysOf(int row) {
        return generatedKeys == null ? null : generatedKeys[row];
    }

    @Override
    public void close(Statement statement, int task) throws SQLException {
        statements.release(statement);
    }

    public DriverBatch batch(int task) {
        return batches[task];
    }

    /**
     * The update count of a member of a driver batch; {@link Statement#SUCCESS_NO_INFO} when the driver does not return
     * it.
     */
    public long count(int task, int member) {
        return counts[task] == null || member >= counts[task].length ? Statement.SUCCESS_NO_INFO : counts[task][member];
    }

    public boolean withKeys() {
        return keys != null;
    }

    public GeneratedKeyRows keys(int task) {
        return Objects.requireNonNull(keys, "no keys were asked for")[task];
    }
}
