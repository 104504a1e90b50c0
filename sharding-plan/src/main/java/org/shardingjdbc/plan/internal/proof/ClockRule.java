package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
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

    /** The clock whose moment is part of a value, or may be; null where it is only compared with. */
    private @Nullable FunctionCall shown(Node node) {
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
            return ofColumn(bound.origin(reference));
        }
        if (node instanceof StarItem) {
            return ofAny();
        }
        if (node instanceof Query query) {
            return shown(query.body());
        }
        return shown(node instanceof Select block ? block.items() : node.children());
    }

    private @Nullable FunctionCall shown(List<? extends Node> nodes) {
        for (Node node : nodes) {
            FunctionCall clock = shown(node);
            if (clock != null) {
                return clock;
            }
        }
        return null;
    }

    /** Of a column of a query inside, or of an alias; null for a column of a table. */
    private @Nullable FunctionCall ofColumn(ColumnOrigin origin) {
        if (origin instanceof ColumnOrigin.OfAlias alias) {
            return shown(alias.item());
        }
        boolean several =
                origin instanceof ColumnOrigin.OfQuery of && !(of.query().body() instanceof Select);
        if (several) {
            return ofAny();
        }
        if (origin instanceof ColumnOrigin.OfTable || origin instanceof ColumnOrigin.OfQuery of && of.base() != null) {
            return null;
        }
        OutputColumn output = origin instanceof ColumnOrigin.OfQuery of ? output(of) : null;
        if (output != null && output.expression() != null) {
            return shown(output.expression());
        }
        return output != null && output.origin() != null ? ofColumn(output.origin()) : ofAny();
    }

    private @Nullable OutputColumn output(ColumnOrigin.OfQuery of) {
        List<OutputColumn> outputs = bound.outputs(of.query());
        return outputs == null || of.output() >= outputs.size() ? null : outputs.get(of.output());
    }

    /** Any that is shown somewhere in the statement: of a star, and of a column that several queries make. */
    private @Nullable FunctionCall ofAny() {
        Analysis analysis = bound.parsed().analysis();
        for (Select block : analysis.all(Select.class)) {
            List<SelectItem> named = block.items().stream()
                    .filter(item -> !(item instanceof StarItem))
                    .toList();
            for (FunctionCall call : calls(named)) {
                if (Functions.isClock(call)) {
                    return call;
                }
            }
        }
        List<Node> rows = new ArrayList<>(analysis.all(ValuesBody.class));
        rows.addAll(analysis.all(FunctionTable.class));
        return calls(rows).stream().filter(Functions::isClock).findFirst().orElse(null);
    }

    private static List<FunctionCall> calls(List<? extends Node> nodes) {
        return nodes.stream()
                .flatMap(node -> Tree.outsideQueries(node, FunctionCall.class).stream())
                .toList();
    }
}
