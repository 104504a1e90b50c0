package org.shardingjdbc.engine.internal.task.batch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * One batch of a driver for one data source: the same actual SQL for some units of some row sets, in their order. Not
 * thread-safe while it grows.
 */
public final class DriverBatch {
    private static final int FIRST_CAPACITY = 16;

    private final int dataSource;
    private final String sql;
    private int[] rows = new int[FIRST_CAPACITY];
    private int size;
    /** The first member's execution, and that of all other members as long as there are no arrays. */
    @SuppressWarnings("NullAway.Init")
    private ChosenUnits execution;

    private int unit;
    /** Null while all members are the same unit of the same execution. */
    private ChosenUnits @Nullable [] executions;

    private int @Nullable [] units;

    DriverBatch(int dataSource, String sql) {
        this.dataSource = dataSource;
        this.sql = sql;
    }

    int dataSource() {
        return dataSource;
    }

    String sql() {
        return sql;
    }

    void add(ChosenUnits ofMember, int row, int unitOfMember) {
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
        }
        if (size == 0) {
            execution = ofMember;
            unit = unitOfMember;
        } else if (executions == null && (execution != ofMember || unit != unitOfMember)) {
            executions = new ChosenUnits[rows.length];
            units = new int[rows.length];
            Arrays.fill(executions, 0, size, execution);
            Arrays.fill(units, 0, size, unit);
        }
        if (executions != null && units != null) {
            if (size == units.length) {
                executions = Arrays.copyOf(executions, 2 * size);
                units = Arrays.copyOf(units, 2 * size);
            }
            executions[size] = ofMember;
            units[size] = unitOfMember;
        }
        rows[size] = row;
        size++;
    }

    public int size() {
        return size;
    }

    ChosenUnits execution(int member) {
        return executions == null ? execution : executions[member];
    }

    /** The row set of the batch to which a member belongs, 0-based. */
    public int row(int member) {
        return rows[member];
    }

    /** The unit that a member is in its row set's execution. */
    public int unit(int member) {
        return units == null ? unit : units[member];
    }
}
