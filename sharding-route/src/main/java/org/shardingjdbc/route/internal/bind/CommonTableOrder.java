package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * The common tables of a WITH, each behind those that it names: {@code WITH RECURSIVE a AS (SELECT * FROM b), b AS
 * (...)} of PostgreSQL and MariaDB is {@code b, a}. Stateless.
 *
 * @see <a href="https://www.postgresql.org/docs/current/sql-select.html#SQL-WITH">PostgreSQL: WITH clause</a>
 */
public final class CommonTableOrder {
    private CommonTableOrder() {}

    /** Tables that name each other stand one behind the other in whatever order. */
    public static List<CommonTable> of(With with, Dialect dialect) {
        if (!seesLater(with, dialect) || with.tables().size() < 2) {
            return with.tables();
        }
        List<CommonTable> ordered = new ArrayList<>();
        List<CommonTable> open = new ArrayList<>(with.tables());
        while (!open.isEmpty()) {
            CommonTable next = open.stream()
                    .filter(table ->
                            open.stream().allMatch(other -> other == table || !names(table.statement(), other)))
                    .findFirst()
                    .orElse(open.get(0));
            ordered.add(next);
            open.remove(next);
        }
        return ordered;
    }

    /** Whether all names of a WITH may be used in each of its tables. */
    public static boolean seesLater(With with, Dialect dialect) {
        return with.recursive() && dialect.queries().commonTablesSeeLater();
    }

    /** Whether a common table is named somewhere in a statement. */
    public static boolean names(Node statement, CommonTable table) {
        boolean[] found = {false};
        Nodes.walk(statement, node -> {
            found[0] |= node instanceof NamedTable named
                    && named.name().parts().size() == 1
                    && named.name().last().text().equalsIgnoreCase(table.name().text());
            return !found[0];
        });
        return found[0];
    }
}
