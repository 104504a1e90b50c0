package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.show.MetadataRows;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * Catalogs and schemas of metadata: the application's names in what is asked, and in the rows that answer; rows of the
 * places of other data sources are none of the logic database. One per question; not thread-safe.
 */
final class MetadataSchemas {
    private final MetadataHome home;
    private final DatabaseNames databases;

    MetadataSchemas(MetadataHome home) throws SQLException {
        this.home = home;
        try {
            this.databases = home.session().deployment().catalog().databases();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private boolean databasesAreSchemas() {
        return home.session().dialect().naming().databasesAreSchemas();
    }

    /** The catalog that a data source knows by the name that the application knows; null for any. */
    @Nullable
    String actualCatalog(DatabaseMetaData metaData, String catalog) throws SQLException {
        if (catalog == null) {
            return databasesAreSchemas() ? metaData.getConnection().getCatalog() : null;
        }
        if (catalog.equalsIgnoreCase(home.connection().getCatalog())) {
            return metaData.getConnection().getCatalog();
        }
        return switch (databases.catalog(catalog)) {
            case LOGIC ->
                databasesAreSchemas()
                        ? databases.commonCatalog()
                        : metaData.getConnection().getCatalog();
            case PHYSICAL -> throw SqlErrors.of(ErrorCode.PHYSICAL_DATABASE_NAMED, catalog, databases.logic());
            case FOREIGN -> catalog;
        };
    }

    /** The schema that a data source knows by the name that the application knows; null for any. */
    String actualSchema(DatabaseMetaData metaData, String schema) throws SQLException {
        if (schema == null || databasesAreSchemas() || databases.commonSchema() != null) {
            return schema;
        }
        return switch (databases.schema(schema)) {
            case LOGIC -> metaData.getConnection().getSchema();
            case PHYSICAL -> throw SqlErrors.of(ErrorCode.PHYSICAL_DATABASE_NAMED, schema, databases.logic());
            case FOREIGN -> schema;
        };
    }

    /** As {@link #actualSchema}, of a pattern. */
    String actualSchemaPattern(DatabaseMetaData metaData, String pattern) throws SQLException {
        if (pattern == null || databasesAreSchemas() || databases.commonSchema() != null) {
            return pattern;
        }
        String escape = metaData.getSearchStringEscape();
        String plain = escape == null || escape.isEmpty() ? pattern : pattern.replace(escape, "");
        String actual = actualSchema(metaData, plain);
        return plain.equals(actual) ? pattern : MetadataRows.literal(actual, escape);
    }

    /** Puts the application's names into a row; false when the row belongs to the place of another data source. */
    boolean rename(MetadataRows shape, Object[] row, String ownCatalog, String shownCatalog, int dataSource) {
        List<LocalColumn> columns = shape.columns();
        for (int i = 0; i < row.length; i++) {
            if (!(row[i] instanceof String name)) {
                continue;
            }
            String label = columns.get(i).label().toUpperCase(Locale.ROOT);
            if (label.endsWith("_CAT") || label.endsWith("_CATALOG")) {
                boolean own = name.equals(ownCatalog);
                if (!own && databases.catalog(name) == Meaning.PHYSICAL) {
                    return false;
                }
                row[i] = own ? shownCatalog : name;
            } else if (label.endsWith("_SCHEM") && databases.commonSchema() == null && !databasesAreSchemas()) {
                boolean own = name.equals(databases.physical(dataSource).schema());
                if (!own && databases.schema(name) == Meaning.PHYSICAL) {
                    return false;
                }
                row[i] = own ? databases.shownSchema() : name;
            }
        }
        return true;
    }

    /** The table that is asked about where it is in another schema than that of the logic database; else null. */
    @Nullable
    SchemaTable elsewhere(String catalog, String schema, String table) {
        String place = databasesAreSchemas() ? catalog : schema;
        return place == null || place.isEmpty() || databases.schema(place) != Meaning.FOREIGN
                ? null
                : new SchemaTable(place, true, table);
    }

    /** Whether a row is of a table in another schema than that of the logic database. */
    boolean isElsewhere(MetadataRows shape, Object[] row) {
        String schema = databasesAreSchemas() ? null : shape.text(row, "TABLE_SCHEM");
        return schema != null && databases.schema(schema) == Meaning.FOREIGN;
    }

    /** Whether a row is of a database that is no place of ours, in which names are what they are. */
    boolean isForeign(MetadataRows shape, Object[] row, String ownCatalog) {
        String catalog = shape.text(row, "TABLE_CAT");
        return databasesAreSchemas() && catalog != null && !catalog.equals(ownCatalog);
    }
}
