package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.plan.ShardExecution;
import java.util.Arrays;

/**
 * What goes to one data source as one batch of its driver: the same actual SQL for some units of some row sets, in
 * their order. Not thread-safe while it grows.
 */
final class BatchGroup {
    private static final int FIRST_CAPACITY = 16;

    private final int dataSource;
    private final String sql;
    private ShardExecution[] executions = new ShardExecution[FIRST_CAPACITY];
    private int[] rows = new int[FIRST_CAPACITY];
    private int[] units = new int[FIRST_CAPACITY];
    private int size;

    BatchGroup(int dataSource, String sql) {
        this.dataSource = dataSource;
        this.sql = sql;
    }

    int dataSource() {
        return dataSource;
    }

    String sql() {
        return sql;
    }

    void add(ShardExecution execution, int row, int unit) {
        if (size == rows.length) {
            executions = Arrays.copyOf(executions, 2 * size);
            rows = Arrays.copyOf(rows, 2 * size);
            units = Arrays.copyOf(units, 2 * size);
        }
        executions[size] = execution;
        rows[size] = row;
        units[size] = unit;
        size++;
    }

    int size() {
        return size;
    }

    ShardExecution execution(int member) {
        return executions[member];
    }

    /** Which row set of the batch a member belongs to, 0-based. */
    int row(int member) {
        return rows[member];
    }

    /** Which unit of its row set's execution a member is. */
    int unit(int member) {
        return units[member];
    }
}
