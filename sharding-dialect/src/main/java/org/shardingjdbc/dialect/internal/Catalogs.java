package org.shardingjdbc.dialect.internal;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.Structures;

/**
 * How a database is asked what is in it, beyond what JDBC tells. The default answers ask INFORMATION_SCHEMA; a question
 * that is null is not asked.
 */
public interface Catalogs {
    /** A query for the name and the table of each index that the session finds without a schema. */
    default @Nullable String indexes() {
        return null;
    }

    /** A query, of a name, for the query of a view. */
    default String viewDefinition() {
        return "SELECT VIEW_DEFINITION FROM INFORMATION_SCHEMA.VIEWS WHERE UPPER(TABLE_NAME) = UPPER(?)"
                + " AND TABLE_SCHEMA = CURRENT_SCHEMA";
    }

    /** The function that prints the query of a view; null where none does. */
    default @Nullable String viewPrinter() {
        return null;
    }

    /**
     * SQL for the text that is in Base64, as URLs have it and without its end, between a mark and a quote of another
     * text, or that other text where it has no mark; null where the database cannot read Base64.
     *
     * @param mark needs no quoting
     * @param text SQL, without side effects
     */
    default @Nullable String decodedBehind(String mark, String text) {
        return null;
    }

    /** A query for what tells a server from others; null where users and roles are of a database. */
    default @Nullable String server() {
        return null;
    }

    /**
     * A query, three times of a schema and a table, for the indexes, constraints and triggers of the table: a row for
     * each of their columns with the name, whether it is the index of a constraint, and the column's name or NULL.
     */
    default String objects() {
        return """
                SELECT CONSTRAINT_NAME, FALSE, NULL FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS
                 WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
                UNION
                SELECT INDEX_NAME, FALSE, NULL FROM INFORMATION_SCHEMA.INDEXES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?
                UNION
                SELECT TRIGGER_NAME, FALSE, NULL FROM INFORMATION_SCHEMA.TRIGGERS
                 WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?""";
    }

    /** A query, of a schema and a table, for the names of the table's triggers. */
    default String triggers() {
        return "SELECT TRIGGER_NAME FROM INFORMATION_SCHEMA.TRIGGERS"
                + " WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?";
    }

    /**
     * A query, twice of a name, for what functions of that name are: AGGREGATE, ROWS, IMMUTABLE, STABLE, VOLATILE or
     * UNKNOWN.
     */
    default String functions() {
        return """
                SELECT CASE ROUTINE_TYPE
                            WHEN 'FUNCTION' THEN CASE IS_DETERMINISTIC WHEN 'YES' THEN 'IMMUTABLE' ELSE 'VOLATILE' END
                            ELSE 'UNKNOWN' END
                  FROM INFORMATION_SCHEMA.ROUTINES WHERE UPPER(ROUTINE_NAME) = UPPER(?) OR ROUTINE_NAME = ?""";
    }

    /**
     * A query for the name of each function that users have made and calls find without a schema, what it is as in
     * {@link #functions}, and whether it belongs to an extension; null where none is told.
     */
    default @Nullable String installedFunctions() {
        return null;
    }

    /**
     * A query, of a schema and a table, for INDEX_NAME, COLUMN_NAME and what in a column is not unique by itself; null
     * where JDBC tells it.
     */
    default @Nullable String uniqueKeys() {
        return null;
    }

    /**
     * The collation of each text column of a table, by the column's name; columns without one, or with the one that all
     * have, are left out.
     */
    default Map<String, String> collations(Connection connection, String schema, String table) throws SQLException {
        return Map.of();
    }

    /** The names of the columns of a table that {@code *} does not show, as stored. */
    default Set<String> invisibleColumns(Connection connection, String schema, String table) throws SQLException {
        return Set.of();
    }

    /** The schemas in which a table is looked for that no schema is said of, the first one first. */
    default List<String> searchPath(Connection connection, String table) throws SQLException {
        return List.of();
    }

    /**
     * The columns of a query as CREATE TABLE wants them.
     *
     * @param columns of the query's result
     * @param columnsSql a query of one table that returns no row
     * @return a definition for each; null when the catalog does not tell
     */
    default @Nullable List<String> columnDefinitions(
            Connection connection, ResultSetMetaData columns, String columnsSql) throws SQLException {
        return null;
    }

    /** What one connection leaves in its database for a moment, so that another one sees whether it is in the same. */
    default DatabaseToken leaveToken(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL();
        return other -> url.equals(other.getMetaData().getURL());
    }

    /**
     * A query of one row for what should be the same on the connections of all data sources, as expressions of a
     * session depend on it; each column is labelled by its setting. Null for nothing.
     */
    default @Nullable String settingsToBeAlike() {
        return null;
    }

    /** By its name, a query for each setting that a new connection must have as it is expected to be. */
    default Map<String, String> initialSettings() {
        return Map.of();
    }

    /**
     * The columns that drivers show as truth values and are defined as something else, each with the name of its type.
     *
     * @param schema with MySQL the database
     */
    default Map<String, String> shownAsTruth(Connection connection, String schema, String table) throws SQLException {
        return Map.of();
    }

    /** Whether NULL for a column that makes its own values asks for one, as DEFAULT does, on such a connection. */
    default boolean makesValueForNull(Connection connection) throws SQLException {
        return false;
    }

    /** Whether 0 does so as well. */
    default boolean makesValueForZero(Connection connection) throws SQLException {
        return false;
    }

    /** Whether SHOW ... LIKE compares names without case. */
    default boolean showsCaseless() {
        return false;
    }

    /**
     * A query for the schema, the name and the table of each index and sequence of a table, where JDBC lists these
     * among the tables when it is asked for them; null where it does not.
     */
    default @Nullable String ownedRelations() {
        return null;
    }

    /**
     * The condition, for rows of {@link Naming#catalogSchema} that are relations, that the session finds theirs without
     * a schema; null where a row says its schema.
     */
    default @Nullable String relationIsVisible() {
        return null;
    }

    /**
     * Whether queries of the catalogs are for the rows of the place where the session is, which they name by functions.
     */
    default boolean isAskedByPlace() {
        return false;
    }

    /** Whether a function that users have made is told to be an aggregate. */
    default boolean tellsAggregates() {
        return true;
    }

    /** How it tells and changes the definitions of tables. */
    default Structures structures() {
        return new Naming() {}::forms;
    }

    /**
     * What one connection leaves in its database for a moment, so that another one sees whether it is in the same. One
     * per connection; not thread-safe.
     */
    interface DatabaseToken extends AutoCloseable {
        /** Whether another connection is in the database where this token was left. */
        boolean isSeenBy(Connection other) throws SQLException;

        @Override
        default void close() throws SQLException {}
    }
}
