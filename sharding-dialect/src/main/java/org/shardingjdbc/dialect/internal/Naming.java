package org.shardingjdbc.dialect.internal;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.NameForms;

/**
 * How a database writes, keeps and finds names. The default answers are standard SQL's: double quotes, names without
 * quotes in capitals, schemas in databases.
 */
public interface Naming {
    /** Where PostgreSQL and those that follow it have their built-in functions; no schema of others is called so. */
    String BUILT_IN_SCHEMA = "pg_catalog";

    /** The schema of standard SQL in which a database says what is in it. */
    String INFORMATION_SCHEMA = "information_schema";

    /** The mark around a quoted name. */
    default char quote() {
        return '"';
    }

    /** A name between quotes, whatever it contains. */
    default String quoted(String name) {
        String mark = String.valueOf(quote());
        return mark + name.replace(mark, mark + mark) + mark;
    }

    /** A name without quotes, as it is kept. */
    default String folded(String name) {
        return name.toUpperCase(Locale.ROOT);
    }

    /** Whether quotes keep a name from being folded; if not, they make no difference. */
    default boolean quotesKeepCase() {
        return true;
    }

    /** Whether each database says for itself whether names without quotes are kept in capitals or in small letters. */
    default boolean foldsAsConfigured() {
        return false;
    }

    /** The longest name, in bytes of UTF-8; on the safe side. */
    default int maxLength() {
        return 256;
    }

    /** Whether names that are too long are made shorter, in a way of the database's own where it makes them itself. */
    default boolean shortensNames() {
        return false;
    }

    /** Whether a database and a schema are one and the same, and a catalog to JDBC. */
    default boolean databasesAreSchemas() {
        return false;
    }

    /** Whether an index is named beside the other indexes of its table; if not, beside those of its schema. */
    default boolean indexesAreOfTables() {
        return false;
    }

    /** The expression for the schema of the session. */
    default String currentSchema() {
        return "CURRENT_SCHEMA";
    }

    /** What a function without arguments names. */
    enum Place {
        DATABASE,
        SCHEMA
    }

    /**
     * What a function without arguments names of the place where the session is.
     *
     * @param function in lower case
     * @return null when it names none
     */
    default @Nullable Place placeNamedBy(String function) {
        return switch (function) {
            case "database", "current_database", "current_catalog" -> Place.DATABASE;
            case "schema", "current_schema" -> Place.SCHEMA;
            default -> null;
        };
    }

    /**
     * The label of a function that names a place.
     *
     * @param function in lower case
     */
    default String labelOfPlace(String function, Place place) {
        return place == Place.SCHEMA ? "CURRENT_SCHEMA" : "CURRENT_CATALOG";
    }

    /** The type of the names of places, to which a text is cast; null where they are texts. */
    default @Nullable String typeOfPlaces() {
        return null;
    }

    /**
     * The type in which system views show the name of the logic database, which nobody folds, so that those find it who
     * fold the name of a database before they ask for it; null where nobody does.
     */
    default @Nullable String typeOfShownCatalog() {
        return null;
    }

    /** The type to which a text is cast that names a relation, in lower case; null where there is none. */
    default @Nullable String typeOfRelations() {
        return null;
    }

    /**
     * Where a function is given the name of a relation as a text.
     *
     * @param function in lower case
     * @param arguments how many it is given
     * @return the position of that argument, 0-based; -1 where it is given none
     */
    default int relationArgument(String function, int arguments) {
        return -1;
    }

    /** Whether such a function measures a relation, so that a sharded table has the sum of its actual tables. */
    default boolean measuresRelation(String function) {
        return false;
    }

    /** The schema, besides information_schema, whose views tell of tables by name, in lower case; null for none. */
    default @Nullable String catalogSchema() {
        return null;
    }

    /** The views of {@link #catalogSchema} that tell of tables by name, in lower case. */
    default Set<String> catalogViews() {
        return Set.of();
    }

    /** The schemas, in lower case, that hold what the database says of itself: no table of the application is there. */
    default Set<String> systemSchemas() {
        return Set.of(INFORMATION_SCHEMA);
    }

    /**
     * Whether a schema holds what the database says of itself.
     *
     * @param schema in any case
     */
    default boolean isSystemSchema(String schema) {
        return systemSchemas().contains(schema.toLowerCase(Locale.ROOT));
    }

    /** The same for who writes definitions. */
    default NameForms forms() {
        return new NameForms(quotesKeepCase(), this::folded, this::quoted);
    }

    /** Whether the name of a table is that of a type, too, of its rows. */
    default boolean tablesAreTypes() {
        return false;
    }
}
