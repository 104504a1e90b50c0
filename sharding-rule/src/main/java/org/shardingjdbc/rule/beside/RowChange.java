package org.shardingjdbc.rule.beside;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How a write changes a row, in the columns that a rule asked for. Immutable; values are those of the columns that
 * {@link WritesBeside#columns} names, in their order, as the application writes and sees them, null for NULL.
 *
 * @param before the values before, one for each column; null for a new row
 * @param after the values after, one for each column; null for a deleted row. They are not both null
 */
@Incubating
public record RowChange(
        @Nullable List<@Nullable Object> before, @Nullable List<@Nullable Object> after) {
    public RowChange {
        before = before == null ? null : Collections.unmodifiableList(new ArrayList<>(before));
        after = after == null ? null : Collections.unmodifiableList(new ArrayList<>(after));
    }

    /** Whether the row is new. */
    public boolean isInsert() {
        return before == null;
    }

    /** Whether the row is deleted. */
    public boolean isDelete() {
        return after == null;
    }
}
