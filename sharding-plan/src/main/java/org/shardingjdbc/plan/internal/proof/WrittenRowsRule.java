package org.shardingjdbc.plan.internal.proof;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;

/**
 * Rows of a sharded table are written, and returned, on the data node where they are; rows that are inserted, on the
 * one where they belong.
 *
 * <pre>
 * UPDATE t_order SET status = 'x' WHERE amount > 9                    as it is on each node
 * UPDATE t_order SET status = 'x' LIMIT 3                             refused: which three, no node knows
 * INSERT INTO t_order SELECT ... FROM t_order_item WHERE ...          each node inserts the rows that it reads, where the
 *                                                                     route has found that they belong there
 * INSERT INTO t_order SELECT ... FROM t_country                       refused: each node would insert all
 * MERGE INTO t_country USING t_order ...                              refused: each copy would get other rows
 * </pre>
 */
record WrittenRowsRule(BoundStatement bound) {
    private static final String RULE = "written rows";

    Verdict ofLimit(@Nullable Limit limit, String clause) {
        return limit == null ? Verdict.NOTHING : Verdict.refused(ErrorCode.LIMITED_WRITE_ACROSS_NODES, clause, limit);
    }

    /** @param rows of the query that are inserted */
    Verdict ofInserted(InsertStatement insert, Distribution rows) {
        boolean sharded = bound.target(insert.table()).table().isPartitioned();
        if (sharded != (rows == Distribution.PARTITIONED)) {
            return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, "INSERT ... SELECT", insert);
        }
        return sharded
                ? Verdict.proved(RULE, "rows are inserted into " + name(insert.table()) + " where they are read")
                : Verdict.NOTHING;
    }

    /** That a row of the source meets its rows of the target on one data node is what the route says. */
    Verdict ofMerged(MergeStatement merge, Distribution source) {
        boolean sharded = bound.target(merge.target()).table().isPartitioned();
        if (sharded) {
            return Verdict.proved(
                    RULE, "a row of the source meets those of " + name(merge.target()) + " on one data node");
        }
        return source == Distribution.PARTITIONED
                ? Verdict.refusedAt(ErrorCode.MERGE_ACROSS_NODES, merge)
                : Verdict.NOTHING;
    }

    /** Of the rows that a common table expression or a delta table shows of what it wrote. */
    Verdict ofShown(Statement statement, Node table) {
        boolean divided = !(statement instanceof InsertStatement insert && insert.source() instanceof QuerySource)
                && !(statement instanceof MergeStatement);
        List<NamedTable> written = Nodes.targets(statement);
        boolean sharded = written.stream().allMatch(this::isPartitioned);
        if (divided && sharded && !written.isEmpty()) {
            return Verdict.proved(RULE, "those of " + name(written.get(0)) + " are shown where they are");
        }
        String what =
                table instanceof DeltaTable delta ? delta.state() + " TABLE" : "The writing common table expression";
        return Verdict.refused(ErrorCode.NESTED_ROWS_ACROSS_NODES, what, table);
    }

    private boolean isPartitioned(NamedTable named) {
        BoundTable table = bound.table(named);
        return table != null && table.table().isPartitioned();
    }

    private static String name(NamedTable table) {
        return table.name().last().text();
    }
}
