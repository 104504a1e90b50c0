package org.shardingjdbc.plan.internal.proof;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Between;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Comparison;
import org.shardingjdbc.parser.internal.ast.Exists;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InList;
import org.shardingjdbc.parser.internal.ast.InQuery;
import org.shardingjdbc.parser.internal.ast.IsTest;
import org.shardingjdbc.parser.internal.ast.Like;
import org.shardingjdbc.parser.internal.ast.Logical;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Not;
import org.shardingjdbc.parser.internal.ast.Quantified;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.OutputColumn;

/**
 * A statement of one database reads the clock once; each data node reads its own, a little earlier or later. What is
 * compared with it may be (no two nodes look at one moment anyway), and so may what is shown of it in each row; but no
 * moment may be a group, one of distinct values, or what all rows see of a query that stands beside them.
 *
 * <pre>
 * FROM t_order WHERE created &lt; CURRENT_TIMESTAMP                                as it is on each node
 * SELECT CURRENT_TIMESTAMP, status FROM t_order                                    as it is on each node
 * SELECT DISTINCT CURRENT_TIMESTAMP FROM t_order                                   refused
 * FROM t_order, (SELECT CURRENT_TIMESTAMP AS now) n                                refused
 * GROUP BY CASE WHEN created &lt; CURRENT_TIMESTAMP THEN 'old' ELSE 'new' END      as it is on each node
 * </pre>
 */
record ClockRule(BoundStatement bound) {
    /** Of values of which equal ones are to be one, or that all rows are to see alike. */
    Verdict of(List<? extends Node> values) {
        for (Node value : values) {
            FunctionCall clock = shown(value);
            if (clock != null) {
                return Verdict.refused(ErrorCode.SESSION_STATE_ACROSS_NODES, Functions.name(clock), value);
            }
        }
        return Verdict.NOTHING;
    }

    /** Of the DISTINCT aggregates among some calls. */
    Verdict ofDistinct(List<FunctionCall> calls) {
        for (FunctionCall call : calls) {
            Verdict verdict = call.distinct() ? of(call.arguments()) : Verdict.NOTHING;
            if (!verdict.isProved()) {
                return verdict;
            }
        }
        return Verdict.NOTHING;
    }

    /** The clock whose moment is part of a value; null where it is only compared with. */
    private FunctionCall shown(Node node) {
        boolean decides = node instanceof Comparison
                || node instanceof Between
                || node instanceof InList
                || node instanceof InQuery
                || node instanceof Like
                || node instanceof IsTest
                || node instanceof Quantified
                || node instanceof Exists
                || node instanceof Logical
                || node instanceof Not;
        if (decides) {
            return null;
        }
        if (node instanceof FunctionCall call && Functions.isClock(call)) {
            return call;
        }
        if (node instanceof ColumnReference reference) {
            Expression meant = meant(reference);
            return meant == null ? null : shown(meant);
        }
        if (node instanceof Query query) {
            return shown(query.body());
        }
        return shown(node instanceof Select block ? block.items() : node.children());
    }

    private FunctionCall shown(List<? extends Node> nodes) {
        for (Node node : nodes) {
            FunctionCall clock = shown(node);
            if (clock != null) {
                return clock;
            }
        }
        return null;
    }

    /** What a column of a query inside, or an alias, is made of; null where it is a column of a table. */
    private Expression meant(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfAlias alias && alias.item() instanceof ExpressionItem item) {
            return item.expression();
        }
        if (origin instanceof ColumnOrigin.OfQuery of && of.base() == null) {
            List<OutputColumn> outputs = bound.outputs(of.query());
            return outputs == null || of.output() >= outputs.size()
                    ? null
                    : outputs.get(of.output()).expression();
        }
        return null;
    }
}
