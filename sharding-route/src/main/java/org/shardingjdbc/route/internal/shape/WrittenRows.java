package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/** The rows that a statement writes: of which tables, and what an UPDATE sets their sharding columns to. Immutable. */
record WrittenRows(BoundStatement bound, Statement statement, TableKinds kinds) {
    /**
     * What sharding columns are set to.
     *
     * @param values one for each sharding column; null entries where it stays
     * @param moved refuses rows that would move to another data node
     */
    record Keys(List<@Nullable Operand> values, Refusal moved) {}

    /** The tables whose rows change. */
    Set<BoundTable> tables() {
        Set<BoundTable> written = Collections.newSetFromMap(new IdentityHashMap<>());
        if (statement instanceof UpdateStatement update) {
            for (Assignment assignment : update.assignments()) {
                for (ColumnReference column : assignment.columns()) {
                    if (bound.origin(column) instanceof ColumnOrigin.OfTable known) {
                        written.add(known.table());
                    } else {
                        update.targets().forEach(target -> addTables(target, written));
                    }
                }
            }
        } else if (statement instanceof DeleteStatement delete) {
            delete.targets().forEach(target -> addTables(target, written));
        } else if (statement instanceof MergeStatement merge) {
            addTables(merge.target(), written);
        }
        return written;
    }

    private void addTables(Node node, Set<BoundTable> tables) {
        Nodes.walk(node, below -> {
            BoundTable named = below instanceof NamedTable table ? bound.table(table) : null;
            if (named != null) {
                tables.add(named);
            }
            return !(below instanceof Query);
        });
    }

    /**
     * What it sets sharding columns to; null when it sets none.
     *
     * @throws org.shardingjdbc.error.ShardingException when a value is known to the database only
     */
    @Nullable
    Keys assignedKeys() {
        Keys keys = null;
        if (statement instanceof UpdateStatement update) {
            for (Assignment each : update.assignments()) {
                List<Operand> values = assigned(each);
                if (values != null) {
                    keys = new Keys(keys == null ? values : combined(keys.values(), values), moved(each));
                }
            }
        }
        return keys;
    }

    private static List<Operand> combined(List<Operand> one, List<Operand> other) {
        List<Operand> all = new ArrayList<>(one);
        for (int i = 0; i < other.size(); i++) {
            if (other.get(i) != null) {
                all.set(i, other.get(i));
            }
        }
        return all;
    }

    /**
     * What an assignment sets the sharding columns to; null when it sets none.
     *
     * @throws org.shardingjdbc.error.ShardingException when the value is known to the database only
     */
    private @Nullable List<Operand> assigned(Assignment assignment) {
        List<Operand> values = null;
        for (int i = 0; i < assignment.columns().size(); i++) {
            ColumnReference column = assignment.columns().get(i);
            BoundTable table = tableOf(column);
            int position = table == null ? -1 : positionOf(table, column);
            Expression value = assignment.columns().size() == 1 ? assignment.value() : part(assignment.value(), i);
            if (table == null || position < 0 || isSameColumn(column, value)) {
                continue;
            }
            Operand operand = value == null ? null : Operand.of(value);
            boolean oneRoot = bound.classes().size() == 1
                    && bound.classes().get(0).roots().size() == 1;
            if (operand == null || !oneRoot) {
                throw moved(assignment).exception();
            }
            if (values == null) {
                int keys = table.table().shardingColumns().size();
                values = new ArrayList<>(Collections.nCopies(keys, null));
            }
            values.set(position, operand);
        }
        return values;
    }

    private Refusal moved(Assignment assignment) {
        ColumnReference column = assignment.columns().get(0);
        BoundTable table = tableOf(column);
        return kinds.refusal(
                ErrorCode.SHARDING_COLUMN_UPDATED,
                assignment,
                table == null ? "" : table.table().name(),
                column.name().text());
    }

    /**
     * The sharded table whose column is meant; of a name that was not found the first that has such a sharding column.
     */
    private @Nullable BoundTable tableOf(ColumnReference column) {
        ColumnOrigin origin = bound.origin(column);
        if (origin instanceof ColumnOrigin.OfTable known) {
            return known.table();
        }
        for (BoundTable table : tables()) {
            if (positionOf(table, column) >= 0) {
                return table;
            }
        }
        return null;
    }

    private static int positionOf(BoundTable table, ColumnReference column) {
        if (table.table().isSpread()) {
            List<String> columns = table.table().shardingColumns();
            for (int i = 0; i < columns.size(); i++) {
                if (columns.get(i).equalsIgnoreCase(column.name().text())) {
                    return i;
                }
            }
        }
        return -1;
    }

    private static @Nullable Expression part(Expression value, int position) {
        boolean row =
                value instanceof RowExpression items && position < items.items().size();
        return row ? ((RowExpression) value).items().get(position) : null;
    }

    private boolean isSameColumn(ColumnReference column, @Nullable Expression value) {
        return value instanceof ColumnReference other
                && bound.origin(column) instanceof ColumnOrigin.OfTable
                && bound.origin(column).equals(bound.origin(other));
    }
}
