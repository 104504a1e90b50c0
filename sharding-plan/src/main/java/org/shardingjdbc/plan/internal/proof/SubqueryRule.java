package org.shardingjdbc.plan.internal.proof;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;

/**
 * A subquery is evaluated for a row of the block around it, on that row's data node. It may read sharded tables when it
 * sees rows of that node only: its WHERE equates the sharding columns with those of the row. Then it may do anything
 * with them.
 *
 * <pre>
 * FROM t_order o WHERE EXISTS (SELECT 1 FROM t_order_item i WHERE i.user_id = o.user_id)       as it is on each node
 * FROM t_order o WHERE amount > (SELECT AVG(price) FROM t_order_item)                          refused
 * FROM t_country c WHERE EXISTS (SELECT 1 FROM t_order o WHERE o.status = c.name)              refused
 * </pre>
 */
record SubqueryRule(BoundStatement bound) {
    /** @param distribution of the rows for which it is evaluated */
    Verdict of(Query query, Distribution distribution) {
        return distribution == Distribution.PARTITIONED && bound.alignedWithOuter(query)
                ? aligned(query)
                : Verdict.refusedAt(ErrorCode.SUBQUERY_ACROSS_NODES, query, shardedTable(query));
    }

    /** Of one that is known to see rows of one node. */
    Verdict aligned(Query query) {
        List<AlignmentClass> classes = bound.classes();
        String same = classes.size() == 1
                ? "has the " + String.join(", ", classes.get(0).table().shardingColumns())
                : "is on the data node";
        return Verdict.proved(
                "subquery", "what it reads of " + shardedTable(query) + " " + same + " of the row around it");
    }

    private String shardedTable(Query query) {
        for (NamedTable table : Tree.all(query, NamedTable.class)) {
            BoundTable known = bound.table(table);
            if (known == null || known.table().isPartitioned()) {
                return table.name().last().text();
            }
        }
        return "";
    }
}
