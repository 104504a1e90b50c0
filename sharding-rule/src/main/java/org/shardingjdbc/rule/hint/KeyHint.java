package org.shardingjdbc.rule.hint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sharding key of a connection, as JDBC 4.3 has it: values of sharding columns for statements that do not restrict
 * them. It decides where statements go; it does not filter rows. Immutable.
 *
 * @param superKey for the columns of a table's database strategy, in their order; null where {@code key} is for the
 *     sharding columns of both strategies
 * @param key for the sharding columns of a table in their order, or for those of its table strategy alone where there
 *     is a super key; null for none
 */
public record KeyHint(
        @Nullable List<Object> superKey, @Nullable List<Object> key) {
    /** Copies the lists. */
    public KeyHint {
        superKey = superKey == null ? null : Collections.unmodifiableList(new ArrayList<>(superKey));
        key = key == null ? null : Collections.unmodifiableList(new ArrayList<>(key));
    }

    /** The values for the columns that a database strategy asks for, where that is one by hints. */
    @Nullable
    List<Object> forDatabase() {
        return superKey == null ? key : superKey;
    }
}
