package org.shardingjdbc.plan.internal.column;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Comparison;
import org.shardingjdbc.parser.internal.ast.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Exists;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.InList;
import org.shardingjdbc.parser.internal.ast.IsTest;
import org.shardingjdbc.parser.internal.ast.JoinedTable;
import org.shardingjdbc.parser.internal.ast.Like;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SortItem;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.Upsert;
import org.shardingjdbc.parser.internal.ast.When;
import org.shardingjdbc.plan.internal.unit.StoredColumn;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.rule.Kept;

/** Proves what a statement reads of transformed columns, or refuses it. One per planning of a statement. */
final class ReferenceUses {
    private final Map<Node, Node> parents = new IdentityHashMap<>();
    private final TransformedTables tables;
    private final ResultColumns outputs;
    private final WrittenValues written;
    private final LikedForms liked;
    private final ColumnRefusals refusals;

    ReferenceUses(
            Statement statement,
            TransformedTables tables,
            ResultColumns outputs,
            WrittenValues written,
            ColumnRefusals refusals) {
        this.tables = tables;
        this.outputs = outputs;
        this.written = written;
        this.liked = new LikedForms(written, refusals);
        this.refusals = refusals;
        enter(statement);
    }

    private void enter(Statement statement) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(statement);
        while (!open.isEmpty()) {
            Node node = open.pop();
            for (Node child : node.children()) {
                parents.put(child, node);
                open.push(child);
            }
            if (node instanceof StarItem star) {
                checkStar(star);
            }
        }
    }

    /** The columns of a star that are no result. */
    private void checkStar(StarItem star) {
        Node block = parents.get(star);
        if (!outputs.isOf(block) && !isOfExists(block)) {
            StoredColumn column = block instanceof Select select ? anyIn(select) : tables.any();
            if (column != null) {
                throw refusals.of("*", star, column, " where it is no result column: name the others");
            }
        }
    }

    private StoredColumn anyIn(Select select) {
        for (Node from : select.from()) {
            StoredColumn column = tables.anyBelow(from);
            if (column != null) {
                return column;
            }
        }
        return null;
    }

    private boolean isOfExists(Node block) {
        return block instanceof Select
                && parents.get(block) instanceof Query query
                && parents.get(query) instanceof Exists;
    }

    /**
     * Checks a reference.
     *
     * @return the transformed column that it names, in the form that it needs; null for another column
     */
    StoredColumn check(ColumnReference reference) {
        StoredColumn column = tables.named(reference);
        if (column == null) {
            StoredColumn possible = tables.perhapsNamed(reference);
            if (possible != null) {
                throw refusals.of(parents.get(reference), possible, "");
            }
            return null;
        }
        Node parent = parents.get(reference);
        StoredColumn form = isResult(parent) ? column : compared(reference, parent, column);
        form = form == null ? kept(reference, parent, column) : form;
        if (form == null) {
            throw refusals.of(
                    parent,
                    column,
                    isInItemWithoutAlias(parent)
                            ? " in an item of the select list that has no alias: give it one"
                            : "");
        }
        return form;
    }

    /** Puts in what conditions ask besides. */
    void edit(SqlEdits edits) {
        liked.edit(edits);
    }

    private boolean isResult(Node parent) {
        return parent instanceof ExpressionItem
                && (outputs.isOf(parents.get(parent)) || isOfExists(parents.get(parent)));
    }

    /** The form that a comparison needs; null where it is none that is proved. */
    private StoredColumn compared(ColumnReference reference, Node parent, StoredColumn column) {
        if (!isCondition(parent)) {
            return null;
        }
        if (parent instanceof Comparison comparison) {
            Expression other = comparison.left() == reference ? comparison.right() : comparison.left();
            return isOfEquality(comparison.operator()) ? comparedWith(parent, List.of(other), reference, column) : null;
        }
        if (parent instanceof Like like && like.value() == reference) {
            return tables.isOfTable(reference) ? liked.look(like, column) : null;
        }
        return parent instanceof InList in && in.value() == reference
                ? comparedWith(parent, in.items(), reference, column)
                : null;
    }

    private static boolean isOfEquality(ComparisonOperator operator) {
        return operator == ComparisonOperator.EQUAL
                || operator == ComparisonOperator.NOT_EQUAL
                || operator == ComparisonOperator.NULL_SAFE_EQUAL
                || operator == ComparisonOperator.DISTINCT_FROM;
    }

    /** The one form that all values are compared with, in each way in which they may be stored. */
    private StoredColumn comparedWith(
            Node comparison, List<Expression> values, ColumnReference reference, StoredColumn column) {
        if (values.size() == 1 && values.get(0) instanceof ColumnReference) {
            return comparedWith(values.get(0), reference, column);
        }
        StoredColumn wanted = tables.asCompared(reference, column);
        boolean looked = wanted.column().kept() == Kept.LOOKUP;
        StoredColumn form = looked && !OtherForms.answer(comparison) ? null : wanted;
        for (Expression value : values) {
            form = wanted.equals(comparedWith(value, reference, column)) ? form : null;
        }
        if (looked && form != null) {
            written.others().look(comparison, reference, values, form);
        }
        return form;
    }

    private StoredColumn comparedWith(Expression value, ColumnReference reference, StoredColumn column) {
        StoredColumn form = tables.asCompared(reference, column);
        StoredColumn other = value instanceof ColumnReference named ? tables.named(named) : null;
        if (other == null) {
            boolean asked =
                    form.column().kept() == Kept.EQUALITY || form.column().kept() == Kept.LOOKUP;
            return asked && written.add(value, form) ? form : null;
        }
        if (form.isComparableWith(tables.asCompared((ColumnReference) value, other))) {
            return form;
        }
        return column.isComparableWith(other) ? column : null;
    }

    /** The form that keeps what is asked; null where none does. */
    private StoredColumn kept(ColumnReference reference, Node parent, StoredColumn column) {
        if (parent instanceof IsTest test && test.test().equals("NULL")) {
            return column;
        }
        if (parent instanceof FunctionCall call && isCount(call)) {
            return call.distinct() ? equal(tables.asCompared(reference, column)) : column;
        }
        if (parent instanceof Upsert upsert && upsert.target().contains(reference)) {
            return equal(column.asCompared());
        }
        boolean everything = column.column().kept() == Kept.EVERYTHING && isAsked(parent);
        return parent instanceof GroupBy ? equal(column) : everything ? column : null;
    }

    private static StoredColumn equal(StoredColumn column) {
        return column.column().kept().tellsEquality() ? column : null;
    }

    private static boolean isCount(FunctionCall call) {
        return call.name().last().text().equalsIgnoreCase("COUNT")
                && call.orderBy() == null
                && call.filter() == null
                && call.over() == null;
    }

    /**
     * Whether a node is a condition of rows or part of one, or decides what an item of a select list shows. An item has
     * an alias then, as its text becomes another one and is a label in some databases.
     */
    private boolean isCondition(Node node) {
        Node part = around(node);
        if (part instanceof JoinedTable || part instanceof ExpressionItem item && item.alias() != null) {
            return true;
        }
        Node whole = part instanceof Clause ? parents.get(part) : null;
        return whole instanceof Select select && select.where() == part
                || whole instanceof UpdateStatement
                || whole instanceof DeleteStatement
                || whole instanceof Upsert;
    }

    /** What an expression stands in. */
    private Node around(Node node) {
        Node part = node;
        while (part instanceof Expression || part instanceof When) {
            part = parents.get(part);
        }
        return part;
    }

    private boolean isInItemWithoutAlias(Node node) {
        return (node instanceof Comparison || node instanceof InList || node instanceof Like)
                && around(node) instanceof ExpressionItem item
                && item.alias() == null;
    }

    /** Whether a node decides about rows, groups or their order, and is no value that somebody sees. */
    private boolean isAsked(Node node) {
        Node part = node;
        while (part instanceof Expression) {
            part = parents.get(part);
        }
        return part instanceof Clause
                || part instanceof JoinedTable
                || part instanceof GroupBy
                || part instanceof SortItem && parents.get(part) instanceof OrderBy;
    }
}
