package org.shardingjdbc.rule.beside;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * What a write does to a row, as far as a rule asked for it. Immutable; values are those of the columns that
 * {@link WritesBeside#columns} names, in their order, as the application writes and sees them, null for NULL.
 *
 * @param before of the row as it was, as many as there are columns; null for a new one
 * @param after of the row as it will be, as many as there are columns; null for one that goes. Not both are null
 */
@Incubating
public record RowChange(
        @Nullable List<@Nullable Object> before, @Nullable List<@Nullable Object> after) {
    public RowChange {
        before = before == null ? null : Collections.unmodifiableList(new ArrayList<>(before));
        after = after == null ? null : Collections.unmodifiableList(new ArrayList<>(after));
    }

    /** Whether the row is a new one. */
    public boolean isInsert() {
        return before == null;
    }

    /** Whether the row goes. */
    public boolean isDelete() {
        return after == null;
    }
}
