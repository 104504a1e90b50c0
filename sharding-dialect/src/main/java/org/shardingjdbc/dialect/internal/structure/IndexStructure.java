package org.shardingjdbc.dialect.internal.structure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index, or the index of a key. Immutable.
 *
 * @param name as stored
 * @param unique whether it admits equal rows once
 * @param primary whether it is the primary key's
 * @param columns as stored, in order; empty where it is not over whole columns and all rows
 * @param parts what it is over, as a definition writes it; {@code ?} where the catalog does not tell
 * @param condition what stands behind the parts, such as {@code WHERE (x > 0)}, or the kind of index before them, such
 *     as {@code FULLTEXT}; null for neither
 * @param constraint the constraint to which it belongs; null for none
 */
public record IndexStructure(
        String name,
        boolean unique,
        boolean primary,
        List<String> columns,
        List<String> parts,
        @Nullable String condition,
        @Nullable String constraint) {
    /** Copies the lists. */
    public IndexStructure {
        columns = List.copyOf(columns);
        parts = List.copyOf(parts);
    }

    /** What makes it the same as an index of another table: all but the names. */
    public String shape() {
        return (primary ? "primary key" : unique ? "unique index" : "index") + " (" + String.join(", ", parts) + ")"
                + (condition == null ? "" : " " + condition);
    }
}
