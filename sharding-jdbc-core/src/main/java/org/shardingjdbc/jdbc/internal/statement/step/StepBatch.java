package org.shardingjdbc.jdbc.internal.statement.step;

import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.value.CopiedValue;
import org.shardingjdbc.plan.internal.operator.NestedStatement;

/**
 * A writing step that is executed for one row after the other, in batches. Opened when the first row comes. One per
 * step, used by one thread; to be closed.
 */
final class StepBatch implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 500;

    private final NestedRuns runs;
    private final NestedStatement step;
    private final WriteResult result;
    private final GeneratedKeyRequest keys;
    private PreparedStatement prepared;
    private int waiting;

    /** A step whose generated keys nobody wants. */
    StepBatch(NestedRuns runs, NestedStatement step, WriteResult result) {
        this(runs, step, result, GeneratedKeyRequest.NONE);
    }

    /** @param result takes what the step reports; null when nobody is told */
    StepBatch(NestedRuns runs, NestedStatement step, WriteResult result, GeneratedKeyRequest keys) {
        this.keys = keys;
        this.runs = runs;
        this.step = step;
        this.result = result;
    }

    private PreparedStatement bound(CopiedValue[] row) throws SQLException {
        if (prepared == null) {
            prepared = runs.open(step, keys);
        }
        runs.resume(prepared);
        runs.bind(prepared, step, Arrays.asList(row));
        return prepared;
    }

    /** Executes it for a row, at once. */
    void execute(CopiedValue[] row, boolean returning) throws SQLException {
        result.execute(bound(row), returning, keys);
    }

    /** Executes it for a row, at the latest with {@link #flush}. */
    void add(CopiedValue[] row) throws SQLException {
        bound(row).addBatch();
        waiting++;
        if (waiting == ROWS_AT_ONCE) {
            flush();
        }
    }

    void flush() throws SQLException {
        if (waiting == 0) {
            return;
        }
        waiting = 0;
        try {
            for (long count : prepared.executeLargeBatch()) {
                if (result != null) {
                    // A driver that does not tell wrote the one row that has the key.
                    result.add(count == Statement.SUCCESS_NO_INFO ? 1 : count);
                }
            }
        } catch (BatchUpdateException e) {
            throw e.getCause() instanceof SQLException cause ? cause : e;
        }
    }

    @Override
    public void close() throws SQLException {
        if (prepared != null) {
            prepared.close();
        }
    }
}
