package org.shardingjdbc.plan.internal.naming;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Tells of a statement's tables which columns they have and by what names data sources have them. Immutable. */
public record ActualTables(PlanningRules rules, Catalog catalog, Dialect dialect, NameQuoting names) {
    public InstalledFunctions functions() {
        return new InstalledFunctions(catalog, dialect);
    }

    public int dataSources() {
        return rules.dataSourceNames().size();
    }

    /** What is known of a table; null when the catalog does not know it. */
    public @Nullable TableSchema schema(BoundTable table) {
        return table.schema() == null ? catalog.table(table.table()) : table.schema();
    }

    /** The same of a table of which was asked before whether the catalog knows it. */
    public TableSchema known(BoundTable table) {
        return Objects.requireNonNull(
                schema(table), "whoever reads columns of a table asked before whether it is known");
    }

    /** The list of columns as SQL. */
    public String list(List<ColumnSchema> columns) {
        StringBuilder sql = new StringBuilder();
        for (ColumnSchema column : columns) {
            sql.append(sql.length() == 0 ? "" : ", ").append(names.quoted(column.name()));
        }
        return sql.toString();
    }

    /**
     * The columns as items whose values arrive whole: MySQL and MariaDB write a FLOAT with six digits, but all of them
     * when it is a DOUBLE.
     */
    public List<SelectItem> wholeValues(List<ColumnSchema> columns) {
        List<SelectItem> items = new ArrayList<>();
        for (ColumnSchema column : columns) {
            Expression value = quoted(column);
            boolean whole = !dialect.types().roundsFloats() || !isFloat(column);
            items.add(MadeNodes.item(whole ? value : MadeNodes.asDouble(value)));
        }
        return items;
    }

    /** A column by its name between quotes, as a node that is made. */
    public static ColumnReference quoted(ColumnSchema column) {
        return MadeNodes.column(NameQuoting.quotedName(column.name()));
    }

    /** Whether values of one of the columns do not arrive whole by its name alone. */
    public boolean rounds(List<ColumnSchema> columns) {
        return dialect.types().roundsFloats() && columns.stream().anyMatch(ActualTables::isFloat);
    }

    private static boolean isFloat(ColumnSchema column) {
        return column.jdbcType() == Types.REAL || column.jdbcType() == Types.FLOAT;
    }

    /** One actual table as a data source has it, with its schema; null when there is none. */
    public @Nullable String onDataSource(BoundTable table, int dataSource, String sql) {
        String actual = table.table().actualTable(dataSource);
        if (actual == null) {
            return null;
        }
        List<Identifier> parts = table.node().name().parts();
        Identifier last = table.node().name().last();
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < parts.size() - 1; i++) {
            name.append(parts.get(i).span().of(sql)).append('.');
        }
        if (table.table().isRenamed()) {
            char mark = last.quoted() ? sql.charAt(last.span().start()) : 0;
            return name.append(names.table(last.text(), mark, table.table().name(), actual))
                    .toString();
        }
        return name.append(last.span().of(sql)).toString();
    }

    /** Whether the name of one of the tables, or of an actual table of it, has a question mark. */
    public boolean havePlaceholder(List<String> logicTables) {
        for (String name : logicTables) {
            LogicTable table = rules.table(name);
            if (name.indexOf('?') >= 0
                    || table != null
                            && table.dataNodes(rules.dataSourceNames()).stream()
                                    .anyMatch(node -> node.table().indexOf('?') >= 0)) {
                return true;
            }
        }
        return false;
    }
}
