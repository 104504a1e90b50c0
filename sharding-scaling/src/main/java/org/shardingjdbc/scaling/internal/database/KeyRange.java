package org.shardingjdbc.scaling.internal.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Primary keys behind one, up to another one, in the order that the database gives them. Immutable.
 *
 * @param after the key behind which it begins, as {@link MovedRow#key} has it; null for the first key of all
 * @param to its last key; null for the last one of all
 */
public record KeyRange(
        @Nullable List<Object> after, @Nullable List<Object> to) {
    /** All keys. */
    public static final KeyRange ALL = new KeyRange(null, null);

    /** Copies the keys. */
    public KeyRange {
        after = after == null ? null : List.copyOf(after);
        to = to == null ? null : List.copyOf(to);
    }
}
