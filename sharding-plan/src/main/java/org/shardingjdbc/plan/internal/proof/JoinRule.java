package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/**
 * A side that each data node has whole may be joined to rows of a sharded table, unless the join keeps rows of that
 * side that meet none: each data node would keep them.
 *
 * <pre>
 * t_order o LEFT JOIN t_country c ON ...      each data node joins its rows of t_order with its copy of t_country
 * t_country c LEFT JOIN t_order o ON ...      refused: a country without orders on one node may have some on another
 * </pre>
 */
record JoinRule() {
    private static final String RULE = "join";

    Verdict of(JoinedTable join, Distribution left, Distribution right) {
        if (left == right) {
            return Verdict.NOTHING;
        }
        JoinKind keeping = left == Distribution.REPLICATED ? JoinKind.LEFT : JoinKind.RIGHT;
        if (join.kind() == keeping || join.kind() == JoinKind.FULL) {
            return Verdict.refusedAt(ErrorCode.OUTER_JOIN_ACROSS_NODES, join);
        }
        return whole(left == Distribution.REPLICATED ? join.left() : join.right());
    }

    /** A side without a join of its own, as in {@code FROM t_order, t_country}. */
    Verdict whole(TableReference side) {
        String names = String.join(", ", names(List.of(side)));
        return Verdict.proved(RULE, "each data node of the route has all rows of " + names);
    }

    /** What tables are called where they are joined. */
    static List<String> names(List<TableReference> tables) {
        List<String> names = new ArrayList<>();
        tables.forEach(table -> name(table, names));
        return names;
    }

    private static void name(TableReference side, List<String> names) {
        if (side instanceof NamedTable table) {
            names.add(table.name().last().text());
        } else if (side instanceof JoinedTable join) {
            name(join.left(), names);
            name(join.right(), names);
        } else {
            Identifier alias = side instanceof DerivedTable derived ? derived.alias() : null;
            String unnamed = side instanceof FunctionTable ? "a table function" : "a derived table";
            names.add(alias == null ? unnamed : alias.text());
        }
    }
}
