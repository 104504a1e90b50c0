package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are pulled from the shards into a temporary table. Immutable.
 *
 * @param name what it is, for messages and explanations: a logic table as the statement names it, or the excerpt of a
 *     subquery
 * @param table the temporary table's name, unquoted, unique within its statement
 * @param rows reads its rows
 * @param columnsSql an actual query without parameters that returns no row, whose columns have the names and types of
 *     the leaf's
 * @param readsToTell whether they are those of a query, whose subqueries the database may run before it knows them
 * @param columnsDataSource index of the data source where that can be asked: the combining one if it has such a table
 * @param copies names of further temporary tables with the same rows
 */
public record Leaf(
        String name,
        String table,
        NestedStatement rows,
        String columnsSql,
        boolean readsToTell,
        int columnsDataSource,
        Keys keys,
        List<String> copies) {
    public Leaf {
        copies = List.copyOf(copies);
    }

    /**
     * How rows of it are found.
     *
     * @param key the columns, quoted, of the primary key that the table gets; empty when nothing asks for one
     * @param lookUps columns, quoted, by which queries find its rows anew for each row around them
     */
    public record Keys(List<String> key, List<String> lookUps) {
        /** Not by keys. */
        public static final Keys NONE = new Keys(List.of(), List.of());

        public Keys {
            key = List.copyOf(key);
            lookUps = List.copyOf(lookUps);
        }
    }

    /** The same, its rows read otherwise. */
    public Leaf reading(NestedStatement otherRows) {
        return new Leaf(name, table, otherRows, columnsSql, readsToTell, columnsDataSource, keys, copies);
    }

    /** All temporary tables with its rows. */
    public List<String> tables() {
        List<String> all = new ArrayList<>();
        all.add(table);
        all.addAll(copies);
        return all;
    }

    /** What reads its rows. */
    NestedStep step() {
        return NestedStep.planned("Leaf", String.join(", ", tables()) + " of " + name, rows);
    }
}
