package org.shardingjdbc.dialect.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How rows and tables are written. The default answers are standard SQL's. */
public interface Writes {
    /** What stands behind a query so that no other transaction changes its rows; empty where none can. */
    default String lockingClause() {
        return " FOR UPDATE";
    }

    /**
     * Whether a write changes rows as they are now, where a query of the same transaction that locks nothing sees them
     * as they were when it began.
     */
    default boolean readsOlderRows() {
        return false;
    }

    /** What lets an INSERT give a value to a column that makes its own; empty where nothing is needed. */
    default String identityOverride() {
        return " OVERRIDING SYSTEM VALUE";
    }

    /** Whether the table of an INSERT may have an alias. */
    default boolean aliasesInsertTargets() {
        return false;
    }

    /** Whether the table of a DELETE may have an alias, and is then not named once more behind FROM. */
    default boolean aliasesDeleteTargets() {
        return true;
    }

    /** Whether VALUES may read the columns of the row that is inserted. */
    default boolean valuesReadRow() {
        return false;
    }

    /** Whether an INSERT without a list of columns may have fewer values than the table has columns. */
    default boolean fewerValuesThanColumns() {
        return false;
    }

    /** Whether a value that is selected for a column has the type of that column where it has none of its own. */
    default boolean typesFollowTarget() {
        return false;
    }

    /** Whether a value that was read first, and is inserted then, may be stored otherwise than by INSERT ... SELECT. */
    default boolean storesParametersOtherwise() {
        return false;
    }

    /** Whether assignments are made one after the other, so that the later ones read what the earlier ones wrote. */
    default boolean assignsInOrder() {
        return false;
    }

    /** Whether a row is replaced that is equal in columns which the statement names, be they unique or not. */
    default boolean replacesByNamedColumns() {
        return false;
    }

    /** Whether TRUNCATE takes several tables. */
    default boolean truncatesSeveral() {
        return true;
    }

    /** Whether CREATE TABLE ... AS may be told to take no rows, by WITH NO DATA behind it. */
    default boolean copiesWithoutRows() {
        return true;
    }

    /** Whether CREATE TABLE ... AS adds the columns of the query to those that it defines. */
    default boolean copiesAddColumns() {
        return false;
    }

    /** Whether a condition of constants in a view is worked out when the view is made. */
    default boolean evaluatesNewViews() {
        return false;
    }

    /**
     * What every table has beside its columns and tells its rows apart while they are locked, as it is written in SQL;
     * empty where there is nothing.
     */
    default List<String> rowPlaces() {
        return List.of();
    }

    /**
     * How a column is read as a text that is the same for all of its values that cannot be told apart, and for no
     * others.
     *
     * @return null where there is none
     */
    default @Nullable ValueForm exactText(int jdbcType, String typeName) {
        return null;
    }

    /** Whether UPDATE and DELETE of one table may have a LIMIT. */
    default boolean limitsRows() {
        return false;
    }

    /** Whether a write that finds no row is refused where the type of a value is not its column's. */
    default boolean checksUnusedValues() {
        return false;
    }
}
