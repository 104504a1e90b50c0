package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingElement;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
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
        TreeEdits edits = new TreeEdits(parsed);
        for (Query query : parsed.analysis().all(Query.class)) {
            GroupBy groups = query.body() instanceof Select block ? block.groupBy() : null;
            if (groups != null && query.orderBy() == null && isSorted(groups)) {
                int end = query.body().span().stop();
                edits.change(query, new Span(end, end), order(groups, parsed), GroupByDirections::ordered);
            }
        }
        return edits.made(parser);
    }

    private MadeText order(GroupBy groups, ParsedSql parsed) {
        List<SortItem> keys = new ArrayList<>();
        for (GroupingElement element : groups.elements()) {
            boolean descending = element.direction().equalsIgnoreCase("DESC");
            element.expressions().forEach(key -> keys.add(new SortItem(Span.NONE, key, descending, null)));
        }
        return new SqlPrinter(dialect)
                .made(new OrderBy(Span.NONE, keys), parsed.sql())
                .between(" ", "");
    }

    private static Query ordered(Query query, List<Node> made) {
        return new Query(
                query.span(), query.with(), query.body(), (OrderBy) made.get(0), query.limit(), query.locking());
    }

    private static boolean isSorted(GroupBy groups) {
        return groups.sorted()
                && groups.kind() == GroupingKind.PLAIN
                // a parameter cannot stand twice
                && !Tree.any(groups, Parameter.class::isInstance);
    }
}
