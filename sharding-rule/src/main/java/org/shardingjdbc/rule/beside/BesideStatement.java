package org.shardingjdbc.rule.beside;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A statement that is executed in addition to a write. Immutable. Consecutive statements with the same text are
 * executed as a batch, so a text should be a constant and not contain values.
 *
 * @param sql logic SQL that changes rows, with a {@code ?} for each value. It names logic tables, of which some rule
 *     says where they are; where it cannot be executed, the write beside which it stands fails with its error
 * @param values as many as there are placeholders, of classes that {@code setObject} takes; null for NULL
 * @param finds whether there has to be a row for it, so that the write fails (SHD-4137) where there is none. A row may
 *     be visible before what its transaction has written beside it in another database
 */
@Incubating
public record BesideStatement(String sql, List<@Nullable Object> values, boolean finds) {
    public BesideStatement {
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /** A statement that may find nothing. */
    public BesideStatement(String sql, List<@Nullable Object> values) {
        this(sql, values, false);
    }

    /** A statement with these values, which may find nothing. */
    public static BesideStatement of(String sql, @Nullable Object... values) {
        return new BesideStatement(sql, Arrays.asList(values));
    }
}
