package org.shardingjdbc.plan.internal.pull;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.column.PlainValueUse;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The columns of a statement whose values rules transform, and whether the values that are seen may be read in steps.
 * Immutable.
 */
public record TransformedColumnReads(BoundStatement bound, ActualTables tables) {
    /** Whether a table of the statement has such columns. */
    boolean areThere() {
        return bound.tables().stream().anyMatch(table -> !of(table).isEmpty());
    }

    /** Those of a table; mostly empty. */
    private List<TransformedColumn> of(BoundTable table) {
        return tables.rules().columns(table.table().name());
    }

    /**
     * The columns that a part of the statement touches and that must not be used so, as {@code phone of t_user}; null
     * where all may be.
     *
     * @param part whose tables are read
     */
    public @Nullable String refused(Node part, PlainValueUse use) {
        LeafColumns columns = new LeafColumns(bound, Set.of());
        Set<String> refused = hidden(part);
        for (NamedTable named : Tree.all(part, NamedTable.class)) {
            BoundTable table = bound.table(named);
            if (table != null) {
                addTouched(table, columns, use, refused);
            }
        }
        return refused.isEmpty() ? null : String.join(", ", refused);
    }

    private void addTouched(BoundTable table, LeafColumns columns, PlainValueUse use, Set<String> refused) {
        List<TransformedColumn> transformed = of(table);
        TableSchema schema = transformed.isEmpty() ? null : tables.schema(table);
        List<ColumnSchema> needed = schema == null ? List.of() : columns.of(table, schema);
        for (TransformedColumn column : transformed) {
            boolean touched = schema == null
                    || needed.stream().anyMatch(each -> each.name().equalsIgnoreCase(column.name()));
            if (touched && column.use().compareTo(use) < 0) {
                refused.add(column.name().toLowerCase(Locale.ROOT) + " of "
                        + table.table().name());
            }
        }
    }

    /**
     * Whether queries in and below a node select such columns that are seen otherwise than they were written, so that
     * what is seen must not be compared.
     */
    public boolean showColumns(Node node) {
        for (Select select : Tree.all(node, Select.class)) {
            for (SelectItem item : select.items()) {
                if (item instanceof StarItem && areThere()
                        || Tree.any(item, each -> each instanceof ColumnReference reference && isShown(reference))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isShown(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        ColumnOrigin.OfTable base = origin instanceof ColumnOrigin.OfQuery query ? query.base() : null;
        if (origin instanceof ColumnOrigin.OfTable table) {
            base = table;
        }
        TransformedColumn column = base == null ? null : transformed(base.table(), base.column());
        return column != null && column.use() == PlainValueUse.SHOWN;
    }

    /** Names that statements do not have: of actual columns that are part of others. */
    private Set<String> hidden(Node part) {
        Set<String> hidden = new TreeSet<>();
        for (ColumnReference reference : Tree.all(part, ColumnReference.class)) {
            for (BoundTable table : tablesOf(reference)) {
                if (of(table).stream()
                        .anyMatch(column -> column.hides(reference.name().text()))) {
                    hidden.add(reference.name().text() + " of " + table.table().name());
                }
            }
        }
        return hidden;
    }

    private @Nullable TransformedColumn transformed(BoundTable table, String name) {
        for (TransformedColumn column : of(table)) {
            if (column.name().equalsIgnoreCase(name)) {
                return column;
            }
        }
        return null;
    }

    /** The tables that a reference may name a column of. */
    private List<BoundTable> tablesOf(ColumnReference reference) {
        if (bound.origin(reference) instanceof ColumnOrigin.OfTable of) {
            return List.of(of.table());
        }
        return bound.origin(reference) instanceof ColumnOrigin.Unresolved ? bound.tables() : List.of();
    }

    /**
     * Whether the rows that a query makes for an INSERT may put values of such columns into a column that is stored as
     * it is. What is selected from queries in it is not followed.
     */
    public boolean leaveTheirColumns(InsertStatement insert, QuerySource source) {
        boolean selected = false;
        for (Select select : Tree.all(source, Select.class)) {
            selected |= select.items().stream().anyMatch(this::isSelected);
        }
        if (!selected) {
            return false;
        }
        boolean plain = source.query().body() instanceof Select
                && Tree.all(source, Select.class).size() == 1
                && !Tree.any(source, StarItem.class::isInstance);
        BoundTable target = bound.table(insert.table());
        TableSchema schema = target == null ? null : tables.schema(target);
        List<SelectItem> items = plain ? ((Select) source.query().body()).items() : List.of();
        for (int i = 0; i < items.size(); i++) {
            String name = i < insert.columns().size() ? insert.columns().get(i).text() : null;
            if (insert.columns().isEmpty()
                    && schema != null
                    && i < schema.columns().size()) {
                name = schema.columns().get(i).name();
            }
            TransformedColumn column = name == null || target == null ? null : transformed(target, name);
            if (isSelected(items.get(i)) && (column == null || column.write() == null)) {
                return true;
            }
        }
        return !plain;
    }

    private boolean isSelected(SelectItem item) {
        return item instanceof StarItem
                || Tree.any(item, node -> node instanceof ColumnReference reference && isTransformed(reference));
    }

    private boolean isTransformed(ColumnReference reference) {
        if (bound.origin(reference) instanceof ColumnOrigin.OfTable of) {
            return transformed(of.table(), of.column()) != null;
        }
        return !(bound.origin(reference) instanceof ColumnOrigin.OfQuery);
    }

    /** Whether equal values of a table's primary key may be stored as several. */
    boolean hasKeyStoredOtherwise(BoundTable table) {
        return tables.known(table).primaryKey().stream().anyMatch(column -> transformed(table, column) != null);
    }

    /** A list of columns as the actual table has them, with the names and in the order of those that are seen. */
    String stored(BoundTable table, List<ColumnSchema> columns) {
        StringBuilder list = new StringBuilder();
        for (ColumnSchema column : columns) {
            TransformedColumn transformed = transformed(table, column.name());
            String seen = tables.names().quoted(column.name());
            list.append(list.length() == 0 ? "" : ", ");
            if (transformed == null) {
                list.append(seen);
            } else {
                String stored = tables.names().quoted(actual(table, transformed.stored()));
                list.append(tables.dialect().temporaries().exactText(stored))
                        .append(" AS ")
                        .append(seen);
            }
        }
        return list.toString();
    }

    /** As the data source tells it, else as the rule does. */
    private String actual(BoundTable table, String stored) {
        TableSchema schema = tables.catalog().table(table.table());
        ColumnSchema actual = schema == null ? null : schema.column(stored);
        return actual == null ? stored : actual.name();
    }
}
