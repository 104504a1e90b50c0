package org.shardingjdbc.plan.internal.pull;

import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * By which columns the queries that stand for values find their rows anew for each row around them: these are worth an
 * index where a table has many rows. What else is joined is looked at once, as a whole. One per plan; not thread-safe.
 */
public final class LookUpColumns {
    /** An index takes time too, and few are used. */
    private static final int MOST_INDEXES = 4;
    /** What is longer may not fit into an index. */
    private static final int LONGEST_TEXT = 200;

    private final BoundStatement bound;
    private final Map<Integer, Set<String>> compared = new HashMap<>();

    /** @param enters whether a part of the statement is left in it */
    public LookUpColumns(BoundStatement bound, Predicate<Node> enters) {
        this.bound = bound;
        for (ScalarQuery scalar : Tree.all(bound.parsed().statement(), ScalarQuery.class, enters)) {
            if (bound.correlated(scalar.query())) {
                for (Comparison comparison : Tree.all(scalar, Comparison.class, enters)) {
                    add(comparison, scalar);
                }
            }
        }
    }

    private void add(Comparison comparison, ScalarQuery scalar) {
        ColumnOrigin.OfTable left = column(comparison.left());
        ColumnOrigin.OfTable right = column(comparison.right());
        if (comparison.operator() != ComparisonOperator.EQUAL || left == null || right == null) {
            return;
        }
        boolean leftInside = isInside(left, scalar);
        if (leftInside != isInside(right, scalar)) {
            ColumnOrigin.OfTable inside = leftInside ? left : right;
            compared.computeIfAbsent(inside.table().index(), key -> new HashSet<>())
                    .add(inside.column());
        }
    }

    private ColumnOrigin.@Nullable OfTable column(Expression expression) {
        return expression instanceof ColumnReference reference
                        && bound.origin(reference) instanceof ColumnOrigin.OfTable of
                ? of
                : null;
    }

    private static boolean isInside(ColumnOrigin.OfTable column, ScalarQuery scalar) {
        return Tree.isWithin(column.table().node(), scalar);
    }

    /** Those of a table among the pulled columns. */
    public List<ColumnSchema> of(BoundTable table, List<ColumnSchema> pulled) {
        Set<String> own = compared.getOrDefault(table.index(), Set.of());
        List<ColumnSchema> found = new ArrayList<>();
        for (ColumnSchema column : pulled) {
            String name = column.name().toLowerCase(Locale.ROOT);
            if (found.size() < MOST_INDEXES && isShort(column) && own.contains(name)) {
                found.add(column);
            }
        }
        return found;
    }

    private static boolean isShort(ColumnSchema column) {
        return switch (column.jdbcType()) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.DATE,
                    Types.TIMESTAMP -> true;
            case Types.CHAR, Types.VARCHAR -> column.size() > 0 && column.size() <= LONGEST_TEXT;
            default -> false;
        };
    }
}
