package org.shardingjdbc.rule.lookup;

import java.util.List;

/**
 * A table that tells where rows of another one are: by values of some of its columns, those of its sharding columns. It
 * is asked by a query of its own, in the session's transaction, when a statement compares all looked-up columns with
 * values and restricts no sharding column. What the statement asks stays in its SQL, so that an entry may point to rows
 * that are not there, and mean nothing; but where rows are of which the statement is true, an entry must tell.
 * Immutable.
 *
 * @param name what explanations call it
 * @param columns the looked-up columns, as the table has them; not empty
 * @param table the logic table that is asked: it may be sharded itself, best by {@code keys}, or be any other one
 * @param keys its columns that hold values of {@code columns}, in their order, equal by the same collation
 * @param gives sharding columns of the table; not empty
 * @param from the columns of {@code table} that hold their values, in that order
 */
public record LookUp(
        String name, List<String> columns, String table, List<String> keys, List<String> gives, List<String> from) {
    /** @throws IllegalArgumentException when lists that belong together have different sizes, or are empty */
    public LookUp {
        columns = List.copyOf(columns);
        keys = List.copyOf(keys);
        gives = List.copyOf(gives);
        from = List.copyOf(from);
        boolean fits = columns.size() == keys.size() && gives.size() == from.size();
        if (!fits || columns.isEmpty() || gives.isEmpty()) {
            throw new IllegalArgumentException("look-up " + name + ": a column for each column");
        }
    }
}
