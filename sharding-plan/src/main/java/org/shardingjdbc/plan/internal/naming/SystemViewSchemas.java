package org.shardingjdbc.plan.internal.naming;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The catalogs and schemas in the rows of a system view: that of its data source as the application sees it, those of
 * other data sources not at all. One per view.
 */
final class SystemViewSchemas {
    private final Dialect dialect;
    private final @Nullable String actualCatalog;
    private final @Nullable String shownCatalog;
    private final @Nullable String actualSchema;
    private final @Nullable String shownSchema;
    private final Set<String> hiddenSchemas = new TreeSet<>();

    /** @param dataSource that has the view */
    SystemViewSchemas(DatabaseNames databases, Dialect dialect, int dataSource, List<String> dataSources) {
        this.dialect = dialect;
        boolean databasesAreSchemas = dialect.naming().databasesAreSchemas();
        DatabaseNames.Physical own = databases.physical(dataSource);
        actualCatalog = databasesAreSchemas ? null : own.catalog();
        shownCatalog = databasesAreSchemas ? null : databases.shownCatalog();
        actualSchema = databasesAreSchemas ? own.catalog() : own.schema();
        shownSchema = databasesAreSchemas ? databases.shownCatalog() : databases.shownSchema();
        for (int i = 0; i < dataSources.size(); i++) {
            DatabaseNames.Physical place = databases.physical(i);
            String schema = databasesAreSchemas ? place.catalog() : place.schema();
            if (schema != null && !schema.isEmpty() && !schema.equals(actualSchema)) {
                hiddenSchemas.add(schema);
            }
        }
    }

    /** Whether the application sees what the data source has. */
    boolean areActual() {
        return Objects.equals(actualCatalog, shownCatalog) && Objects.equals(actualSchema, shownSchema);
    }

    private static boolean isCatalog(ColumnSchema column) {
        String name = column.name().toLowerCase(Locale.ROOT);
        return name.endsWith("_catalog") || name.equals("catalog_name");
    }

    private static boolean isSchema(ColumnSchema column) {
        String name = column.name().toLowerCase(Locale.ROOT);
        return name.endsWith("_schema") || name.equals("schema_name");
    }

    /** Whether a column holds names that the application sees otherwise. */
    boolean changes(ColumnSchema column) {
        return isCatalog(column) && !Objects.equals(actualCatalog, shownCatalog)
                || isSchema(column) && !Objects.equals(actualSchema, shownSchema);
    }

    /** The column as an item of a select list. */
    String item(ColumnSchema column, String quoted) {
        boolean schema = isSchema(column);
        String actual = schema ? actualSchema : actualCatalog;
        String name = schema ? shownSchema : shownCatalog;
        if (!changes(column) || actual == null || name == null) {
            return quoted;
        }
        String shown =
                "CASE " + quoted + " WHEN " + literal(actual) + " THEN " + literal(name) + " ELSE " + quoted + " END";
        String type = schema ? null : dialect.naming().typeOfShownCatalog();
        return (type == null ? shown : "CAST(" + shown + " AS " + type + ")") + " AS " + quoted;
    }

    /** Whether the column says that a row belongs to the place of another data source. */
    boolean hidesRows(ColumnSchema column) {
        String name = column.name().toLowerCase(Locale.ROOT);
        return !hiddenSchemas.isEmpty() && (name.equals("table_schema") || name.equals("schema_name"));
    }

    /** What rows fulfil that are shown. */
    String condition(String quoted) {
        StringBuilder sql = new StringBuilder(quoted).append(" NOT IN (");
        for (String schema : hiddenSchemas) {
            sql.append(sql.charAt(sql.length() - 1) == '(' ? "" : ", ").append(literal(schema));
        }
        return sql.append(')').toString();
    }

    private String literal(String name) {
        return dialect.lexis().quoted(name);
    }
}
