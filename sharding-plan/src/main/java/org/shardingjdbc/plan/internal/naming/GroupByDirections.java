package org.shardingjdbc.plan.internal.naming;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.plan.internal.syntax.TextEdits;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * {@code GROUP BY a DESC}, by which MariaDB and MySQL before 8.0.13 sort the groups where no ORDER BY does: the same
 * statement with an ORDER BY that says so. The directions stay where they are, so that a server that has them no more
 * refuses them. Immutable.
 */
public record GroupByDirections(Dialect dialect, SqlParser parser) {

    /** The statement with its order written out; the same one where there is nothing to write. */
    public ParsedSql written(ParsedSql parsed) {
        if (!dialect.syntax().groupDirections()) {
            return parsed;
        }
        TextEdits edits = new TextEdits();
        for (Query query : parsed.analysis().all(Query.class)) {
            if (query.body() instanceof Select block && query.orderBy() == null && isSorted(block.groupBy())) {
                GroupBy groups = block.groupBy();
                int first = groups.items().get(0).span().start();
                int end = block.span().stop();
                edits.replace(
                        end,
                        end,
                        " ORDER BY "
                                + parsed.sql().substring(first, groups.span().stop()));
            }
        }
        return edits.isEmpty() ? parsed : parser.parseInstead(parsed, edits.apply(parsed.sql()));
    }

    private static boolean isSorted(GroupBy groups) {
        return groups != null
                && groups.sorted()
                && groups.kind() == GroupingKind.PLAIN
                // a parameter cannot stand twice
                && !Tree.any(groups, Parameter.class::isInstance);
    }
}
