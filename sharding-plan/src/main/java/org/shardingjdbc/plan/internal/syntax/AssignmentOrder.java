package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/**
 * Whether a value of an UPDATE sees what the same UPDATE assigned before it. MySQL and MariaDB assign from left to
 * right, and do so in the rows of one table; where tables are joined, or a subquery reads the table that is written,
 * they may compute all values from the row as it was. Stateless.
 */
public final class AssignmentOrder {
    private AssignmentOrder() {}

    /** Whether the values depend on how the database goes about it. */
    public static boolean isOpen(UpdateStatement update, Dialect dialect) {
        return dialect.writes().assignsInOrder()
                && (!isOfOneTable(update) || readsItself(update))
                && readsAssigned(update);
    }

    /** Whether it would get other values if its subqueries were values. */
    public static boolean changesWithoutSubqueries(UpdateStatement update, Dialect dialect) {
        return dialect.writes().assignsInOrder()
                && isOfOneTable(update)
                && readsItself(update)
                && readsAssigned(update);
    }

    private static boolean isOfOneTable(UpdateStatement update) {
        return update.from().isEmpty()
                && update.targets().size() == 1
                && update.targets().get(0) instanceof NamedTable;
    }

    private static boolean readsItself(UpdateStatement update) {
        List<NamedTable> all = Tree.all(update, NamedTable.class);
        return update.targets().stream()
                .flatMap(target -> Tree.all(target, NamedTable.class).stream())
                .anyMatch(target -> all.stream()
                        .anyMatch(other -> other != target && name(other).equals(name(target))));
    }

    private static String name(NamedTable table) {
        return table.name().last().text().toLowerCase(Locale.ROOT);
    }

    private static boolean readsAssigned(UpdateStatement update) {
        // two names of one table may mean one row
        boolean byTable = !readsItself(update);
        List<ColumnReference> assigned = new ArrayList<>();
        for (Assignment assignment : update.assignments()) {
            for (ColumnReference read : Tree.all(assignment.value(), ColumnReference.class)) {
                for (ColumnReference earlier : assigned) {
                    if (maySame(earlier, read, byTable)) {
                        return true;
                    }
                }
            }
            assigned.addAll(assignment.columns());
        }
        return false;
    }

    /** By their names, of which one may leave the table out. */
    private static boolean maySame(ColumnReference one, ColumnReference other, boolean byTable) {
        boolean differ = byTable
                && !one.qualifier().isEmpty()
                && !other.qualifier().isEmpty()
                && !last(one.qualifier()).equals(last(other.qualifier()));
        return !differ && one.name().text().equalsIgnoreCase(other.name().text());
    }

    private static String last(List<Identifier> qualifier) {
        return qualifier.get(qualifier.size() - 1).text().toLowerCase(Locale.ROOT);
    }
}
