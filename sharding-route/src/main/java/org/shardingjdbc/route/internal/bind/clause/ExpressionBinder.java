package org.shardingjdbc.route.internal.bind.clause;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.Column;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.CommonTables;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Scope;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Binds the column references of expressions, and the subqueries in them. Recurses for subqueries only. */
final class ExpressionBinder {
    private final Binding binding;
    private final InnerQueries queries;

    ExpressionBinder(Binding binding, InnerQueries queries) {
        this.binding = binding;
        this.queries = queries;
    }

    /**
     * Binds all of a node.
     *
     * @param region that of the rows for which the node is evaluated
     */
    void bind(@Nullable Node root, Scope scope, Region region, CommonTables commonTables) {
        if (root == null) {
            return;
        }
        Set<Node> required = root instanceof Clause clause ? conjuncts(clause.condition()) : Set.of();
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node instanceof ColumnReference reference) {
                binding.resolve(reference, scope);
            } else if (node instanceof InQuery in) {
                bind(in.value(), scope, region, commonTables);
                boolean trueOnly = !in.negated() && required.contains(in);
                bindMembership(in.value(), in.query(), scope, region, commonTables, trueOnly);
            } else if (node instanceof Quantified quantified
                    && quantified.query() != null
                    && isMembership(quantified)) {
                bind(quantified.left(), scope, region, commonTables);
                bindMembership(quantified.left(), quantified.query(), scope, region, commonTables, false);
            } else if (node instanceof Query query) {
                queries.bindQuery(query, scope, binding.newRegion(region), commonTables);
            } else {
                List<Node> children = node.children();
                for (int i = children.size() - 1; i >= 0; i--) {
                    open.push(children.get(i));
                }
            }
        }
    }

    /** The operands of a condition that is a conjunction, by identity. */
    private static Set<Node> conjuncts(Expression condition) {
        Set<Node> conjuncts = Collections.newSetFromMap(new IdentityHashMap<>());
        conjuncts.addAll(BlockWalk.conjuncts(condition));
        return conjuncts;
    }

    private static boolean isMembership(Quantified quantified) {
        return quantified.all()
                ? quantified.operator().equals("<>") || quantified.operator().equals("!=")
                : quantified.operator().equals("=");
    }

    /**
     * Binds the query of an IN. Only its rows that are equal to the value decide, those of NOT IN as well, as long as
     * nothing is NULL. For the query an outer join in it may make NULLs; for the value that is known only when all
     * regions have their place.
     */
    private void bindMembership(
            Expression value, Query query, Scope scope, Region region, CommonTables commonTables, boolean trueOnly) {
        Region inside = binding.newRegion(region);
        List<Column> rows = queries.bindQuery(query, scope, inside, commonTables);
        List<Expression> values = value instanceof RowExpression row ? row.items() : List.of(value);
        boolean unknownRows = !trueOnly && binding.dialect().queries().listsMatchNulls() && mayBeUnknown(values, rows);
        if (rows == null || unknownRows || hasOuterJoin(query)) {
            return;
        }
        for (int i = 0; i < values.size() && i < rows.size(); i++) {
            if (values.get(i) instanceof ColumnReference reference) {
                int term = binding.term(reference);
                if (term >= 0 && rows.get(i).term() >= 0) {
                    binding.memberships()
                            .add(new Binding.Membership(
                                    region, term, inside, rows.get(i).term()));
                }
            }
        }
    }

    private boolean mayBeUnknown(List<Expression> values, @Nullable List<Column> rows) {
        if (values.size() < 2 || rows == null) {
            return false;
        }
        for (int i = 0; i < values.size() && i < rows.size(); i++) {
            ColumnOrigin origin = values.get(i) instanceof ColumnReference reference ? binding.origin(reference) : null;
            if (!isNeverNull(origin) || !isNeverNull(rows.get(i).base())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNeverNull(@Nullable ColumnOrigin origin) {
        ColumnOrigin.OfTable base = origin instanceof ColumnOrigin.OfQuery query ? query.base() : null;
        if (origin instanceof ColumnOrigin.OfTable table) {
            base = table;
        }
        if (base == null) {
            return false;
        }
        TableSchema schema = base.table().schema();
        ColumnSchema column = schema == null ? null : schema.column(base.column());
        return column != null && !column.nullable()
                || base.table().table().isShardingColumn(base.column())
                        && !base.table().table().placesNulls();
    }

    private static boolean hasOuterJoin(Query query) {
        boolean[] found = new boolean[1];
        for (Node child : query.children()) {
            BlockWalk.visit(child, node -> found[0] |= node instanceof JoinedTable join && isOuter(join.kind()));
        }
        return found[0];
    }

    private static boolean isOuter(JoinKind kind) {
        return kind == JoinKind.LEFT || kind == JoinKind.RIGHT || kind == JoinKind.FULL;
    }
}
