package org.shardingjdbc.dialect.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a database makes tables that only their connection sees, fills them and lets them go. */
public interface Temporaries {
    /** Whether they can be made to end with the transaction that made them. */
    default boolean endWithTransaction() {
        return false;
    }

    /**
     * Makes an empty table.
     *
     * @param columnsSql a query that returns no row; the table gets its columns
     */
    String create(String table, String columnsSql);

    /**
     * Makes an empty table.
     *
     * @param definitions its columns, in parentheses
     */
    String createOf(String table, String definitions);

    /** Makes a table with the columns and rows of another. */
    default String copy(String table, String copied) {
        return create(table, "SELECT * FROM " + copied);
    }

    /**
     * What selects a text column so that a table made of it compares and orders its values by their characters alone:
     * case, accents and trailing blanks count.
     *
     * @param column as SQL names it
     */
    default String exactText(String column) {
        return column;
    }

    /** Removes a table that may be there; null where the end of the transaction does. */
    @Nullable
    String drop(String table);

    /** How the names of the schemas begin in which metadata of results show them; null where those show none. */
    default @Nullable String schemaPrefix() {
        return null;
    }

    /** Whether a statement may name such a table but once. */
    default boolean readOnceByAStatement() {
        return false;
    }

    /**
     * Makes the next statement read without locks, outside of a transaction; null where statements that make tables do
     * anyway.
     */
    default @Nullable String readNextWithoutLocks() {
        return null;
    }

    /**
     * What stands behind INSERT or SELECT so that dates which are stored already may be stored again. Empty where
     * nothing is needed.
     */
    default String hintForAnyDate() {
        return "";
    }

    /**
     * What stands before INSERT so that a value which a column cannot hold is refused, and not cut, whatever the
     * session lets pass. Empty where nothing is needed.
     */
    default String strictly() {
        return "";
    }

    /**
     * Whether the average of a function is declared with fewer digits than its values have, so that a table which is
     * made of it does not take them: of {@code AVG(DAYOFWEEK(d))}, 4.0000, DECIMAL(4,4).
     */
    default boolean narrowsAverages() {
        return false;
    }

    /**
     * What inserts any number of rows by one parameter for each column, each a list of the values that the rows have in
     * it ({@link #listed}), so that neither text nor parameters grow with the rows; null where no statement does, or
     * where values of one of these types could be others then.
     *
     * @param types of the columns, as the driver names them; all are read as texts
     */
    default @Nullable String insertByColumns(String table, List<String> types) {
        return null;
    }

    /**
     * The parameter for a column.
     *
     * @param values as the driver shows them as texts; null for NULL
     */
    default String listed(List<@Nullable String> values) {
        throw new UnsupportedOperationException("no statement inserts by columns");
    }

    /** Makes an index of a column; null where none is made. */
    default @Nullable String index(String table, String column) {
        return null;
    }

    /**
     * Tells the database how many rows and which values the tables have; null where it looks by itself.
     *
     * @param tables separated by commas
     */
    default @Nullable String count(String tables) {
        return null;
    }

    /** Whether it matters that such a table has a primary key: queries may rely on what it decides. */
    default boolean heedsPrimaryKeys() {
        return false;
    }

    /** Whether a computed text of fixed length is the same in such a table. */
    default boolean keepsFixedTexts() {
        return true;
    }
}
