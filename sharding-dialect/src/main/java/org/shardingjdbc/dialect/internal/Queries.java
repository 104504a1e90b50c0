package org.shardingjdbc.dialect.internal;

/**
 * What names mean in a query and what its result looks like. The default answers are standard SQL's, in which an alias
 * is seen by ORDER BY alone.
 */
public interface Queries {
    /** How the columns of a join follow each other where a star stands for them. */
    enum StarOrder {
        /** Those of the left table, those of the right one; common ones at the place that each has in its table. */
        BY_TABLE,
        /** Common columns first, then the left table's, then the right one's. */
        COMMON_FIRST,
        /** Common columns first, as the table has them that keeps its rows; its others next. */
        COMMON_FIRST_AS_KEPT
    }

    /**
     * What ends a query in FROM where the database would take it for a part of the one around and then refuse DISTINCT,
     * as it does not find the expressions of ORDER BY among the items any more; empty where it does not.
     */
    default String keepingApart() {
        return "";
    }

    /**
     * What ends a query in FROM where the database would take it for a part of the one around, and then loses rows of a
     * comparison with ALL beside a window; empty where it does not.
     */
    default String keepingRowsOfAll() {
        return "";
    }

    /**
     * What ends a query in FROM where the database would take it for a part of the one around, and then confuse what it
     * computes beside an outer join: values where there is no row, or none where there is one. Empty where it does not.
     */
    default String keepingComputedValues() {
        return "";
    }

    /** How the first rows of a result are asked for. */
    default LimitForm limitForm() {
        return LimitForm.FETCH_FIRST;
    }

    /** How the columns of a join follow each other where a star stands for them. */
    default StarOrder starOrder() {
        return StarOrder.COMMON_FIRST;
    }

    /** Whether an item without an alias is labelled by its text. */
    default boolean labelsAreTexts() {
        return false;
    }

    /** Whether an alias is seen in expressions of HAVING and of GROUP BY, where FROM has no such name. */
    default boolean aliasesInExpressions() {
        return true;
    }

    /** Whether a subquery behind an item of the select list sees that item's alias. */
    default boolean aliasesInSubqueries() {
        return false;
    }

    /** Whether expressions of GROUP BY see aliases as well, and HAVING sees them before the columns of FROM. */
    default boolean aliasesInGroups() {
        return false;
    }

    /** Whether a name means the first output that has it, by its alias or its column, before any column of FROM. */
    default boolean outputsFirst() {
        return false;
    }

    /** Whether a name means a table of the database before it means a common table expression. */
    default boolean tablesBeforeCommonTables() {
        return false;
    }

    /** Whether a common table of WITH RECURSIVE may name those that stand behind it. */
    default boolean commonTablesSeeLater() {
        return false;
    }

    /** Whether IN looks at a row of the list that has NULLs as a row that could match. */
    default boolean listsMatchNulls() {
        return false;
    }

    /** Whether NULLs come first in an order that does not say where. */
    default boolean nullsFirst(boolean descending) {
        return !descending;
    }

    /** Whether the values of a set operation keep the types that their branches have. */
    default boolean branchesKeepTypes() {
        return false;
    }

    /** Whether groups are lost that have a window, a condition and an aggregate of distinct values. */
    default boolean losesWindowedGroups() {
        return false;
    }

    /** Whether a condition on a table that is a limited set operation decides which rows the limit counts. */
    default boolean losesLimitsOfSets() {
        return false;
    }

    /** Whether statements that check or mend tables answer with rows. */
    default boolean maintenanceReturnsRows() {
        return false;
    }

    /** Whether CALL answers with a row. */
    default boolean callsReturnRows() {
        return true;
    }

    /** Whether the order of a derived table is not kept by the query around it. */
    default boolean derivedTablesLoseOrder() {
        return false;
    }

    /** Whether the columns of system views are labelled as a statement writes them. */
    default boolean labelsOfSystemViewsAreTexts() {
        return false;
    }

    /** Whether an item without an alias is labelled by its expression as the database prints it. */
    default boolean labelsArePrinted() {
        return false;
    }

    /** Whether a cast is labelled by what it casts. */
    default boolean castsKeepLabels() {
        return false;
    }

    /** Whether an order may say where NULLs come. */
    default boolean ordersNulls() {
        return true;
    }

    /** Whether HAVING without GROUP BY makes all rows one group. */
    default boolean havingMakesGroup() {
        return true;
    }

    /**
     * Whether a locking read of a transaction may return rows that its plain reads do not see yet, because these look
     * at what was committed when the first of them began.
     */
    default boolean locksUnseenRows() {
        return true;
    }

    /** Whether a locking clause that names tables leaves the rows of the others alone. */
    default boolean locksNamedTablesOnly() {
        return true;
    }

    /** Whether CALL runs a procedure, and does not compute an expression. */
    default boolean callsProcedures() {
        return true;
    }

    /** How the first rows of a result are asked for. */
    enum LimitForm {
        /** As standard SQL does. */
        FETCH_FIRST("FETCH FIRST ", " ROWS ONLY"),
        /** As nearly all do. */
        LIMIT("LIMIT ", "");

        private final String before;
        private final String after;

        LimitForm(String before, String after) {
            this.before = before;
            this.after = after;
        }

        /** What stands before the number. */
        public String before() {
            return before;
        }

        /** What stands behind the number. */
        public String after() {
            return after;
        }
    }
}
