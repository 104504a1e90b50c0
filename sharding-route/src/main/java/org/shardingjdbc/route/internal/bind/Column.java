package org.shardingjdbc.route.internal.bind;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * A column that a name may mean.
 *
 * @param name as a star would label it
 * @param origin never null
 * @param term its number among the {@link Terms}, or -1 where no fact can be stated about it
 * @param base the table column that it is, or passes through unchanged; else null
 * @param schema the type of {@code base}, or null where it is not known
 */
public record Column(
        @Nullable String name,
        ColumnOrigin origin,
        int term,
        ColumnOrigin.@Nullable OfTable base,
        @Nullable ColumnSchema schema) {
    /** The same column under another name. */
    public Column named(@Nullable String otherName) {
        return new Column(otherName, origin, term, base, schema);
    }
}
