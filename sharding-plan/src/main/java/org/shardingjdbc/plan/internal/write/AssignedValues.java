package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * What an UPDATE sets in a table, one column at a time, and which of the values must be known before rows are written
 * by key. Immutable.
 *
 * @param all in text order
 * @param newKeys positions in the key of those that set a key column, in text order
 * @param found the values that the finding query computes: first those of key columns, then others
 * @param obstacle why a row cannot move, or null
 */
record AssignedValues(
        List<One> all,
        List<Integer> newKeys,
        List<Expression> found,
        @Nullable String obstacle) {
    /** Of a DELETE. */
    static final AssignedValues NONE = new AssignedValues(List.of(), List.of(), List.of(), null);

    /**
     * One of them.
     *
     * @param key position of the column in the key, -1 when it is none of it
     * @param found position among the found values, -1 when the value is written as the statement has it
     */
    record One(ColumnReference column, Expression value, int key, int found) {}

    /** @return null when they cannot be computed apart from each other */
    static @Nullable AssignedValues of(StepSource source, WrittenTable table, UpdateStatement update) {
        List<ColumnReference> columns = new ArrayList<>();
        List<Expression> values = new ArrayList<>();
        for (Assignment assignment : update.assignments()) {
            for (int i = 0; i < assignment.columns().size(); i++) {
                ColumnReference column = assignment.columns().get(i);
                if (!table.mayHave(column)) {
                    continue;
                }
                Expression value = part(assignment, i);
                if (value == null || table.places() > 0 && isAmong(columns, column)) {
                    return null;
                }
                columns.add(column);
                values.add(value);
            }
        }
        List<Expression> found = new ArrayList<>();
        List<Integer> newKeys = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int key = table.key(columns.get(i).name().text());
            if (key >= 0 && (values.get(i) instanceof DefaultValue || newKeys.contains(key))) {
                return null;
            }
            if (key >= 0) {
                newKeys.add(key);
                found.add(values.get(i));
            }
        }
        List<One> all = new ArrayList<>();
        for (int i = 0, keys = 0; i < columns.size(); i++) {
            int key = table.key(columns.get(i).name().text());
            int position = key >= 0 ? keys++ : -1;
            boolean stands =
                    table.places() > 0 ? isConstant(values.get(i)) : isWrittenAsItStands(source, table, values.get(i));
            if (key < 0 && !stands) {
                position = found.size();
                found.add(values.get(i));
            }
            all.add(new One(columns.get(i), values.get(i), key, position));
        }
        boolean inOrder = source.dialect().writes().assignsInOrder();
        if (inOrder && readsEarlier(table, all, true)) {
            return null;
        }
        String obstacle = inOrder && readsEarlier(table, all, false)
                ? "another assignment of the statement reads its new key"
                : null;
        return new AssignedValues(List.copyOf(all), List.copyOf(newKeys), List.copyOf(found), obstacle);
    }

    /** MySQL lets the last of both win; a row without a key is written once, when it is read. */
    private static boolean isAmong(List<ColumnReference> earlier, ColumnReference column) {
        return earlier.stream()
                .anyMatch(each ->
                        each.name().text().equalsIgnoreCase(column.name().text()));
    }

    private static @Nullable Expression part(Assignment assignment, int position) {
        if (assignment.columns().size() == 1) {
            return assignment.value();
        }
        return assignment.value() instanceof RowExpression row
                        && position < row.items().size()
                ? row.items().get(position)
                : null;
    }

    /** A row that has no key is read once where it is, and written once where it goes. */
    private static boolean isConstant(Expression value) {
        return value instanceof DefaultValue || value instanceof Literal || value instanceof Parameter;
    }

    /** All copies of a broadcast table must get the same value, so nothing is computed by each. */
    private static boolean isWrittenAsItStands(StepSource source, WrittenTable table, Expression value) {
        if (value instanceof DefaultValue) {
            return true;
        }
        if (table.table().table().isReplicated()) {
            for (FunctionCall call : Tree.all(value, FunctionCall.class)) {
                if (source.tools().functions().isVolatile(call)
                        || Functions.isClock(call)
                        || Functions.isSession(call)) {
                    return false;
                }
            }
        }
        return table.isOfRow(value);
    }

    /**
     * MySQL assigns one after the other: whether a value reads a column that was assigned before it.
     *
     * @param byFound whether the reading value is one that is found before anything is assigned; else it is written as
     *     it stands, and the column is of the key
     */
    private static boolean readsEarlier(WrittenTable table, List<One> all, boolean byFound) {
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).found() >= 0 != byFound) {
                continue;
            }
            for (ColumnReference read : Tree.all(all.get(i).value(), ColumnReference.class)) {
                for (One earlier : all.subList(0, i)) {
                    boolean same = earlier.column()
                            .name()
                            .text()
                            .equalsIgnoreCase(read.name().text());
                    if (same && table.mayHave(read) && (byFound || earlier.key() >= 0)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
