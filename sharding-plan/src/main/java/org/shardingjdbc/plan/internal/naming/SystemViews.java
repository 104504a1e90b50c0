package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Lets views of information_schema, and those of PostgreSQL's catalog that tell of tables by name, show each sharded
 * table of their data source once, under its logic name: in place of the view stands a query over it that maps names
 * and leaves the other actual tables out, so that the statement's conditions see logic names too; catalogs and schemas
 * are those that the application sees. Immutable.
 */
public record SystemViews(Placements rules, Catalog catalog, Dialect dialect, NameQuoting names) {
    private static final String RELATION_NAME = "relname";
    /** What they call the name of a table. */
    private static final List<String> TABLE_NAMES = List.of("table_name", "tablename", RELATION_NAME);

    private static final Set<String> NAMES_OF_TABLES =
            Set.of("table_name", "tablename", RELATION_NAME, "referenced_table_name", "event_object_table");
    private static final Set<String> NAMES_OF_OBJECTS =
            Set.of("index_name", "constraint_name", "indexname", "indexrelname");
    /**
     * What is estimated or counted of an actual table, which says nothing of the logic one: unknown, and for the number
     * of rows of {@code pg_class} what that says of a table that was never analyzed.
     */
    private static final Map<String, String> MEASURES = measures(
            "table_rows",
            "avg_row_length",
            "data_length",
            "index_length",
            "data_free",
            "cardinality",
            "row_count_estimate",
            "relpages",
            "relallvisible",
            "seq_scan",
            "seq_tup_read",
            "idx_scan",
            "idx_tup_read",
            "idx_tup_fetch",
            "n_tup_ins",
            "n_tup_upd",
            "n_tup_del",
            "n_tup_hot_upd",
            "n_tup_newpage_upd",
            "n_live_tup",
            "n_dead_tup",
            "n_mod_since_analyze",
            "n_ins_since_vacuum",
            "heap_blks_read",
            "heap_blks_hit",
            "idx_blks_read",
            "idx_blks_hit",
            "toast_blks_read",
            "toast_blks_hit");

    private static Map<String, String> measures(String... columns) {
        Map<String, String> measures = new HashMap<>();
        for (String column : columns) {
            measures.put(column, "NULL");
        }
        measures.put("reltuples", "-1");
        return Map.copyOf(measures);
    }

    /** Adds the edits for each view that the statement names. */
    public void edit(BoundStatement bound, SqlEdits edits) {
        boolean edited = false;
        for (BoundTable table : bound.tables()) {
            if (table.table().isPinned() && isView(table.node().name())) {
                edited |= edit(bound, table.node(), table.table().pinnedDataSource(), edits);
            }
        }
        if (edited
                && dialect.queries().labelsOfSystemViewsAreTexts()
                && bound.parsed().statement() instanceof QueryStatement statement) {
            label(statement.query(), bound.parsed().sql(), edits);
        }
    }

    /** Whether it is one of information_schema, or one of the catalog's that tell of tables by name. */
    private boolean isView(QualifiedName name) {
        List<Identifier> parts = name.parts();
        String schema = parts.size() > 1 ? parts.get(parts.size() - 2).text().toLowerCase(Locale.ROOT) : null;
        if (Naming.INFORMATION_SCHEMA.equals(schema)) {
            return true;
        }
        String own = dialect.naming().catalogSchema();
        return own != null
                && (schema == null || own.equals(schema))
                && dialect.naming().catalogViews().contains(name.last().text().toLowerCase(Locale.ROOT));
    }

    /** MariaDB labels columns of these views as the statement writes them, and those of a query as the query does. */
    private static void label(Query query, String sql, SqlEdits edits) {
        if (query.body() instanceof Select block) {
            for (SelectItem item : block.items()) {
                if (item instanceof ExpressionItem expression
                        && expression.alias() == null
                        && expression.expression() instanceof ColumnReference column) {
                    edits.insert(
                            item.span().stop(), " AS " + column.name().span().of(sql));
                }
            }
        }
    }

    private boolean edit(BoundStatement bound, NamedTable node, int dataSource, SqlEdits edits) {
        TableListing tables = TableListing.of(rules, dataSource);
        Map<String, String> shown = tables.shown();
        SystemViewSchemas schemas =
                new SystemViewSchemas(catalog.databases(), dialect, dataSource, rules.dataSourceNames());
        if (shown.isEmpty() && schemas.areActual()) {
            return false;
        }
        String view = node.name().span().of(bound.parsed().sql());
        List<ColumnSchema> columns = catalog.describe(dataSource, "SELECT * FROM " + view);
        boolean ofTables = !shown.isEmpty() && tableColumn(columns) != null;
        ViewTexts texts = new ViewTexts(dialect);
        if (!ofTables && columns.stream().noneMatch(column -> schemas.changes(column) || texts.isDefinition(column))) {
            return false;
        }
        String alias = "";
        if (node.alias() == null) {
            alias = " AS " + node.name().last().span().of(bound.parsed().sql());
            unqualify(bound, node.name().last(), edits);
        }
        String query = ofTables
                ? query(view, columns, schemas, shown, tables.hidden(), rowPlaces(bound))
                : query(view, columns, schemas, Map.of(), List.of(), List.of());
        if (sortsDistinct(bound)) {
            query += dialect.queries().keepingApart();
        }
        edits.replace(node.name().span(), new Piece.Text("(" + query + ")" + alias));
        return true;
    }

    private static boolean sortsDistinct(BoundStatement bound) {
        return bound.parsed().analysis().all(Query.class).stream()
                .anyMatch(query -> query.orderBy() != null
                        && query.body() instanceof Select block
                        && block.quantifier() == Quantifier.DISTINCT);
    }

    /** Columns that every table has, and a query only where it lists them: those that the statement names. */
    private static List<String> rowPlaces(BoundStatement bound) {
        return bound.parsed().analysis().all(ColumnReference.class).stream()
                .map(column -> column.name().text().toLowerCase(Locale.ROOT))
                .filter(Functions::isRowPlace)
                .distinct()
                .toList();
    }

    /** {@code information_schema.tables.c} does not name the column of a query that is called tables. */
    private void unqualify(BoundStatement bound, Identifier view, SqlEdits edits) {
        for (ColumnReference column : bound.parsed().analysis().all(ColumnReference.class)) {
            unqualify(column.qualifier(), view, edits);
        }
        for (StarItem star : bound.parsed().analysis().all(StarItem.class)) {
            unqualify(star.qualifier() == null ? List.of() : star.qualifier().parts(), view, edits);
        }
    }

    private void unqualify(List<Identifier> qualifier, Identifier view, SqlEdits edits) {
        boolean ofView = qualifier.size() == 2
                && isSystemSchema(qualifier.get(0).text())
                && qualifier.get(1).text().equalsIgnoreCase(view.text());
        if (ofView) {
            edits.delete(new Span(
                    qualifier.get(0).span().start(), qualifier.get(1).span().start()));
        }
    }

    private String query(
            String view,
            List<ColumnSchema> columns,
            SystemViewSchemas schemas,
            Map<String, String> shown,
            List<String> hidden,
            List<String> rowPlaces) {
        String table = tableColumn(columns);
        String kindColumn = find(columns, "relkind");
        List<String> items = new ArrayList<>();
        List<String> conditions = new ArrayList<>();
        items.addAll(rowPlaces);
        for (ColumnSchema column : columns) {
            String kind = column.name().toLowerCase(Locale.ROOT);
            String quoted = names.quoted(column.name());
            if (!shown.isEmpty() && NAMES_OF_TABLES.contains(kind)) {
                String logic = logicName(quoted, shown);
                items.add(
                        (kindColumn == null ? logic : ofRelation(logic, quoted, kindColumn, shown)) + " AS " + quoted);
            } else if (!shown.isEmpty() && NAMES_OF_OBJECTS.contains(kind)) {
                items.add(objectName(quoted, table, shown) + " AS " + quoted);
            } else if (!shown.isEmpty() && MEASURES.containsKey(kind)) {
                items.add("CASE WHEN " + table + " IN (" + literals(List.copyOf(shown.keySet())) + ") THEN "
                        + MEASURES.get(kind) + " ELSE " + quoted + " END AS " + quoted);
            } else if (new ViewTexts(dialect).isDefinition(column)) {
                items.add(new ViewTexts(dialect).item(column, quoted));
            } else {
                items.add(schemas.item(column, quoted));
            }
            if (schemas.hidesRows(column)) {
                conditions.add(schemas.condition(quoted));
            }
        }
        if (!hidden.isEmpty()) {
            String own = ownSchema(columns);
            conditions.add(0, "NOT (" + table + " IN (" + literals(hidden) + ")" + own + ")");
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        return "SELECT " + String.join(", ", items) + " FROM " + view + where;
    }

    private boolean isSystemSchema(String name) {
        return name.equalsIgnoreCase(Naming.INFORMATION_SCHEMA)
                || name.equalsIgnoreCase(dialect.naming().catalogSchema());
    }

    /** The name of the table that a row tells of, as SQL; null when it tells of none. */
    private @Nullable String tableColumn(List<ColumnSchema> columns) {
        for (String name : TABLE_NAMES) {
            String found = find(columns, name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** That the table of a row is in the schema of the data source, with AND before; empty where a row does not say. */
    private String ownSchema(List<ColumnSchema> columns) {
        String schema = find(columns, "table_schema");
        schema = schema == null ? find(columns, "schemaname") : schema;
        if (schema != null) {
            return " AND " + schema + " = " + currentSchema();
        }
        String visible = dialect.catalogs().relationIsVisible();
        return visible == null || find(columns, "relkind") == null ? "" : " AND " + visible;
    }

    /** The name of a table, or of what belongs to an actual table. */
    private String ofRelation(String logicTable, String name, String kind, Map<String, String> shown) {
        StringBuilder sql = new StringBuilder("CASE WHEN ").append(kind).append(" NOT IN ('i', 'I') THEN ");
        sql.append(logicTable);
        shown.forEach((actual, logic) -> sql.append(madeName(name, actual, logic))
                .append(" WHEN ")
                .append(ofCatalog("right"))
                .append('(')
                .append(name)
                .append(", ")
                .append(actual.length() + 1)
                .append(") = ")
                .append(literal("_" + actual))
                .append(" THEN ")
                .append(ofCatalog("left"))
                .append('(')
                .append(name)
                .append(", -")
                .append(actual.length() + 1)
                .append(')'));
        return sql.append(" ELSE ").append(name).append(" END").toString();
    }

    /** The name that the server makes for a key of a table begins with that of the table. */
    private String madeName(String name, String actual, String logic) {
        int length = actual.length() + 1;
        return " WHEN " + ofCatalog("left") + "(" + name + ", " + length + ") = " + literal(actual + "_") + " THEN "
                + literal(logic + "_") + " || " + ofCatalog("substr") + "(" + name + ", " + (length + 1) + ")";
    }

    /** A function of the database, whatever the application has under its name. */
    private String ofCatalog(String function) {
        return dialect.naming().catalogSchema() + "." + function;
    }

    /** A column as SQL; null when there is none of that name. */
    private @Nullable String find(List<ColumnSchema> columns, String name) {
        for (ColumnSchema column : columns) {
            if (column.name().equalsIgnoreCase(name)) {
                return names.quoted(column.name());
            }
        }
        return null;
    }

    private String currentSchema() {
        return dialect.naming().currentSchema();
    }

    private String logicName(String column, Map<String, String> shown) {
        StringBuilder sql = new StringBuilder("CASE ").append(column);
        shown.forEach((actual, logic) ->
                sql.append(" WHEN ").append(literal(actual)).append(" THEN ").append(literal(logic)));
        return sql.append(" ELSE ").append(column).append(" END").toString();
    }

    private String objectName(String column, @Nullable String table, Map<String, String> shown) {
        StringBuilder sql = new StringBuilder("CASE ").append(table);
        shown.forEach((actual, logic) -> {
            String named = "REPLACE(" + column + ", " + literal("_" + actual) + ", '')";
            sql.append(" WHEN ").append(literal(actual)).append(" THEN ");
            sql.append(
                    dialect.naming().catalogSchema() == null
                            ? named
                            : "CASE" + madeName(column, actual, logic) + " ELSE " + named + " END");
        });
        return sql.append(" ELSE ").append(column).append(" END").toString();
    }

    private String literals(List<String> tables) {
        List<String> literals = new ArrayList<>();
        tables.forEach(table -> literals.add(literal(table)));
        return String.join(", ", literals);
    }

    /** A name as the database stores it when it was created without quotes. */
    private String literal(String name) {
        return dialect.lexis().quoted(dialect.naming().folded(name));
    }
}
