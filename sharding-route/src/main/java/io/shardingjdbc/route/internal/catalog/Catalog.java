package io.shardingjdbc.route.internal.catalog;

import java.util.List;

/**
 * What is known of the tables' columns. Implementations load lazily, table by table, keep what they read until they are told
 * that it changed, and are safe for all threads.
 */
public interface Catalog {
    /**
     * The columns of a table.
     *
     * @param logicTable the name as rules know it, or as the SQL writes it for a table without a rule
     * @return null when no data source that should hold it has such a table
     */
    TableSchema table(String logicTable);

    /**
     * The columns that a query would return, asked of a data source without reading rows.
     *
     * @param dataSource index of the data source
     * @param actualSql a query without parameters, with actual table names
     * @return one schema for each column, or an empty list when the data source cannot tell
     */
    List<ColumnSchema> describe(int dataSource, String actualSql);
}
