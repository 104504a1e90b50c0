package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.OutputColumn;

/**
 * The columns that each shard returns for the outermost block: those of the select list, counted from 1, then derived
 * ones. One per plan; not thread-safe.
 */
final class SelectColumns {
    private final BoundStatement bound;
    private final Select block;
    private final SourcePositions positions;
    private final Dialect dialect;
    private final @Nullable List<OutputColumn> visible;
    private final boolean star;
    private final List<DerivedColumn> derived = new ArrayList<>();

    SelectColumns(BoundStatement bound, Query query, Select block, SourcePositions positions, Dialect dialect) {
        this.bound = bound;
        this.block = block;
        this.positions = positions;
        this.dialect = dialect;
        this.star = block.items().stream().anyMatch(StarItem.class::isInstance);
        this.visible = star ? bound.outputs(query) : plain(block);
    }

    private static List<OutputColumn> plain(Select block) {
        List<OutputColumn> columns = new ArrayList<>();
        for (SelectItem item : block.items()) {
            ExpressionItem expression = (ExpressionItem) item;
            String label =
                    expression.alias() == null ? null : expression.alias().text();
            columns.add(new OutputColumn(label, expression.expression(), null, null, null, null));
        }
        return columns;
    }

    /** The select list after stars are expanded; refused where that is not known. */
    Decision<List<OutputColumn>> known() {
        return visible == null
                ? new Decision.Refused<>(positions.refuseAt(ErrorCode.COLUMNS_UNKNOWN, block))
                : new Decision.Proved<>(visible);
    }

    /** The same, where it is {@link #known}; asked only then. */
    List<OutputColumn> visible() {
        return Objects.requireNonNull(visible, "nobody goes on behind columns that are not known");
    }

    /** Whether the SQL names each column, so that no table's definition decides how many there are. */
    boolean areNamed() {
        for (SelectItem item : block.items()) {
            // Also (value).*, all fields of a composite value.
            if (positions.sql().startsWith("*", item.span().stop() - 1)) {
                return false;
            }
        }
        return !star;
    }

    /** How many columns a shard's row must have, as {@link MergePlan#columns}. */
    int checkedCount() {
        if (areNamed()) {
            return MergePlan.NAMED_COLUMNS;
        }
        return visible == null ? 0 : visible.size() + derived.size();
    }

    /** What a shard must call the columns that a star makes, as {@link MergePlan#labels}. */
    List<String> checkedLabels() {
        List<String> labels = new ArrayList<>();
        if (star && visible != null) {
            for (OutputColumn column : visible) {
                boolean known = column.expression() == null && column.label() != null;
                labels.add(known ? column.label() : "");
            }
        }
        return labels;
    }

    int derivedCount() {
        return derived.size();
    }

    /** The 1-based position of a select item; 0 where it is not found among the columns. */
    int position(ExpressionItem item) {
        List<OutputColumn> columns = visible();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).expression() == item.expression()) {
                return i + 1;
            }
        }
        return 0;
    }

    /** The 1-based position where a shard returns an expression's value; 0 when it does not. */
    int find(Expression expression) {
        if (visible == null) {
            return 0;
        }
        for (int i = 0; i < visible.size(); i++) {
            if (isColumn(expression, visible.get(i))) {
                return i + 1;
            }
        }
        String text = comparable(expression);
        for (int i = 0; i < derived.size(); i++) {
            // what has parameters is found by the tree alone
            boolean same = derived.get(i).written == expression || text != null && text.equals(derived.get(i).text);
            if (same) {
                return visible.size() + i + 1;
            }
        }
        return 0;
    }

    private boolean isColumn(Expression expression, OutputColumn column) {
        if (expression == column.expression()) {
            return true;
        }
        if (expression instanceof ColumnReference reference) {
            ColumnOrigin origin = bound.origin(reference);
            if (column.expression() == null) {
                boolean ofTable = column.base() != null && same(origin, column.base());
                return ofTable || column.relation() != null && same(origin, column.origin());
            }
            return column.expression() instanceof ColumnReference other && same(origin, bound.origin(other));
        }
        String text = comparable(expression);
        return text != null && column.expression() != null && text.equals(comparable(column.expression()));
    }

    private static boolean same(ColumnOrigin one, @Nullable ColumnOrigin other) {
        if (one instanceof ColumnOrigin.OfTable a && other instanceof ColumnOrigin.OfTable b) {
            return a.table().index() == b.table().index() && a.column().equals(b.column());
        }
        if (one instanceof ColumnOrigin.OfQuery a && other instanceof ColumnOrigin.OfQuery b) {
            return a.query() == b.query() && a.output() == b.output() && a.place() == b.place();
        }
        return false;
    }

    /** Whether two expressions are certainly the same. */
    boolean same(Expression one, Expression other) {
        if (one == other) {
            return true;
        }
        if (one instanceof ColumnReference a && other instanceof ColumnReference b) {
            return same(bound.origin(a), bound.origin(b));
        }
        String text = comparable(one);
        return text != null && text.equals(comparable(other));
    }

    /**
     * Text by which equal expressions are found: in its blanks, its comments and the case of its words they may differ;
     * null for what has parameters.
     */
    private @Nullable String comparable(Expression expression) {
        if (Tree.any(expression, Parameter.class::isInstance)) {
            return null;
        }
        return Tokens.comparable(positions.sql(), expression.span(), dialect);
    }

    /** Adds a column that computes an expression, unless there is one; its position. */
    int derive(Expression expression, String alias) {
        int found = find(expression);
        if (found > 0) {
            return found;
        }
        return add(new DerivedColumn(expression, expanded(expression), comparable(expression), alias));
    }

    /**
     * Adds a column of an expression that was made.
     *
     * @param text by which it is found again, or null
     */
    int derive(@Nullable String text, String alias, Expression made) {
        for (int i = 0; text != null && i < derived.size(); i++) {
            if (text.equals(derived.get(i).text)) {
                return visible().size() + i + 1;
            }
        }
        return add(new DerivedColumn(made, made, text, alias));
    }

    private int add(DerivedColumn column) {
        derived.add(column);
        return visible().size() + derived.size();
    }

    /** An expression, with select aliases in it replaced by what they stand for. */
    Expression expanded(Expression expression) {
        Map<Node, Expression> meant = new IdentityHashMap<>();
        for (ColumnReference reference : Tree.outsideQueries(expression, ColumnReference.class)) {
            if (bound.origin(reference) instanceof ColumnOrigin.OfAlias alias
                    && alias.item() instanceof ExpressionItem item) {
                meant.put(reference, item.expression());
            }
        }
        return meant.isEmpty() ? expression : MadeStatement.again(expression, meant::get);
    }

    /** Puts the derived columns behind the select list. */
    void edit(SqlEdits edits) {
        if (derived.isEmpty()) {
            return;
        }
        List<SelectItem> items = new ArrayList<>();
        for (DerivedColumn column : derived) {
            Identifier label = MadeNodes.name(column.alias + "_" + items.size());
            items.add(new ExpressionItem(Span.NONE, column.value, label));
        }
        edits.insert(block.itemsSpan().stop(), new Piece.Text(", "), new Piece.Made(items));
    }

    /**
     * @param written what is derived, as the statement has it, or made
     * @param value the same without select aliases
     * @param text by which it is found again, or null
     */
    private record DerivedColumn(
            Expression written, Expression value, @Nullable String text, String alias) {}
}
