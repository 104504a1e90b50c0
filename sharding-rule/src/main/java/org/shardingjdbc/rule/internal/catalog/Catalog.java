package org.shardingjdbc.rule.internal.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * What is known of the tables' columns. Implementations load lazily, table by table, keep what they read until they are
 * told that it changed, and are safe for all threads.
 */
public interface Catalog {
    /** No data source. */
    int NOWHERE = -1;

    /** One of several data sources, and nobody knows which. */
    int AMBIGUOUS = -2;

    /**
     * The columns of a table.
     *
     * @param table of the rules, or what a statement names
     * @return null when no data source that should hold it has such a table
     */
    @Nullable
    TableSchema table(LogicTable table);

    /** The columns of a table; null also when a data source that should hold it cannot be asked. */
    default @Nullable TableSchema readableTable(LogicTable table) {
        return table(table);
    }

    /**
     * The columns that a query would return, asked of a data source without reading rows.
     *
     * @param dataSource index of the data source
     * @param actualSql a query without parameters, with actual table names
     * @return one schema for each column, or an empty list when the data source cannot tell
     */
    List<ColumnSchema> describe(int dataSource, String actualSql);

    /**
     * Finds a table that no rule names, among those that the {@code !SINGLE} patterns load.
     *
     * @param table its name, without a schema
     * @return index of its data source, or -1 when no data source has it
     * @throws org.shardingjdbc.error.ShardingException when several data sources have it
     */
    default int locate(String table) {
        return -1;
    }

    /**
     * Finds a table that no rule names, of another schema than that of the logic database.
     *
     * @return index of its data source, or -1 when no data source has it
     * @throws org.shardingjdbc.error.ShardingException when several data sources have it
     */
    default int locate(SchemaTable table) {
        return -1;
    }

    /** As {@link #locate(String)}, and {@link #AMBIGUOUS} when several data sources have it. */
    default int find(String table) {
        return locate(table);
    }

    /** As {@link #locate(SchemaTable)}, and {@link #AMBIGUOUS} when several data sources have it. */
    default int find(SchemaTable table) {
        return locate(table);
    }

    /**
     * The indexes of a data source that its connections find without a schema: each name, in lower case, with its
     * table.
     */
    default Map<String, String> indexes(int dataSource) {
        return Map.of();
    }

    /**
     * What the databases say of the functions of a name.
     *
     * @param name without qualifier
     */
    default FunctionNature function(String name) {
        return FunctionNature.UNKNOWN;
    }

    /**
     * The functions that users have made and that calls find without a schema, as far as the databases tell; several of
     * one name where they differ in their arguments.
     */
    default Set<InstalledFunction> installedFunctions() {
        return Set.of();
    }

    /** The indexes and constraints of an actual table; empty when there is no such table. */
    default List<TableObject> objects(int dataSource, String actualTable) {
        return List.of();
    }

    /**
     * The primary key and the unique keys of a table, each as its columns as stored. Actual tables are defined alike,
     * so one is asked.
     *
     * @param logicTable the name as rules know it
     * @return null when one of them is not over whole columns and all rows
     */
    default @Nullable List<List<String>> uniqueKeys(String logicTable) {
        return null;
    }

    /**
     * Why deleting a row and inserting it again would not be the same as updating it, whatever its columns: a trigger,
     * or a foreign key whose action would change other rows. Actual tables are defined alike, so one is asked.
     *
     * @param logicTable the name as rules know it
     * @return a clause for a message, or null when there is no reason
     */
    default @Nullable String moveObstacle(String logicTable) {
        return null;
    }

    /**
     * The table that a name without a schema means, of what the rules have under that name.
     *
     * @param ruled null where the rules have none
     * @return null where they have none, or one of another schema only
     */
    default @Nullable LogicTable own(@Nullable LogicTable ruled) {
        return ruled != null && ruled.place() != null ? databases().own(ruled) : ruled;
    }

    /** What the logic database and those behind it are called. */
    DatabaseNames databases();

    /**
     * The view over sharded tables of a name.
     *
     * @param name compared without case
     * @return null when no data source has it
     */
    default @Nullable LogicView view(String name) {
        return null;
    }

    /** Whether the views still mean what they meant when they were read; asked of their data sources. */
    default boolean isCurrent(List<LogicView> views) {
        return true;
    }

    /**
     * What tells the server of a data source from others, asked of itself: two data sources may be databases of one.
     */
    default String server(int dataSource) {
        return String.valueOf(dataSource);
    }

    /** Whether the data sources take NULL for a column that makes its own values as DEFAULT. */
    default boolean makesValueForNull() {
        return false;
    }

    /** Whether they take 0 so. */
    default boolean makesValueForZero() {
        return false;
    }

    /** Moves on whenever something that this catalog said may no longer be true. */
    default long version() {
        return 0;
    }
}
