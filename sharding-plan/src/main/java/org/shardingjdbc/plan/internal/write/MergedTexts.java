package org.shardingjdbc.plan.internal.write;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Whether texts of a MERGE's source mean the same as parameters, whose collation is that of the database: they are
 * stored, put together, or only asked whether they are equal. One per statement.
 */
final class MergedTexts {
    private static final Set<String> KEEPING = Set.of("coalesce", "concat");

    private final Dialect dialect;
    private final BoundStatement bound;
    private final MergeStatement merge;
    private final Set<ColumnReference> harmless = Collections.newSetFromMap(new IdentityHashMap<>());
    private final boolean loose;

    MergedTexts(Dialect dialect, BoundStatement bound, MergeStatement merge) {
        this.dialect = dialect;
        this.bound = bound;
        this.merge = merge;
        this.loose = bound.tables().stream().anyMatch(MergedTexts::isLoose);
        for (MergeAction action : merge.actions()) {
            for (Assignment assignment : action.assignments()) {
                addStored(assignment.value());
            }
            action.values().forEach(this::addStored);
        }
        if (merge.returning() != null) {
            for (SelectItem item : merge.returning().items()) {
                if (item instanceof ExpressionItem shown) {
                    addStored(shown.expression());
                }
            }
        }
        addCompared(merge);
    }

    /** Whether equal texts may differ. */
    private static boolean isLoose(BoundTable table) {
        return table.schema() == null
                || table.schema().allColumns().stream()
                        .map(ColumnSchema::collation)
                        .anyMatch(collation -> collation != null && collation.startsWith("nondeterministic:"));
    }

    private void addStored(Node value) {
        if (value instanceof ColumnReference reference) {
            harmless.add(reference);
        } else if (value instanceof Operation operation && operation.operator().equals("||")) {
            operation.operands().forEach(this::addStored);
        } else if (value instanceof FunctionCall call && KEEPING.contains(Functions.builtIn(call))) {
            call.arguments().forEach(this::addStored);
        }
    }

    private void addCompared(MergeStatement within) {
        for (Comparison comparison : Tree.all(within, Comparison.class)) {
            boolean equality = comparison.operator() == ComparisonOperator.EQUAL
                    || comparison.operator() == ComparisonOperator.NOT_EQUAL;
            if (equality) {
                addOperand(comparison.left());
                addOperand(comparison.right());
            }
        }
        Tree.all(within, Like.class).forEach(like -> addOperand(like.value()));
        Tree.all(within, IsTest.class).forEach(test -> addOperand(test.value()));
    }

    private void addOperand(Expression operand) {
        if (operand instanceof ColumnReference reference) {
            harmless.add(reference);
        }
    }

    /** Whether the texts of a column may be parameters. */
    boolean keep(ColumnOrigin column) {
        if (dialect.subqueries().textsCompareAlike()) {
            return true;
        }
        boolean harmful = Tree.any(merge.on(), node -> isHarmful(node, column))
                || merge.actions().stream().anyMatch(action -> Tree.any(action, node -> isHarmful(node, column)));
        harmful |= merge.returning() != null && Tree.any(merge.returning(), node -> isHarmful(node, column));
        return !loose && !harmful && dialect.subqueries().equalInAllCollations();
    }

    private boolean isHarmful(Node node, ColumnOrigin column) {
        return node instanceof ColumnReference reference
                && bound.origin(reference).equals(column)
                && !harmless.contains(reference);
    }
}
