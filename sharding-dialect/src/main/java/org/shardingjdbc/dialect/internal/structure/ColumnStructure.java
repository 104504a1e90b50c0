package org.shardingjdbc.dialect.internal.structure;

import org.jspecify.annotations.Nullable;

/**
 * A column as its table defines it. Immutable.
 *
 * @param name as stored
 * @param type as a definition writes it, such as {@code varchar(40)}
 * @param nullable whether it may hold NULL
 * @param defaultValue an expression; null for none
 * @param generation the clause by which the database makes its values, such as {@code AUTO_INCREMENT}; null for none
 * @param collation null where it has none of its own
 */
public record ColumnStructure(
        String name,
        String type,
        boolean nullable,
        @Nullable String defaultValue,
        @Nullable String generation,
        @Nullable String collation) {
    /** Whether the database counts its values. */
    public boolean isCounted() {
        return generation != null && (generation.contains("IDENTITY") || generation.contains("AUTO_INCREMENT"))
                || defaultValue != null && defaultValue.startsWith("nextval(");
    }

    /** The type, with the collation where it has one of its own. */
    public String typeAndCollation() {
        return collation == null ? type : type + " COLLATE " + collation;
    }
}
