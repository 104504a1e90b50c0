package org.shardingjdbc.plan.internal.column;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Queries;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.When;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.rule.column.StoredProperty;

/** Proves what a statement reads of transformed columns, or refuses it. One per planning of a statement. */
final class ReferenceUses {
    private final Map<Node, Node> parents = new IdentityHashMap<>();
    private final TransformedTables tables;
    private final ResultColumns outputs;
    private final LikeConditions liked;
    private final EqualValues equal;
    private final ChosenColumns chosen;
    private final Queries queries;
    private final ColumnRefusals refusals;

    ReferenceUses(
            Statement statement,
            TransformedTables tables,
            ResultColumns outputs,
            WrittenValues written,
            ColumnRefusals refusals,
            Queries queries) {
        this.queries = queries;
        this.tables = tables;
        this.outputs = outputs;
        this.liked = new LikeConditions(written, refusals);
        this.equal = new EqualValues(tables, written);
        this.chosen = new ChosenColumns(tables, written);
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
                refusals.refuse("*", star, column, " where it is no result column: name the others");
            }
        }
    }

    private @Nullable StoredColumn anyIn(Select select) {
        for (Node from : select.from()) {
            StoredColumn column = tables.anyBelow(from);
            if (column != null) {
                return column;
            }
        }
        return null;
    }

    private boolean isOfExists(@Nullable Node block) {
        return block instanceof Select
                && parents.get(block) instanceof Query query
                && parents.get(query) instanceof Exists;
    }

    /**
     * Checks a reference.
     *
     * @return the transformed column that it names, in the form that it needs; null for another column
     */
    @Nullable
    StoredColumn check(ColumnReference reference) {
        StoredColumn column = tables.named(reference);
        if (column == null) {
            StoredColumn possible = tables.perhapsNamed(reference);
            if (possible != null) {
                refusals.refuse(parent(reference), possible, "");
            }
            return null;
        }
        Node parent = parent(reference);
        StoredColumn form = form(reference, parent, column);
        if (form == null) {
            refusals.refuse(
                    parent,
                    column,
                    isInItemWithoutAlias(Choices.outermost(reference, parents))
                            ? " in an item of the select list that has no alias: give it one"
                            : "");
        }
        return form;
    }

    private Node parent(ColumnReference reference) {
        return Objects.requireNonNull(parents.get(reference), "a reference stands in something");
    }

    /** The form that a use needs; null where it is none that is proved. */
    private @Nullable StoredColumn form(ColumnReference reference, Node parent, StoredColumn column) {
        if (isResult(parent)) {
            return column;
        }
        Expression value = Choices.outermost(reference, parents);
        StoredColumn form = compared(reference, value, column);
        if (form == null && value != reference) {
            form = chosen(value, column);
        }
        return form == null ? kept(reference, parent, column) : form;
    }

    /** The form of a column that is one of several from which a value is chosen. */
    private @Nullable StoredColumn chosen(Expression value, StoredColumn column) {
        Node parent = parents.get(value);
        boolean result =
                parent instanceof ExpressionItem item && isLabelled(item) && outputs.isChosen(parents.get(item));
        boolean groups = parent instanceof GroupBy;
        boolean isNull = parent instanceof IsTest test && test.test().equals("NULL");
        boolean counted = parent instanceof FunctionCall call && isCount(call) && !call.distinct();
        return (result || groups || isNull || counted) && chosen.prove(value, result, groups) ? column : null;
    }

    /** Puts in what conditions ask besides. */
    void edit(SqlEdits edits) {
        liked.edit(edits);
    }

    private boolean isResult(Node parent) {
        return parent instanceof ExpressionItem
                && (outputs.isOf(parents.get(parent)) || isOfExists(parents.get(parent)));
    }

    /**
     * The form that a comparison needs; null where it is none that is proved.
     *
     * @param value what is compared: the column, or what it is chosen by
     */
    private @Nullable StoredColumn compared(ColumnReference reference, Expression value, StoredColumn column) {
        Node parent = parents.get(reference);
        if (parent instanceof Like like && like.value() == reference && isCondition(like)) {
            return tables.isOfTable(reference) ? liked.look(like, column) : null;
        }
        ComparedPlace place = ComparedPlace.of(value, parents);
        return place == null || !isCondition(place.comparison()) ? null : equal.form(reference, column, place);
    }

    /** The form that keeps what is asked; null where none does. */
    private @Nullable StoredColumn kept(ColumnReference reference, Node parent, StoredColumn column) {
        if (parent instanceof IsTest test && test.test().equals("NULL")) {
            return column;
        }
        if (parent instanceof FunctionCall call && isCount(call)) {
            return call.distinct() ? equal(tables.asCompared(reference, column)) : column;
        }
        if (parent instanceof Upsert upsert && upsert.target().contains(reference)) {
            return equal(column.asCompared());
        }
        boolean everything = column.column().kept() == StoredProperty.EVERYTHING && isAsked(parent);
        return parent instanceof GroupBy ? equal(column) : everything ? column : null;
    }

    private static @Nullable StoredColumn equal(StoredColumn column) {
        return column.column().kept().tellsEquality() ? column : null;
    }

    private static boolean isCount(FunctionCall call) {
        return call.name().last().text().equalsIgnoreCase("COUNT")
                && call.orderBy() == null
                && call.filter() == null
                && call.over() == null;
    }

    /**
     * Whether a node is a condition of rows or part of one, or decides what an item of a select list shows or a column
     * is set to.
     */
    private boolean isCondition(Node node) {
        Node part = around(node);
        if (part instanceof JoinedTable
                || part instanceof Assignment
                || part instanceof ExpressionItem item && isLabelled(item)) {
            return true;
        }
        Node whole = part instanceof Clause ? parents.get(part) : null;
        return whole instanceof Select select && select.where() == part
                || whole instanceof UpdateStatement
                || whole instanceof DeleteStatement
                || whole instanceof Upsert;
    }

    /** What an expression stands in. */
    private @Nullable Node around(Node node) {
        Node part = node;
        while (part instanceof Expression || part instanceof When) {
            part = parents.get(part);
        }
        return part;
    }

    /**
     * Whether an item keeps its label, though its text becomes another one: it has an alias, or is not labelled by that
     * text, or by one that may be told.
     */
    private boolean isLabelled(ExpressionItem item) {
        if (item.alias() != null) {
            return true;
        }
        boolean told = queries.labelsAreTexts() && Tree.any(item, ReferenceUses::isGiven);
        return outputs.isChosen(parents.get(item)) && !queries.labelsArePrinted() && !told;
    }

    /** Whether it is a value of the application, which no label of the actual SQL may show. */
    private static boolean isGiven(Node node) {
        return node instanceof Parameter
                || node instanceof Literal literal
                        && (literal.kind() == LiteralKind.STRING || literal.kind() == LiteralKind.OTHER);
    }

    private boolean isInItemWithoutAlias(Expression value) {
        Node use = parents.get(value);
        boolean shown = use instanceof ExpressionItem && outputs.isChosen(parents.get(use));
        boolean compared = use instanceof Like || ComparedPlace.of(value, parents) != null;
        return (shown || compared) && around(value) instanceof ExpressionItem item && !isLabelled(item);
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
