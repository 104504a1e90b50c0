package org.shardingjdbc.route.internal.bind;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SelectItem;

/** What a column reference names. */
public sealed interface ColumnOrigin {
    /**
     * A column of a table.
     *
     * @param table where
     * @param column lower case
     */
    record OfTable(BoundTable table, String column) implements ColumnOrigin {}

    /**
     * A column of a derived table or a common table expression.
     *
     * @param query that makes it
     * @param output 0-based position among the query's output columns
     * @param base the table column that it passes through unchanged, or null when it is computed
     * @param place tells the places that name one common table expression from each other: their columns differ
     */
    record OfQuery(Query query, int output, @Nullable OfTable base, int place) implements ColumnOrigin {}

    /** The alias of a select item, in ORDER BY, GROUP BY or HAVING where the dialect sees aliases. */
    record OfAlias(SelectItem item) implements ColumnOrigin {}

    /** Not found, or not decidable without metadata that does not exist: the database will say. */
    record Unresolved() implements ColumnOrigin {}
}
