package org.shardingjdbc.plan.internal.write;

import java.sql.Types;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.RowsTemplate;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CopyRows.MergeSourceRows;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
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
    ChooseSteps plan() {
        StepChoice merged = merged();
        return merged == null ? ChooseSteps.NONE : ChooseSteps.of(List.of(merged));
    }

    /** Null for none. */
    private @Nullable StepChoice merged() {
        Identifier name = exposedName();
        boolean plain = !writesBefore() && !queriesBehind() && !returnsStars();
        if (name == null || !plain || !collectColumns() || inserts.obstacle()) {
            return null;
        }
        NestedStatement query = query(name);
        NestedStatement returned = merge.returning() == null ? null : returned(merge.returning());
        RowsTemplate write = new RowsTemplate(new MergedRows(this, name));
        if (!isProved(write)) {
            return null;
        }
        List<StepChoice.Question> asked = new ArrayList<>();
        asked.add(source.question(query, true));
        if (returned != null) {
            asked.add(source.question(returned, true));
        }
        return new StepChoice.OnAnswers(new CopyRows(query, write, returned, true, new BitSet(), rows()), asked);
    }

    /** A star may stand for columns of the source that are not read. */
    private boolean returnsStars() {
        return merge.returning() != null && Tree.any(merge.returning(), StarItem.class::isInstance);
    }

    /** A query without rows that has the columns of RETURNING. */
    private NestedStatement returned(Returning returning) {
        ParsedSql read = withoutAction(returning);
        MergeStatement shown = (MergeStatement) read.statement();
        Returning made = Objects.requireNonNull(shown.returning(), "it returns as many columns as before");
        Expression never = MadeNodes.equal(MadeNodes.integer(1), MadeNodes.integer(0));
        Select none = MadeNodes.select(
                made.items(), List.of(shown.target(), shown.source()), MadeNodes.where(List.of(never)));
        return asked(shown.with(), none, read);
    }

    /** The statement that returns a text in place of what it did to a row, which a query cannot ask. */
    private ParsedSql withoutAction(Returning returning) {
        SqlPrinter printer = new SqlPrinter(source.dialect());
        TreeEdits edits = new TreeEdits(bound.parsed());
        Expression text = MadeNodes.cast(new Literal(Span.NONE, LiteralKind.NULL, null), "text");
        for (SelectItem item : returning.items()) {
            boolean shown = item instanceof ExpressionItem of && of.alias() == null && isAction(of.expression());
            if (shown) {
                edits.replace(item, printer.made(new ExpressionItem(Span.NONE, text, MadeNodes.name(ACTION)), null));
            } else {
                Tree.all(item, FunctionCall.class).stream()
                        .filter(MergeSteps::isAction)
                        .forEach(call -> edits.replace(call, printer.made(text, null)));
            }
        }
        return edits.made(source.tools().parser());
    }

    private static boolean isAction(Expression expression) {
        return expression instanceof FunctionCall call
                && Functions.builtIn(call).equals(ACTION);
    }

    private NestedStatement asked(@Nullable With with, Select select, ParsedSql read) {
        Query query = new Query(Span.NONE, with, select, null, null, List.of());
        return source.template(new QueryStatement(Span.NONE, query), read).fill();
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

    /** What the columns of the source are qualified with; null where they may have other names. */
    private @Nullable Identifier exposedName() {
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
        List<SelectItem> items = new ArrayList<>();
        columns.values().forEach(column -> items.add(MadeNodes.item(qualified(name, column))));
        boolean asksOfOthers = merge.actions().stream().anyMatch(action -> !action.matched());
        Clause where = asksOfOthers ? null : MadeNodes.where(matchable(name));
        return asked(merge.with(), MadeNodes.select(items, List.of(merge.source()), where), bound.parsed());
    }

    /** NULL meets no row. */
    private List<Expression> matchable(Identifier name) {
        List<ColumnReference> equated = new ArrayList<>();
        addEquated(merge.on(), equated);
        List<Expression> conditions = new ArrayList<>();
        for (ColumnReference column : equated) {
            if (columns.containsKey(bound.origin(column))) {
                conditions.add(MadeNodes.isNotNull(qualified(name, column)));
            }
        }
        return conditions;
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

    private static ColumnReference qualified(Identifier name, ColumnReference column) {
        return MadeNodes.column(name, MadeNodes.again(column.name()));
    }

    /** The MERGE with rows in place of its source. */
    private record MergedRows(MergeSteps steps, Identifier name) implements RowsTemplate.Writing {
        @Override
        public StepTemplate of(ValuesSource rows) {
            return steps.source.template(steps.merging(name, rows.rows()), steps.bound.parsed());
        }
    }

    /** The statement with rows in place of its source, whose last column has the keys of those that are inserted. */
    private MergeStatement merging(Identifier name, List<InsertRow> rows) {
        List<Identifier> names = new ArrayList<>();
        columns.values().forEach(column -> names.add(MadeNodes.again(column.name())));
        if (inserts.made() != null) {
            names.add(MadeNodes.name(MergeInserts.KEY));
        }
        Query values = new Query(Span.NONE, null, new ValuesBody(Span.NONE, rows), null, null, List.of());
        return new MergeStatement(
                Span.NONE,
                null,
                merge.target(),
                new DerivedTable(Span.NONE, false, values, MadeNodes.again(name), names),
                merge.on(),
                inserts.actions(name),
                merge.returning());
    }

    /** Whether rows of the statement itself would be merged; two, as one row may be all on one data node. */
    private boolean isProved(RowsTemplate write) {
        int width = columns.size() + (inserts.made() == null ? 0 : 1);
        NestedStatement step = write.of(2, width).fill();
        CompiledPlan.Placed planned = CompiledPlan.placed(source.planner().tried(step));
        return planned != null && planned.plan().several().isProved();
    }
}
