package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.IdentifierFolding;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.route.internal.bind.Relation;
import org.shardingjdbc.route.internal.bind.Scope;

/**
 * The names that a select list gives, and where the other clauses see them.
 *
 * <p>A bare name in ORDER BY is an output column everywhere, before it is a column of FROM. In GROUP BY it is first a
 * column of FROM with MySQL and PostgreSQL; with H2 an alias first, unless the select list has the column too. In
 * HAVING PostgreSQL sees no alias, the others see one where FROM has no such column. Inside of a larger expression only
 * MySQL and H2 see aliases.
 */
final class OutputNames {
    /**
     * An output column.
     *
     * @param label null when only the database knows
     * @param expression null for a column of a star
     * @param source where it comes from
     * @param column what it passes through unchanged, or null; with {@code expression} null too it is a star of unknown
     *     columns
     * @param relation of a star's column, the name of what it is taken from where FROM writes it, or null
     */
    record Item(
            @Nullable String label,
            @Nullable Expression expression,
            SelectItem source,
            @Nullable Column column,
            @Nullable Identifier relation) {
        boolean isUnknownStar() {
            return column == null && source instanceof StarItem;
        }

        /** As a column with a term of its own. */
        Column asColumn(int term) {
            if (column == null) {
                return new Column(label, new ColumnOrigin.Unresolved(), term, null, null);
            }
            return new Column(label, column.origin(), term, column.base(), column.schema());
        }

        /** As a subquery sees it by its alias: the column behind it, or what is computed. */
        Column asSeenInside() {
            return column == null
                    ? new Column(label, new ColumnOrigin.OfAlias(source), -1, null, null)
                    : column.named(label);
        }

        private boolean aliased() {
            return source instanceof ExpressionItem item && item.alias() != null;
        }
    }

    private final Binding binding;

    OutputNames(Binding binding) {
        this.binding = binding;
    }

    /** The output column of an item whose expression is bound. */
    Item item(ExpressionItem item) {
        Expression expression = item.expression();
        Column column = null;
        if (expression instanceof ColumnReference reference) {
            ColumnOrigin origin = binding.origin(reference);
            ColumnOrigin.OfTable base = base(origin);
            int term = binding.term(reference);
            column = new Column(
                    null, origin, term, base, term < 0 ? null : binding.terms().schema(term));
        }
        return new Item(label(item), expression, item, column, null);
    }

    private static ColumnOrigin.@Nullable OfTable base(@Nullable ColumnOrigin origin) {
        if (origin instanceof ColumnOrigin.OfTable table) {
            return table;
        }
        return origin instanceof ColumnOrigin.OfQuery query ? query.base() : null;
    }

    private @Nullable String label(ExpressionItem item) {
        if (item.alias() != null) {
            return folded(item.alias());
        }
        if (item.expression() instanceof ColumnReference reference) {
            return folded(reference.name());
        }
        boolean textIsLabel = binding.dialect().queries().labelsAreTexts() && !(item.expression() instanceof Literal);
        return textIsLabel ? item.span().of(binding.parsed().sql()) : null;
    }

    private String folded(Identifier name) {
        return IdentifierFolding.of(name, binding.dialect());
    }

    /** What {@link BoundStatement#outputs} says of a select list; null when it has a star of unknown columns. */
    static @Nullable List<OutputColumn> outputs(List<Item> items) {
        List<OutputColumn> outputs = new ArrayList<>();
        for (Item item : items) {
            if (item.isUnknownStar()) {
                return null;
            }
            Column column = item.column();
            outputs.add(new OutputColumn(
                    item.label(),
                    item.expression(),
                    column == null ? null : column.origin(),
                    column == null ? null : column.base(),
                    column == null ? null : column.schema(),
                    item.relation()));
        }
        return List.copyOf(outputs);
    }

    /** Binds again what in a sort key, already bound to FROM, means an output column. */
    void bindSortKey(Expression key, List<Item> items) {
        if (!isBare(key)) {
            bindNested(key, items);
            return;
        }
        ColumnReference reference = (ColumnReference) key;
        Item item = binding.dialect().queries().outputsFirst()
                ? firstNamed(reference, items)
                : named(reference, items, false);
        if (item != null) {
            bindTo(reference, item);
        }
    }

    /** The first output that has the name, as its alias or as the unqualified column behind the alias. */
    private @Nullable Item firstNamed(ColumnReference reference, List<Item> items) {
        Identifier name = reference.name();
        for (Item item : items) {
            boolean labelled = item.aliased() || item.column() != null;
            boolean column = item.expression() instanceof ColumnReference behind
                    && behind.qualifier().isEmpty()
                    && areSame(behind.name(), name);
            if (column || labelled && isLabel(name, item)) {
                return item;
            }
        }
        return null;
    }

    /** Binds again what in a grouping key, already bound to FROM, means an output column. */
    void bindGroupKey(Expression key, List<Item> items, Scope scope) {
        if (!isBare(key)) {
            if (binding.dialect().queries().aliasesInGroups()) {
                bindNested(key, items);
            }
            return;
        }
        ColumnReference reference = (ColumnReference) key;
        boolean inFrom = isResolved(reference) && isOf(reference, scope);
        boolean aliasFirst = binding.dialect().queries().outputsFirst() && !isSelected(reference, items);
        if (!inFrom || aliasFirst) {
            Item item = named(reference, items, true);
            if (item != null) {
                bindTo(reference, item);
            }
        }
    }

    /** Binds again what in HAVING, already bound to FROM, means an output column. */
    void bindHaving(Select select, List<Item> items) {
        if (binding.dialect().queries().aliasesInGroups()) {
            for (ColumnReference reference : BlockWalk.references(select.having())) {
                Item item = reference.qualifier().isEmpty() ? named(reference, items, true) : null;
                if (item != null && !isGroupKey(reference, select)) {
                    bindTo(reference, item);
                }
            }
            return;
        }
        bindNested(select.having(), items);
    }

    /** Lets the names that FROM does not have mean aliases, where the dialect does. */
    void bindNested(@Nullable Node node, List<Item> items) {
        if (!binding.dialect().queries().aliasesInExpressions()) {
            return;
        }
        for (ColumnReference reference : BlockWalk.references(node)) {
            if (reference.qualifier().isEmpty() && !isResolved(reference)) {
                Item item = named(reference, items, true);
                if (item != null) {
                    bindTo(reference, item);
                }
            }
        }
    }

    private void bindTo(ColumnReference reference, Item item) {
        if (item.aliased()) {
            int term = item.column() == null ? -1 : item.column().term();
            binding.record(
                    reference, new Column(item.label(), new ColumnOrigin.OfAlias(item.source()), term, null, null));
        } else if (item.column() != null) {
            binding.record(reference, item.column());
        }
    }

    private static boolean isBare(Expression expression) {
        return expression instanceof ColumnReference reference
                && reference.qualifier().isEmpty();
    }

    private boolean isResolved(ColumnReference reference) {
        ColumnOrigin origin = binding.origin(reference);
        return origin != null && !(origin instanceof ColumnOrigin.Unresolved);
    }

    private boolean isOf(ColumnReference reference, Scope scope) {
        Relation relation = binding.relation(reference);
        return relation == null || scope.relations().contains(relation);
    }

    private boolean areSame(Identifier one, Identifier other) {
        return IdentifierFolding.means(one, folded(other), binding.dialect());
    }

    private boolean isLabel(Identifier name, Item item) {
        return item.label() != null && IdentifierFolding.means(name, item.label(), binding.dialect());
    }

    private boolean isGroupKey(ColumnReference reference, Select select) {
        if (select.groupBy() != null) {
            for (Expression key : select.groupBy().items()) {
                if (key instanceof ColumnReference other && areSame(other.name(), reference.name())) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isSelected(ColumnReference reference, List<Item> items) {
        for (Item item : items) {
            if (item.expression() instanceof ColumnReference other
                    && other.qualifier().isEmpty()
                    && areSame(other.name(), reference.name())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The output of that name; null when there is none. Of several that differ databases sort by the first (H2,
     * SQLite), or refuse the statement; in expressions several are none.
     */
    private @Nullable Item named(ColumnReference reference, List<Item> items, boolean aliasesOnly) {
        Item found = null;
        for (Item item : items) {
            boolean candidate = (!aliasesOnly || item.aliased())
                    && (item.aliased() || item.column() != null)
                    && isLabel(reference.name(), item);
            if (!candidate) {
                continue;
            }
            if (found != null && aliasesOnly && !same(found, item)) {
                return null;
            }
            found = found == null ? item : found;
        }
        return found;
    }

    private static boolean same(Item one, Item other) {
        return one.column() != null
                && other.column() != null
                && one.column().origin().equals(other.column().origin());
    }
}
