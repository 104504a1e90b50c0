package org.shardingjdbc.engine.internal.batch;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.ShardWork;
import org.shardingjdbc.engine.internal.execute.pool.DriverCounts;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.task.UnitStatements;

/**
 * The driver batches of a PreparedStatement's batch: a task for each group. One per execution; see {@link ShardWork}
 * about threads.
 */
public final class BatchWork implements ShardWork {
    private final BatchGroup[] groups;
    private final RowSets rowSets;
    private final Object[][] generatedKeys;
    private final UnitStatements statements;
    private final long[][] counts;
    private final GeneratedKeyRows[] keys;
    private final DriverCounts[] counters;

    /**
     * @param groups ordered by data source
     * @param generatedKeys of each row set; null where no generator makes them
     */
    public BatchWork(List<BatchGroup> groups, RowSets rowSets, Object[][] generatedKeys, UnitStatements statements) {
        this.groups = groups.toArray(new BatchGroup[0]);
        this.rowSets = rowSets;
        this.generatedKeys = generatedKeys;
        this.statements = statements;
        this.counts = new long[this.groups.length][];
        this.counters = new DriverCounts[this.groups.length];
        this.keys = statements.keys().wanted() ? new GeneratedKeyRows[this.groups.length] : null;
    }

    @Override
    public int size() {
        return groups.length;
    }

    @Override
    public int pieces() {
        return rowSets.size();
    }

    @Override
    public int dataSource(int task) {
        return groups[task].dataSource();
    }

    @Override
    public String sql(int task) {
        return groups[task].sql();
    }

    @Override
    public List<Object> parameters(int task) {
        BatchGroup group = groups[task];
        int row = group.row(0);
        return rowSets.describe(row, group.execution(0), group.unit(0), keysOf(row));
    }

    @Override
    public Statement open(PhysicalConnection connection, int task) throws SQLException {
        counters[task] = connection.pool().counts();
        return statements.prepare(connection, groups[task].sql());
    }

    @Override
    public void execute(Statement statement, int task) throws SQLException {
        PreparedStatement prepared = (PreparedStatement) statement;
        BatchGroup group = groups[task];
        int size = group.size();
        if (size == 1) {
            bind(prepared, group, 0);
            prepared.execute();
            counts[task] = new long[] {Math.max(0, counters[task].updateCount(prepared))};
        } else {
            for (int member = 0; member < size; member++) {
                bind(prepared, group, member);
                prepared.addBatch();
            }
            counts[task] = counters[task].executeBatch(prepared);
        }
        if (keys != null) {
            keys[task] = readKeys(prepared, group);
        }
    }

    /** All that its driver told. */
    @Override
    public long changed(int task) {
        long sum = 0;
        for (long count : counts[task]) {
            sum += Math.max(0, count);
        }
        return sum;
    }

    private GeneratedKeyRows readKeys(PreparedStatement prepared, BatchGroup group) throws SQLException {
        GeneratedKeyRows told = GeneratedKeyRows.read(prepared);
        int[] rows = group.execution(0).insertedRows(group.unit(0));
        String distance = statements.distanceOfUntoldKeys();
        boolean all = rows == null || distance == null;
        return all ? told : told.expanded(group.size(), rows.length, prepared, distance);
    }

    private void bind(PreparedStatement prepared, BatchGroup group, int member) throws SQLException {
        int row = group.row(member);
        rowSets.bind(row, prepared, group.execution(member), group.unit(member), keysOf(row));
    }

    private Object[] keysOf(int row) {
        return generatedKeys == null ? null : generatedKeys[row];
    }

    @Override
    public void close(Statement statement, int task) throws SQLException {
        statements.release(statement);
    }

    public BatchGroup group(int task) {
        return groups[task];
    }

    /** The update count of a member of a group; {@link Statement#SUCCESS_NO_INFO} when the driver does not tell it. */
    public long count(int task, int member) {
        return counts[task] == null || member >= counts[task].length ? Statement.SUCCESS_NO_INFO : counts[task][member];
    }

    public boolean withKeys() {
        return keys != null;
    }

    public GeneratedKeyRows keys(int task) {
        return keys[task];
    }
}
