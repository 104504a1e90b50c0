package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.parser.Dialect;
import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.ExpressionItem;
import io.shardingjdbc.parser.ast.Identifier;
import io.shardingjdbc.parser.ast.NamedTable;
import io.shardingjdbc.parser.ast.Query;
import io.shardingjdbc.parser.ast.QueryStatement;
import io.shardingjdbc.parser.ast.Select;
import io.shardingjdbc.parser.ast.SelectItem;
import io.shardingjdbc.rewrite.Names;
import io.shardingjdbc.rewrite.Piece;
import io.shardingjdbc.rewrite.SqlEdits;
import io.shardingjdbc.route.internal.bind.BoundStatement;
import io.shardingjdbc.route.internal.bind.BoundTable;
import io.shardingjdbc.route.internal.catalog.Catalog;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;
import io.shardingjdbc.route.internal.rule.DataNode;
import io.shardingjdbc.route.internal.rule.LogicTable;
import io.shardingjdbc.route.internal.rule.Rules;
import io.shardingjdbc.route.internal.rule.ShardedTable;
import io.shardingjdbc.route.internal.rule.SingleTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Lets views of information_schema show each sharded table of their data source once, under its logic name: in place of
 * the view stands a query over it that maps names and leaves the other actual tables out, so that the statement's
 * conditions see logic names too. Immutable.
 */
record SystemViews(Rules rules, Catalog catalog, Dialect dialect, Names names) {
    private static final String TABLE_NAME = "table_name";
    private static final Set<String> NAMES_OF_TABLES =
            Set.of(TABLE_NAME, "referenced_table_name", "event_object_table");
    private static final Set<String> NAMES_OF_OBJECTS = Set.of("index_name", "constraint_name");

    /** Adds the edits for each view that the statement names. */
    void edit(BoundStatement bound, SqlEdits edits) {
        boolean edited = false;
        for (BoundTable table : bound.tables()) {
            List<Identifier> parts = table.node().name().parts();
            boolean view = parts.size() > 1
                    && parts.get(parts.size() - 2).text().equalsIgnoreCase("information_schema")
                    && table.table() instanceof SingleTable;
            if (view) {
                edited |= edit(
                        table.node(),
                        ((SingleTable) table.table()).dataSource(),
                        bound.parsed().sql(),
                        edits);
            }
        }
        if (edited && dialect == Dialect.MARIADB && bound.parsed().statement() instanceof QueryStatement statement) {
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

    private boolean edit(NamedTable node, int dataSource, String sql, SqlEdits edits) {
        Map<String, String> shown = new TreeMap<>();
        List<String> hidden = new ArrayList<>();
        for (LogicTable table : rules.tables()) {
            if (table instanceof ShardedTable sharded) {
                collect(sharded, dataSource, shown, hidden);
            }
        }
        String view = node.name().span().of(sql);
        List<ColumnSchema> columns =
                shown.isEmpty() ? List.of() : catalog.describe(dataSource, "SELECT * FROM " + view);
        if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(TABLE_NAME))) {
            return false;
        }
        String alias = node.alias() == null ? " AS " + node.name().last().span().of(sql) : "";
        edits.replace(node.name().span(), new Piece.Text("(" + query(view, columns, shown, hidden) + ")" + alias));
        return true;
    }

    /** The first actual table of a data source is shown, under the logic name; the others are hidden. */
    private static void collect(ShardedTable table, int dataSource, Map<String, String> shown, List<String> hidden) {
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

    private String query(String view, List<ColumnSchema> columns, Map<String, String> shown, List<String> hidden) {
        StringBuilder sql = new StringBuilder("SELECT ");
        boolean schema = false;
        for (ColumnSchema column : columns) {
            String kind = column.name().toLowerCase(Locale.ROOT);
            String quoted = names.quoted(column.name());
            sql.append(sql.length() == 7 ? "" : ", ");
            if (NAMES_OF_TABLES.contains(kind)) {
                sql.append(logicName(quoted, shown)).append(" AS ");
            } else if (NAMES_OF_OBJECTS.contains(kind)) {
                sql.append(objectName(quoted, tableName(columns), shown)).append(" AS ");
            }
            sql.append(quoted);
            schema |= kind.equals("table_schema");
        }
        sql.append(" FROM ").append(view);
        if (!hidden.isEmpty()) {
            sql.append(" WHERE NOT (").append(tableName(columns)).append(" IN (");
            sql.append(literals(hidden)).append(')');
            sql.append(schema ? " AND " + schemaName(columns) + " = " + currentSchema() : "")
                    .append(')');
        }
        return sql.toString();
    }

    private String tableName(List<ColumnSchema> columns) {
        return quoted(columns, TABLE_NAME);
    }

    private String schemaName(List<ColumnSchema> columns) {
        return quoted(columns, "table_schema");
    }

    private String quoted(List<ColumnSchema> columns, String name) {
        for (ColumnSchema column : columns) {
            if (column.name().equalsIgnoreCase(name)) {
                return names.quoted(column.name());
            }
        }
        throw new IllegalArgumentException(name);
    }

    private String currentSchema() {
        if (dialect.mySqlFamily()) {
            return "DATABASE()";
        }
        return dialect.postgreSqlFamily() ? "current_schema()" : "SCHEMA()";
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
        String stored = name;
        if (dialect.postgreSqlFamily()) {
            stored = name.toLowerCase(Locale.ROOT);
        } else if (!dialect.mySqlFamily()) {
            stored = name.toUpperCase(Locale.ROOT);
        }
        return "'" + stored.replace("'", "''") + "'";
    }
}
