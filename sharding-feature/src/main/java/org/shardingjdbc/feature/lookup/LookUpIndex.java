package org.shardingjdbc.feature.lookup;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the rows of a sharded table by some of its columns. Its entries are rows of a logic table of their own, the
 * look-up table, whose columns have the names of those that they are copies of: the looked-up columns, then the
 * sharding columns of the table, then its primary key where several rows may have the same values, then the covered
 * columns. A row with NULL in a looked-up column has no entry. Immutable.
 *
 * <pre>{@code
 * LookUpIndex.unique("t_order_by_no", "order_no")
 * LookUpIndex.of("t_order_by_buyer", List.of("id"), "buyer").covering("status")
 * }</pre>
 *
 * @param columns the looked-up columns; empty where they are missing, which is reported as a mistake when the rule is
 *     compiled
 * @param unique whether no two rows have the same values in them
 * @param table the logic table with the entries; null where it is missing, which is reported as well
 * @param primaryKey the columns that tell rows with the same values apart; not needed where {@code unique}
 * @param covering further columns of which entries have the values
 */
public record LookUpIndex(
        List<String> columns, boolean unique, @Nullable String table, List<String> primaryKey, List<String> covering) {
    public LookUpIndex {
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
        covering = List.copyOf(covering);
    }

    /** One by which at most one row is found. */
    public static LookUpIndex unique(String table, String... columns) {
        return new LookUpIndex(List.of(columns), true, table, List.of(), List.of());
    }

    /** One by which several rows may be found. */
    public static LookUpIndex of(String table, List<String> primaryKey, String... columns) {
        return new LookUpIndex(List.of(columns), false, table, primaryKey, List.of());
    }

    /** The same, whose entries also have the values of these columns. */
    public LookUpIndex covering(String... covered) {
        return new LookUpIndex(columns, unique, table, primaryKey, List.of(covered));
    }
}
