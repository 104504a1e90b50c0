package org.shardingjdbc.rule.internal.catalog;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * What the logic database is called, and what the databases behind it: so that a qualifier is known to mean the logic
 * database, one of those behind it, or a foreign place. Names compare without case. Immutable.
 */
public final class DatabaseNames {
    private final Dialect dialect;
    private final String logic;
    private final List<Physical> physical;
    private final List<Physical> left;
    private final @Nullable String commonCatalog;
    private final @Nullable String commonSchema;

    /**
     * Where the connections of a data source are.
     *
     * @param catalog the database; null or empty when there is none
     * @param schema the schema in it; null where the database itself is the schema, or when there is none
     */
    public record Physical(
            @Nullable String catalog, @Nullable String schema) {}

    /** What a qualifier means. */
    public enum Meaning {
        /** Where unqualified names are looked up: the logic database. */
        LOGIC,
        /** The place of some data sources, but not of all of them. */
        PHYSICAL,
        /** A place that belongs to no data source. */
        FOREIGN
    }

    /**
     * @param logic the name of the logic database
     * @param physical by data source
     */
    public DatabaseNames(Dialect dialect, String logic, List<Physical> physical) {
        this(dialect, logic, physical, List.of());
    }

    /** @param left where the connections of the data sources were before they were switched to another place */
    private DatabaseNames(Dialect dialect, String logic, List<Physical> physical, List<Physical> left) {
        this.left = List.copyOf(left);
        this.dialect = dialect;
        this.logic = logic;
        this.physical = List.copyOf(physical);
        this.commonCatalog = common(false);
        this.commonSchema = common(true);
    }

    /** The name that all data sources have in common, or null. */
    private @Nullable String common(boolean schema) {
        String common = null;
        for (Physical place : physical) {
            String name = name(place, schema);
            if (name == null || common != null && !common.equals(name)) {
                return null;
            }
            common = name;
        }
        return common;
    }

    private static @Nullable String name(Physical place, boolean schema) {
        String name = schema ? place.schema : place.catalog;
        return name == null || name.isEmpty() ? null : name;
    }

    /** The names of the same logic database for sessions whose connections are elsewhere. */
    public DatabaseNames elsewhere(List<Physical> places) {
        return new DatabaseNames(dialect, logic, places, physical);
    }

    /** Whose names they are. */
    public Dialect dialect() {
        return dialect;
    }

    /** The name of the logic database. */
    public String logic() {
        return logic;
    }

    /**
     * The catalog that the application sees: what all data sources call theirs, else the logic database; null when they
     * are in none.
     */
    public @Nullable String shownCatalog() {
        return commonCatalog != null || !knows(false) ? commonCatalog : logic;
    }

    /** The schema that the application sees, as {@link #shownCatalog} the catalog. */
    public @Nullable String shownSchema() {
        return commonSchema != null || !knows(true) ? commonSchema : logic;
    }

    private boolean knows(boolean schema) {
        return physical.stream().anyMatch(place -> name(place, schema) != null);
    }

    /** What the application calls a catalog: the logic one where it is the place of a data source. */
    public @Nullable String shownCatalog(String catalog) {
        return catalog(catalog) == Meaning.FOREIGN ? catalog : shownCatalog();
    }

    /** As {@link #shownCatalog(String)}, of a schema. */
    public @Nullable String shownSchema(String schema) {
        return !dialect.naming().databasesAreSchemas() && schema(schema) != Meaning.FOREIGN ? shownSchema() : schema;
    }

    /** The catalog that all data sources are in; null when they differ. */
    public @Nullable String commonCatalog() {
        return commonCatalog;
    }

    /** The schema that all data sources are in; null when they differ. */
    public @Nullable String commonSchema() {
        return commonSchema;
    }

    /** Where the connections of a data source are. */
    public Physical physical(int dataSource) {
        return physical.get(dataSource);
    }

    /** Whether a name is that of the logic database itself. */
    public boolean isLogic(String name) {
        return logic.equalsIgnoreCase(name);
    }

    /** What the qualifier of a table's name means. */
    public Meaning of(List<Identifier> name) {
        int qualifiers = name.size() - 1;
        if (qualifiers < 1) {
            return Meaning.LOGIC;
        }
        String nearest = name.get(qualifiers - 1).text();
        if (dialect.naming().databasesAreSchemas()) {
            return catalog(nearest);
        }
        Meaning catalog = qualifiers == 1
                ? Meaning.LOGIC
                : catalog(name.get(qualifiers - 2).text());
        if (catalog == Meaning.LOGIC && name.get(qualifiers - 1).quoted() && isOtherCase(nearest)) {
            return Meaning.FOREIGN;
        }
        return catalog == Meaning.LOGIC ? schema(nearest) : catalog;
    }

    /** Whether a schema that is written between quotes only has nearly the name of the one that all are in. */
    private boolean isOtherCase(String schema) {
        return dialect.naming().quotesKeepCase()
                && schema.equalsIgnoreCase(commonSchema)
                && !schema.equals(commonSchema)
                && !isLogic(schema);
    }

    /** The table of a qualified name, as its database looks it up. */
    public SchemaTable placed(List<Identifier> name) {
        Identifier schema = name.get(name.size() - 2);
        boolean quoted = schema.quoted() && dialect.naming().quotesKeepCase();
        return new SchemaTable(schema.text(), quoted, name.get(name.size() - 1).text());
    }

    /** The table that a rule names with a schema, as names without one lead to it; null where they do not. */
    @Nullable
    LogicTable own(LogicTable ruled) {
        SchemaTable place = ruled.place();
        boolean foreign = place != null && schema(place.schema()) == Meaning.FOREIGN;
        return foreign ? null : ruled.unqualified();
    }

    /** What a name of a catalog means. */
    public Meaning catalog(String name) {
        return meaning(name, commonCatalog, false);
    }

    /** What a name of a schema means; where databases are schemas, of a database. */
    public Meaning schema(String name) {
        return dialect.naming().databasesAreSchemas() ? catalog(name) : meaning(name, commonSchema, true);
    }

    private Meaning meaning(String name, @Nullable String common, boolean schema) {
        // a switch is one of schemas; where databases are schemas, of databases
        boolean switched = !left.isEmpty() && (schema || dialect.naming().databasesAreSchemas());
        if (name.equalsIgnoreCase(common) || isLogic(name) && !switched) {
            return Meaning.LOGIC;
        }
        boolean known = isLogic(name) || isAmong(physical, name, schema) || isAmong(left, name, schema);
        return known ? Meaning.PHYSICAL : Meaning.FOREIGN;
    }

    private static boolean isAmong(List<Physical> places, String name, boolean schema) {
        for (Physical place : places) {
            if (name.equalsIgnoreCase(name(place, schema))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the qualifier of a table's name means the place of that data source, be it by the logic name. */
    public boolean isPlaceOf(int dataSource, List<Identifier> name) {
        int qualifiers = name.size() - 1;
        for (int i = qualifiers - 1; i >= 0; i--) {
            boolean schema = !dialect.naming().databasesAreSchemas() && i == qualifiers - 1;
            String text = name.get(i).text();
            boolean own = text.equalsIgnoreCase(name(physical.get(dataSource), schema))
                    || (schema ? schema(text) : catalog(text)) == Meaning.LOGIC;
            if (!own) {
                return false;
            }
        }
        return true;
    }
}
