package org.shardingjdbc.plan.internal.fact;

import java.util.List;

/**
 * A table whose columns a plan takes by their places, while no result tells their names: they are asked for before the
 * plan is executed. Immutable.
 *
 * @param logicTable its name as rules know it
 * @param columns their names in the order that the plan counts on
 * @param queries by data source index, an actual query that returns all columns of an actual table and no row; an empty
 *     text where there is none
 */
public record WholeTable(String logicTable, List<String> columns, List<String> queries) {
    public WholeTable {
        columns = List.copyOf(columns);
        queries = List.copyOf(queries);
    }
}
