package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Which temporary tables need the primary key of their table: PostgreSQL and MySQL let a block that groups select what
 * depends on its groups, {@code SELECT t.id, t.name, COUNT(*) ... GROUP BY t.id}, and know by the key that it does.
 * Immutable.
 *
 * @param enters whether a part of the statement is left in it
 */
public record LeafPrimaryKeys(BoundStatement bound, ActualTables tables, Predicate<Node> enters) {
    /**
     * The columns of the key, quoted; empty when none is needed, or there is none.
     *
     * @param pulled the columns of the temporary table
     */
    public List<String> of(BoundTable table, List<ColumnSchema> pulled) {
        List<String> key = tables.known(table).primaryKey();
        boolean heeded = tables.dialect().temporaries().heedsPrimaryKeys();
        if (!heeded || key.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (ColumnSchema column : pulled) {
            if (key.stream().anyMatch(column.name()::equalsIgnoreCase)) {
                names.add(tables.names().quoted(column.name()));
            }
        }
        return names.size() == key.size() && isNeeded(table, key) ? names : List.of();
    }

    private boolean isNeeded(BoundTable table, List<String> key) {
        for (Select block : Tree.all(bound.parsed().statement(), Select.class, enters)) {
            GroupBy groups = block.groupBy();
            if (groups != null) {
                Set<String> grouped = grouped(groups, block, table);
                boolean unique = isUnique(table, key) || grouped.containsAll(lower(key));
                if (unique && readsOthers(block, table, grouped)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether no two data nodes have rows of one key. */
    private static boolean isUnique(BoundTable table, List<String> key) {
        return lower(key).containsAll(lower(table.table().shardingColumns()));
    }

    private static Set<String> lower(Iterable<String> names) {
        Set<String> lower = new HashSet<>();
        names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return lower;
    }

    private Set<String> grouped(GroupBy groups, Select block, BoundTable table) {
        Set<String> grouped = new HashSet<>();
        for (Expression item : new SelectItems(block).resolve(groups.items(), bound)) {
            if (item instanceof ColumnReference reference && isOf(reference, table)) {
                grouped.add(column(reference));
            }
        }
        return grouped;
    }

    /** Whether columns of a table stand where only groups are, without being ones. */
    private boolean readsOthers(Select block, BoundTable table, Set<String> grouped) {
        List<Node> parts = new ArrayList<>(block.items());
        parts.addAll(block.windows());
        if (block.having() != null) {
            parts.add(block.having());
        }
        for (Query query : Tree.all(bound.parsed().statement(), Query.class, enters)) {
            if (query.body() == block && query.orderBy() != null) {
                parts.add(query.orderBy());
            }
        }
        Predicate<Node> plain = node -> !(node instanceof FunctionCall call && Functions.isAggregate(call));
        for (Node part : parts) {
            if (part instanceof StarItem) {
                return true;
            }
            for (ColumnReference reference : Tree.all(part, ColumnReference.class, plain)) {
                if (isOf(reference, table) && !grouped.contains(column(reference))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isOf(ColumnReference reference, BoundTable table) {
        return bound.origin(reference) instanceof ColumnOrigin.OfTable of
                && of.table().index() == table.index();
    }

    private String column(ColumnReference reference) {
        return ((ColumnOrigin.OfTable) bound.origin(reference)).column();
    }
}
