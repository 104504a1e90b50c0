package org.shardingjdbc.engine.internal.statement.step.outer;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * A writing step that is executed for one row after the other, in batches. Opens its statement when the first row
 * comes. One per step, used by one thread; to be closed.
 */
public final class StepBatch implements AutoCloseable {
    private static final int ROWS_AT_ONCE = 500;

    private final OuterStatement outer;
    private final NestedStatement step;
    private final @Nullable WriteResult result;
    private final GeneratedKeyRequest keys;
    private @Nullable StepStatement opened;
    private int waiting;

    /** A step whose generated keys nobody wants. */
    public StepBatch(OuterStatement outer, NestedStatement step, @Nullable WriteResult result) {
        this(outer, step, result, GeneratedKeyRequest.NONE);
    }

    /** @param result takes what the step reports; null when nobody wants that */
    public StepBatch(
            OuterStatement outer, NestedStatement step, @Nullable WriteResult result, GeneratedKeyRequest keys) {
        this.keys = keys;
        this.outer = outer;
        this.step = step;
        this.result = result;
    }

    private StepStatement bound(CopiedValue[] row) throws SQLException {
        if (opened == null) {
            opened = outer.open(step, keys);
        }
        opened.bind(Arrays.asList(row));
        return opened;
    }

    /** Executes the step for a row, at once. */
    public void execute(CopiedValue[] row, boolean returning) throws SQLException {
        Objects.requireNonNull(result, "somebody wants it").execute(bound(row), returning, keys);
    }

    /** Executes the step for a row, at the latest with {@link #flush}. */
    public void add(CopiedValue[] row) throws SQLException {
        bound(row).add();
        waiting++;
        if (waiting == ROWS_AT_ONCE) {
            flush();
        }
    }

    public void flush() throws SQLException {
        if (waiting == 0) {
            return;
        }
        waiting = 0;
        try {
            for (long count : Objects.requireNonNull(opened, "rows wait").updateEach()) {
                if (result != null) {
                    // Where the driver returns no count, it wrote the one row that has the key.
                    result.add(count == Statement.SUCCESS_NO_INFO ? 1 : count);
                }
            }
        } catch (BatchUpdateException e) {
            throw e.getCause() instanceof SQLException cause ? cause : e;
        }
    }

    @Override
    public void close() throws SQLException {
        if (opened != null) {
            opened.close();
        }
    }
}
