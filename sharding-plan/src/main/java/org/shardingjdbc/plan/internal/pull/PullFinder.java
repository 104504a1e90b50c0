package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/** Finds how a query is answered by pulling rows. Stateless. */
public final class PullFinder {
    private PullFinder() {}

    /** What may be done, the one that pulls least first; each with the plans of its leaves. */
    public static List<Pull> of(ParsedSql parsed, StepSource source) {
        ActualTables tables = source.tools().actualTables();
        BoundStatement bound = source.bind(parsed);
        if (bound == null) {
            return List.of();
        }
        PullPlanner planner = new PullPlanner(bound, tables, source);
        List<Pull> queries = new ArrayList<>(planner.queries());
        for (Pull query : planner.seen() || isLocked(queries) ? List.<Pull>of() : List.copyOf(queries)) {
            Pull top = TopRows.of(bound, query, tables, source.tools().parser());
            if (top != null) {
                queries.add(0, top);
            }
        }
        queries.forEach(query -> plan(query, source.planner()));
        return queries;
    }

    private static boolean isLocked(List<Pull> queries) {
        return queries.stream().anyMatch(query -> query.locks() != null);
    }

    private static void plan(Pull query, StatementPlanner planner) {
        for (Leaf leaf : query.leaves()) {
            planner.plan(leaf.rows());
        }
        if (query.locks() != null && query.locks().find() != null) {
            planner.plan(query.locks().find());
        }
    }
}
