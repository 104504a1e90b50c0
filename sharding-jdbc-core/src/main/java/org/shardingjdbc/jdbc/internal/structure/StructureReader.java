package org.shardingjdbc.jdbc.internal.structure;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.structure.TableStructure;
import org.shardingjdbc.engine.internal.catalog.SchemaReader;

/**
 * Reads the tables of one database: those of the schema in which its sessions are, and of further ones on its search
 * path where a name is not found before. One per reading; not thread-safe.
 */
public final class StructureReader {
    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, Map<String, TableStructure>> schemas = new HashMap<>();

    /** @param connection nothing is changed on it */
    public StructureReader(Connection connection, Dialect dialect) {
        this.connection = connection;
        this.dialect = dialect;
    }

    /**
     * Reads.
     *
     * @param names of tables that are looked for, as configurations write them
     */
    public DatabaseStructure read(Collection<String> names) throws SQLException {
        Map<String, TableStructure> here = schema(new SchemaReader(dialect).currentSchema(connection));
        Map<String, TableStructure> found = new LinkedHashMap<>();
        DatabaseMetaData metaData = connection.getMetaData();
        boolean anyCase = metaData.storesLowerCaseIdentifiers() || metaData.storesMixedCaseIdentifiers();
        for (String name : names) {
            TableStructure table = find(here, name, anyCase);
            if (table == null) {
                table = onPath(name, anyCase);
            }
            if (table != null) {
                found.put(name, table);
            }
        }
        return new DatabaseStructure(
                List.copyOf(here.values()),
                found,
                dialect.catalogs().structures().indexes() != null);
    }

    private @Nullable TableStructure onPath(String name, boolean anyCase) throws SQLException {
        for (String schema :
                dialect.catalogs().searchPath(connection, dialect.naming().folded(name))) {
            TableStructure table = dialect.naming().isSystemSchema(schema) ? null : find(schema(schema), name, anyCase);
            if (table != null) {
                return table;
            }
        }
        return null;
    }

    /** As the database folds it, else as it is written. */
    private @Nullable TableStructure find(Map<String, TableStructure> tables, String name, boolean anyCase) {
        TableStructure folded = tables.get(dialect.naming().folded(name));
        TableStructure exact = folded == null ? tables.get(name) : folded;
        if (exact != null || !anyCase) {
            return exact;
        }
        for (Map.Entry<String, TableStructure> table : tables.entrySet()) {
            if (table.getKey().equalsIgnoreCase(name)) {
                return table.getValue();
            }
        }
        return null;
    }

    private Map<String, TableStructure> schema(String name) throws SQLException {
        Map<String, TableStructure> known = schemas.get(name);
        if (known == null) {
            known = new TreeMap<>(new SchemaStructure(connection, dialect, name).tables());
            schemas.put(name, known);
        }
        return known;
    }

    /**
     * What a database holds, as one of its sessions sees it. Immutable.
     *
     * @param tables by the names under which they are stored, in the order of names; views are none
     * @param found of the names that were asked for, those that it has
     * @param complete whether indexes and keys were told too
     */
    public record DatabaseStructure(List<TableStructure> tables, Map<String, TableStructure> found, boolean complete) {
        /** Copies the collections. */
        public DatabaseStructure {
            tables = List.copyOf(tables);
            found = Map.copyOf(found);
        }

        /** The table that a statement finds by a name that was asked for; null when there is none. */
        public @Nullable TableStructure table(String name) {
            return found.get(name);
        }
    }
}
