package io.shardingjdbc.route.internal.bind;

import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.Expression;
import io.shardingjdbc.parser.ast.InQuery;
import io.shardingjdbc.parser.ast.JoinKind;
import io.shardingjdbc.parser.ast.JoinedTable;
import io.shardingjdbc.parser.ast.Node;
import io.shardingjdbc.parser.ast.Quantified;
import io.shardingjdbc.parser.ast.Query;
import io.shardingjdbc.parser.ast.RowExpression;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Binds the column references of expressions, and the subqueries in them. Recurses for subqueries only. */
final class ExpressionBinder {
    private final Binding binding;
    private final QueryBinder queries;

    ExpressionBinder(Binding binding, QueryBinder queries) {
        this.binding = binding;
        this.queries = queries;
    }

    /**
     * Binds all of a node.
     *
     * @param region that of the rows for which the node is evaluated
     */
    void bind(Node root, Scope scope, Region region, CommonTables commonTables) {
        if (root == null) {
            return;
        }
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node instanceof ColumnReference reference) {
                binding.resolve(reference, scope);
            } else if (node instanceof InQuery in) {
                bind(in.value(), scope, region, commonTables);
                bindMembership(in.value(), in.query(), scope, region, commonTables);
            } else if (node instanceof Quantified quantified
                    && quantified.query() != null
                    && isMembership(quantified)) {
                bind(quantified.left(), scope, region, commonTables);
                bindMembership(quantified.left(), quantified.query(), scope, region, commonTables);
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
            Expression value, Query query, Scope scope, Region region, CommonTables commonTables) {
        Region inside = binding.newRegion(region);
        List<Column> rows = queries.bindQuery(query, scope, inside, commonTables);
        if (rows == null || hasOuterJoin(query)) {
            return;
        }
        List<Expression> values = value instanceof RowExpression row ? row.items() : List.of(value);
        for (int i = 0; i < values.size() && i < rows.size(); i++) {
            if (values.get(i) instanceof ColumnReference reference) {
                int term = binding.term(reference);
                if (term >= 0 && rows.get(i).term() >= 0) {
                    binding.memberships()
                            .add(new Binding.Membership(region, term, inside, rows.get(i).term()));
                }
            }
        }
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
