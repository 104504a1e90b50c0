package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rewrite.internal.NameQuoting;
import org.shardingjdbc.rewrite.internal.Piece;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Lets views of information_schema show each sharded table of their data source once, under its logic name: in place of
 * the view stands a query over it that maps names and leaves the other actual tables out, so that the statement's
 * conditions see logic names too; catalogs and schemas are those that the application sees. Immutable.
 */
public record SystemViews(Rules rules, Catalog catalog, Dialect dialect, NameQuoting names) {
    private static final String SCHEMA = "information_schema";
    private static final String TABLE_NAME = "table_name";
    private static final Set<String> NAMES_OF_TABLES =
            Set.of(TABLE_NAME, "referenced_table_name", "event_object_table");
    private static final Set<String> NAMES_OF_OBJECTS = Set.of("index_name", "constraint_name");

    /** Adds the edits for each view that the statement names. */
    public void edit(BoundStatement bound, SqlEdits edits) {
        boolean edited = false;
        for (BoundTable table : bound.tables()) {
            List<Identifier> parts = table.node().name().parts();
            boolean view = parts.size() > 1
                    && parts.get(parts.size() - 2).text().equalsIgnoreCase(SCHEMA)
                    && table.table() instanceof PinnedTable;
            if (view) {
                edited |= edit(bound, table.node(), ((PinnedTable) table.table()).dataSource(), edits);
            }
        }
        if (edited
                && dialect.queries().labelsOfSystemViewsAreTexts()
                && bound.parsed().statement() instanceof QueryStatement statement) {
            label(statement.query(), bound.parsed().sql(), edits);
        }
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
        Map<String, String> shown = new TreeMap<>();
        List<String> hidden = new ArrayList<>();
        for (LogicTable table : rules.tables()) {
            if (table instanceof PartitionedTable sharded) {
                collect(sharded, dataSource, shown, hidden);
            }
        }
        SystemViewSchemas schemas =
                new SystemViewSchemas(catalog.databases(), dialect, dataSource, rules.dataSourceNames());
        if (shown.isEmpty() && schemas.areActual()) {
            return false;
        }
        String view = node.name().span().of(bound.parsed().sql());
        List<ColumnSchema> columns = catalog.describe(dataSource, "SELECT * FROM " + view);
        boolean ofTables = !shown.isEmpty() && find(columns, TABLE_NAME) != null;
        if (!ofTables && columns.stream().noneMatch(schemas::changes)) {
            return false;
        }
        String alias = "";
        if (node.alias() == null) {
            alias = " AS " + node.name().last().span().of(bound.parsed().sql());
            unqualify(bound, node.name().last(), edits);
        }
        String query = ofTables
                ? query(view, columns, schemas, shown, hidden)
                : query(view, columns, schemas, Map.of(), List.of());
        edits.replace(node.name().span(), new Piece.Text("(" + query + ")" + alias));
        return true;
    }

    /** {@code information_schema.tables.c} does not name the column of a query that is called tables. */
    private static void unqualify(BoundStatement bound, Identifier view, SqlEdits edits) {
        for (ColumnReference column : Tree.all(bound.parsed().statement(), ColumnReference.class)) {
            unqualify(column.qualifier(), view, edits);
        }
        for (StarItem star : Tree.all(bound.parsed().statement(), StarItem.class)) {
            unqualify(star.qualifier() == null ? List.of() : star.qualifier().parts(), view, edits);
        }
    }

    private static void unqualify(List<Identifier> qualifier, Identifier view, SqlEdits edits) {
        boolean ofView = qualifier.size() == 2
                && qualifier.get(0).text().equalsIgnoreCase(SCHEMA)
                && qualifier.get(1).text().equalsIgnoreCase(view.text());
        if (ofView) {
            edits.delete(new Span(
                    qualifier.get(0).span().start(), qualifier.get(1).span().start()));
        }
    }

    /** The first actual table of a data source is shown, under the logic name; the others are hidden. */
    private static void collect(
            PartitionedTable table, int dataSource, Map<String, String> shown, List<String> hidden) {
        boolean first = true;
        for (DataNode node : table.dataNodes()) {
            if (node.dataSource() == dataSource && !node.table().equalsIgnoreCase(table.name())) {
                if (first) {
                    shown.put(node.table(), table.name());
                } else {
                    hidden.add(node.table());
                }
                first = false;
            }
        }
    }

    private String query(
            String view,
            List<ColumnSchema> columns,
            SystemViewSchemas schemas,
            Map<String, String> shown,
            List<String> hidden) {
        String table = find(columns, TABLE_NAME);
        List<String> items = new ArrayList<>();
        List<String> conditions = new ArrayList<>();
        for (ColumnSchema column : columns) {
            String kind = column.name().toLowerCase(Locale.ROOT);
            String quoted = names.quoted(column.name());
            if (!shown.isEmpty() && NAMES_OF_TABLES.contains(kind)) {
                items.add(logicName(quoted, shown) + " AS " + quoted);
            } else if (!shown.isEmpty() && NAMES_OF_OBJECTS.contains(kind)) {
                items.add(objectName(quoted, table, shown) + " AS " + quoted);
            } else {
                items.add(schemas.item(column, quoted));
            }
            if (schemas.hidesRows(column)) {
                conditions.add(schemas.condition(quoted));
            }
        }
        if (!hidden.isEmpty()) {
            String schema = find(columns, "table_schema");
            String own = schema == null ? "" : " AND " + schema + " = " + currentSchema();
            conditions.add(0, "NOT (" + table + " IN (" + literals(hidden) + ")" + own + ")");
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        return "SELECT " + String.join(", ", items) + " FROM " + view + where;
    }

    /** A column as SQL; null when there is none of that name. */
    private String find(List<ColumnSchema> columns, String name) {
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

    private String objectName(String column, String table, Map<String, String> shown) {
        StringBuilder sql = new StringBuilder("CASE ").append(table);
        for (String actual : shown.keySet()) {
            String suffix = literal("_" + actual);
            sql.append(" WHEN ").append(literal(actual)).append(" THEN REPLACE(");
            sql.append(column).append(", ").append(suffix).append(", '')");
        }
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
