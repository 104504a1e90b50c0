package org.shardingjdbc.plan.internal.write;

import java.sql.Types;
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
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.FunctionTable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Logical;
import org.shardingjdbc.parser.internal.ast.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.MergeAction;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.operator.Alternative;
import org.shardingjdbc.plan.internal.operator.Alternatives;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.MergeSourceRows;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.RowsTemplate;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnEquality;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The steps of a MERGE whose source is elsewhere than the rows of its target, or is computed: its rows are read, as far
 * as the statement asks for their columns, and merged as rows that the statement itself holds. Each data node then has
 * all rows that may meet its own in one statement, and finds out itself when two meet the same one. One per statement;
 * not thread-safe.
 */
final class MergeSteps {
    /** What was done to a row that is returned. */
    private static final String ACTION = "merge_action";

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

    /** Those that do the same. */
    Alternatives plan() {
        Alternative merged = merged();
        return merged == null ? Alternatives.NONE : Alternatives.of(List.of(merged));
    }

    /** Null for none. */
    private Alternative merged() {
        Identifier name = exposedName();
        boolean plain = name != null && !writesBefore() && !queriesBehind() && !returnsStars();
        if (!plain || !collectColumns() || inserts.obstacle()) {
            return null;
        }
        NestedStatement query = query(name);
        StepTemplate head = text().copy(new Span(start(), merge.source().span().start()))
                .text("(")
                .build();
        StepTemplate tail = tail(name);
        NestedStatement returned = merge.returning() == null ? null : returned();
        RowsTemplate write = RowsTemplate.of(head, tail);
        if (!isProved(write)) {
            return null;
        }
        List<Alternative.Question> asked = new ArrayList<>();
        asked.add(source.question(query, true));
        if (returned != null) {
            asked.add(source.question(returned, true));
        }
        return new Alternative.OnAnswers(new CopyRows(query, write, returned, true, new BitSet(), rows()), asked);
    }

    /** A star may stand for columns of the source that are not read. */
    private boolean returnsStars() {
        return merge.returning() != null && Tree.any(merge.returning(), StarItem.class::isInstance);
    }

    /** A query without rows that has the columns of RETURNING. */
    private NestedStatement returned() {
        StepTemplate.Builder text = text();
        if (merge.with() != null) {
            text.copy(merge.with().span()).text(" ");
        }
        List<SelectItem> items = merge.returning().items();
        int from = items.get(0).span().start();
        text.text("SELECT ");
        for (FunctionCall call : Tree.all(merge.returning(), FunctionCall.class)) {
            if (Functions.name(call).equals(ACTION)) {
                text.copy(new Span(from, call.span().start())).text("CAST(NULL AS text)");
                boolean shown = items.stream()
                        .anyMatch(item -> item instanceof ExpressionItem shownAs
                                && shownAs.expression() == call
                                && shownAs.alias() == null);
                text.text(shown ? " AS " + ACTION : "");
                from = call.span().stop();
            }
        }
        return text.copy(new Span(from, items.get(items.size() - 1).span().stop()))
                .text(" FROM ")
                .copy(merge.target().span())
                .text(", ")
                .copy(merge.source().span())
                .text(" WHERE 1 = 0")
                .build()
                .fill();
    }

    private MergeSourceRows rows() {
        MergedTexts kept = new MergedTexts(source.dialect(), bound, merge);
        BitSet numbers = new BitSet();
        BitSet texts = new BitSet();
        BitSet ordered = new BitSet();
        addApart(merge.on(), numbers, texts);
        int position = 0;
        for (ColumnOrigin column : columns.keySet()) {
            ordered.set(position++, !kept.keep(column));
        }
        return new MergeSourceRows(numbers, texts, ordered, inserts.made(), inserts.keyType());
    }

    /** Adds the columns of the source that are equal to one of the target, by what its values are. */
    private void addApart(Expression condition, BitSet numbers, BitSet texts) {
        if (condition instanceof Logical logical && logical.operator() == LogicalOperator.AND) {
            logical.operands().forEach(operand -> addApart(operand, numbers, texts));
        } else if (condition instanceof Comparison comparison
                && comparison.operator() == ComparisonOperator.EQUAL
                && comparison.left() instanceof ColumnReference left
                && comparison.right() instanceof ColumnReference right) {
            addApart(left, right, numbers, texts);
            addApart(right, left, numbers, texts);
        }
    }

    private void addApart(ColumnReference own, ColumnReference other, BitSet numbers, BitSet texts) {
        int position = List.copyOf(columns.keySet()).indexOf(bound.origin(other));
        ColumnSchema column = bound.origin(own) instanceof ColumnOrigin.OfTable of
                        && of.table() == bound.table(merge.target())
                        && of.table().schema() != null
                ? of.table().schema().column(of.column())
                : null;
        if (position < 0 || column == null || !ColumnEquality.isExact(column, source.dialect())) {
            return;
        }
        switch (column.jdbcType()) {
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL -> numbers.set(position);
            case Types.VARCHAR, Types.NVARCHAR -> texts.set(position);
            default -> {}
        }
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
                || merge.returning() != null && Tree.any(merge.returning(), Query.class::isInstance)
                || merge.actions().stream().anyMatch(action -> Tree.any(action, Query.class::isInstance));
    }

    /** Collects the columns of the source that the statement asks for; false when that is not known. */
    private boolean collectColumns() {
        BoundTable target = bound.table(merge.target());
        List<ColumnReference> references = new ArrayList<>(Tree.all(merge.on(), ColumnReference.class));
        for (MergeAction action : merge.actions()) {
            references.addAll(Tree.all(action, ColumnReference.class));
        }
        if (merge.returning() != null) {
            references.addAll(Tree.all(merge.returning(), ColumnReference.class));
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
    private boolean isProved(RowsTemplate write) {
        int width = columns.size() + (inserts.made() == null ? 0 : 1);
        NestedStatement step = write.of(2, width).fill();
        CompiledPlan plan = CompiledPlan.placed(source.planner().tried(step));
        return plan != null && plan.several().isProved();
    }
}
