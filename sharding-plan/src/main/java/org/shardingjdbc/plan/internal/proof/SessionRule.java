package org.shardingjdbc.plan.internal.proof;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.fact.UserVariables;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * What belongs to one session, or to the place of a row in its table, differs from data node to data node: it must not
 * decide what a statement answers.
 *
 * <pre>
 * SELECT CONNECTION_ID(), t.* FROM t_order t       refused
 * SELECT ctid FROM t_order                         refused, but for a step that knows on which node the row is
 * SELECT * FROM t_order WHERE status = @wanted     as it is: the variable is read, and set for all sessions alike
 * </pre>
 *
 * @param placesRows whether it may be asked where rows lie, for whoever knows on which data node
 */
record SessionRule(BoundStatement bound, SourcePositions positions, boolean placesRows) {
    /**
     * @param part the clause, or what else is proved as a whole, in which the node stands; an item of the outermost
     *     ORDER BY by itself, whose value a merge sees
     */
    Verdict of(Node node, Node part) {
        if (node instanceof SessionVariable variable) {
            boolean read = part instanceof Clause
                    || part instanceof Assignment
                    || part instanceof OrderBy
                    || part instanceof Limit;
            boolean followed = variable.text().startsWith("@@") || read && !UserVariables.assigns(bound.parsed());
            return followed ? Verdict.NOTHING : refused(variable.text(), variable);
        }
        boolean ofSession =
                node instanceof FunctionCall call && Functions.isSession(call) && !LastStatement.isLastKey(call);
        return ofSession || node instanceof ColumnReference reference && isRowPlace(reference)
                ? refused(positions.excerpt(node), node)
                : Verdict.NOTHING;
    }

    /** Rows that are put into variables of a session. */
    Verdict ofInto(Select block) {
        return block.into() == null ? Verdict.NOTHING : refused("INTO", block);
    }

    private static Verdict refused(String what, Node node) {
        return Verdict.refused(ErrorCode.SESSION_STATE_ACROSS_NODES, what, node);
    }

    private boolean isRowPlace(ColumnReference reference) {
        if (placesRows || !Functions.isRowPlace(reference.name().text())) {
            return false;
        }
        return !(bound.origin(reference) instanceof ColumnOrigin.OfTable of)
                || of.table().schema() == null
                || of.table().schema().column(of.column()) == null;
    }
}
