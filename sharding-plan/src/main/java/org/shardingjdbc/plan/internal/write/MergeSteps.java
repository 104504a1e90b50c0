package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.CommonTable;
import org.shardingjdbc.parser.internal.ast.Comparison;
import org.shardingjdbc.parser.internal.ast.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.DerivedTable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.FunctionTable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Logical;
import org.shardingjdbc.parser.internal.ast.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.MergeAction;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.MergedRows;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * The steps of a MERGE whose source is elsewhere than the rows of its target, or is computed: its rows are read, as far
 * as the statement asks for their columns, and merged as rows that the statement itself holds. Each data node then has
 * all rows that may meet its own in one statement, and finds out itself when two meet the same one. One per statement;
 * not thread-safe.
 */
final class MergeSteps {
    private final StepSource source;
    private final BoundStatement bound;
    private final MergeStatement merge;
    private final MergeInserts inserts;
    private final Map<ColumnOrigin, ColumnReference> columns = new LinkedHashMap<>();

    MergeSteps(StepSource source, BoundStatement bound, MergeStatement merge) {
        this.source = source;
        this.bound = bound;
        this.merge = merge;
        this.inserts = MergeInserts.of(bound, merge, source.catalog(), source.dialect(), source.names());
    }

    /** @return null when there are none that do the same */
    SteppedExecution find(Object[] parameters) {
        Identifier name = exposedName();
        boolean plain = name != null && merge.returning() == null && !writesBefore() && !queriesBehind();
        if (!plain || !collectColumns() || inserts.obstacle()) {
            return null;
        }
        NestedStatement query = query(name);
        if (!source.answers(query, parameters, true)) {
            return null;
        }
        StepTemplate head = text().copy(new Span(start(), merge.source().span().start()))
                .text("(")
                .build();
        StepTemplate tail = tail(name);
        if (!isProved(head, tail)) {
            return null;
        }
        MergedTexts texts = new MergedTexts(source.dialect(), bound, merge);
        BitSet ordered = new BitSet();
        int position = 0;
        for (ColumnOrigin column : columns.keySet()) {
            ordered.set(position++, !texts.keep(column));
        }
        MergedRows rows = new MergedRows(ordered, inserts.made(), inserts.keyType());
        return new CopyRows(query, head, tail, null, true, new BitSet(), rows);
    }

    private StepTemplate.Builder text() {
        return new StepTemplate.Builder(bound.parsed());
    }

    /** What the columns of the source are qualified with; null where they may have other names. */
    private Identifier exposedName() {
        if (merge.source() instanceof NamedTable named) {
            return named.exposedName();
        }
        if (merge.source() instanceof DerivedTable derived) {
            return derived.alias();
        }
        return merge.source() instanceof FunctionTable function ? function.alias() : null;
    }

    private boolean writesBefore() {
        if (merge.with() != null) {
            for (CommonTable table : merge.with().tables()) {
                if (!(table.statement() instanceof QueryStatement)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether queries stand in what is decided for each row. */
    private boolean queriesBehind() {
        return Tree.any(merge.on(), Query.class::isInstance)
                || merge.actions().stream().anyMatch(action -> Tree.any(action, Query.class::isInstance));
    }

    /** Collects the columns of the source that the statement asks for; false when that is not known. */
    private boolean collectColumns() {
        BoundTable target = bound.table(merge.target());
        List<ColumnReference> references = new ArrayList<>(Tree.all(merge.on(), ColumnReference.class));
        for (MergeAction action : merge.actions()) {
            references.addAll(Tree.all(action, ColumnReference.class));
        }
        for (ColumnReference reference : references) {
            ColumnOrigin origin = bound.origin(reference);
            boolean ofTarget = origin instanceof ColumnOrigin.OfTable of && of.table() == target;
            boolean known = ofTarget
                    || (origin instanceof ColumnOrigin.OfTable || origin instanceof ColumnOrigin.OfQuery)
                            && reference.qualifier().size() <= 1;
            if (!known) {
                return false;
            }
            if (!ofTarget) {
                columns.putIfAbsent(origin, reference);
            }
        }
        return target != null && !columns.isEmpty();
    }

    private NestedStatement query(Identifier name) {
        StepTemplate.Builder text = text();
        if (merge.with() != null) {
            text.copy(merge.with().span()).text(" ");
        }
        String separator = "SELECT ";
        for (ColumnReference column : columns.values()) {
            text.text(separator + qualified(name, column));
            separator = ", ";
        }
        text.text(" FROM ").copy(merge.source().span());
        boolean asksOfOthers = merge.actions().stream().anyMatch(action -> !action.matched());
        if (!asksOfOthers) {
            addMatchable(text, name);
        }
        return text.build().fill();
    }

    /** NULL meets no row. */
    private void addMatchable(StepTemplate.Builder text, Identifier name) {
        List<ColumnReference> equated = new ArrayList<>();
        addEquated(merge.on(), equated);
        String separator = " WHERE ";
        for (ColumnReference column : equated) {
            if (columns.containsKey(bound.origin(column))) {
                text.text(separator + qualified(name, column) + " IS NOT NULL");
                separator = " AND ";
            }
        }
    }

    private static void addEquated(Expression condition, List<ColumnReference> equated) {
        if (condition instanceof Logical logical && logical.operator() == LogicalOperator.AND) {
            logical.operands().forEach(operand -> addEquated(operand, equated));
        } else if (condition instanceof Comparison comparison && comparison.operator() == ComparisonOperator.EQUAL) {
            for (Expression side : List.of(comparison.left(), comparison.right())) {
                if (side instanceof ColumnReference column) {
                    equated.add(column);
                }
            }
        }
    }

    private String qualified(Identifier name, ColumnReference column) {
        return written(name) + "." + written(column.name());
    }

    private String written(Identifier name) {
        return name.span().of(bound.parsed().sql());
    }

    private int start() {
        return merge.with() == null ? merge.span().start() : merge.with().span().stop();
    }

    /** The names of the rows, then the condition and the actions, with the keys of the rows that are inserted. */
    private StepTemplate tail(Identifier name) {
        StepTemplate.Builder text = text().text(") " + written(name));
        String separator = "(";
        for (ColumnReference column : columns.values()) {
            text.text(separator + written(column.name()));
            separator = ", ";
        }
        text.text(inserts.made() == null ? ")" : ", " + MergeInserts.KEY + ")");
        inserts.copy(text, new Span(merge.source().span().stop(), merge.span().stop()), written(name));
        return text.build();
    }

    /** Whether rows of the statement itself would be merged; two, as one row may be all on one data node. */
    private boolean isProved(StepTemplate head, StepTemplate tail) {
        int width = columns.size() + (inserts.made() == null ? 0 : 1);
        StepTemplate.Builder sample = StepTemplate.Builder.free().add(head).text("VALUES ");
        for (int i = 0; i < 2 * width; i++) {
            sample.text(i % width > 0 ? ", " : i == 0 ? "(" : "), (").own(i);
        }
        NestedStatement step = sample.text(")").add(tail).build().fill();
        return source.planner().decide(step) instanceof Decision.Proved<StatementPlan> planned
                && planned.way() instanceof CompiledPlan plan
                && !(plan.several() instanceof Several.Refused);
    }
}
