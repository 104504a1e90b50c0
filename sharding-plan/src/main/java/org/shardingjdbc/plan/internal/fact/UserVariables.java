package org.shardingjdbc.plan.internal.fact;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.plan.internal.fact.RuleParts.VariableUse;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Finds the user variables of a statement: those that {@code :=}, INTO, SET of H2 and CALL give values, and those that
 * it reads without having given them one before that does not depend on the one from before: in a derived table of
 * FROM, or further left in the same select list. Stateless.
 */
public final class UserVariables {
    private UserVariables() {}

    /** @return null when it has none */
    public static @Nullable VariableUse of(ParsedSql parsed, Dialect dialect) {
        List<SessionVariable> all = parsed.analysis().all(SessionVariable.class).stream()
                .filter(variable -> !variable.text().startsWith("@@"))
                .toList();
        Set<String> left = new HashSet<>();
        addTargets(parsed, left);
        Set<SessionVariable> made = Collections.newSetFromMap(new IdentityHashMap<>());
        if (!all.isEmpty()) {
            for (Node node : parsed.analysis().nodes()) {
                SessionVariable target = assigned(node);
                if (target != null) {
                    left.add(name(target));
                    made.add(target);
                }
            }
            addMade(parsed, made);
        }
        if (parsed.statement() instanceof OtherStatement other && other.kind() == OtherKind.CALL) {
            all.forEach(variable -> left.add(name(variable)));
        }
        if (all.isEmpty() && left.isEmpty()) {
            return null;
        }
        SourcePositions positions = new SourcePositions(parsed.sql());
        Map<String, VariableUse.Place> read = new HashMap<>();
        for (SessionVariable variable : all) {
            if (!made.contains(variable)) {
                read.putIfAbsent(
                        name(variable),
                        new VariableUse.Place(positions.line(variable.span()), positions.column(variable.span())));
            }
        }
        return new VariableUse(left, read);
    }

    /** Whether a statement gives a variable a value. */
    public static boolean assigns(ParsedSql parsed) {
        return parsed.analysis().any(node -> assigned(node) != null);
    }

    /** Adds the occurrences that have a value of the statement. */
    private static void addMade(ParsedSql parsed, Set<SessionVariable> made) {
        for (Select block : parsed.analysis().all(Select.class)) {
            Set<String> first = new HashSet<>();
            for (Node source : block.from()) {
                for (Select derived : Tree.all(source, Select.class)) {
                    if (derived.from().isEmpty() && derived.where() == null) {
                        derived.items().forEach(item -> addIndependent(item, first));
                    }
                }
            }
            for (SessionVariable variable : Tree.all(block, SessionVariable.class)) {
                if (first.contains(name(variable))
                        && block.from().stream().noneMatch(source -> isIn(variable, source))) {
                    made.add(variable);
                }
            }
            Set<String> further = new HashSet<>();
            for (Node item : block.items()) {
                for (SessionVariable variable : Tree.all(item, SessionVariable.class)) {
                    if (further.contains(name(variable))) {
                        made.add(variable);
                    }
                }
                addIndependent(item, further);
            }
        }
    }

    private static boolean isIn(Node node, Node around) {
        return Tree.any(around, each -> each == node);
    }

    /** Adds the variable that an item always gives a value, one that does not depend on the one before. */
    private static void addIndependent(Node item, Set<String> made) {
        Node node = item instanceof ExpressionItem of ? of.expression() : item;
        SessionVariable target = assigned(node);
        if (target == null) {
            return;
        }
        List<Expression> operands =
                node instanceof Operation operation ? operation.operands() : ((FunctionCall) node).arguments();
        boolean ofItself = operands.stream()
                .skip(1)
                .anyMatch(operand -> Tree.any(
                        operand,
                        each -> each instanceof SessionVariable own && name(own).equals(name(target))));
        if (!ofItself) {
            made.add(name(target));
        }
    }

    private static @Nullable SessionVariable assigned(Node node) {
        List<Expression> operands = node instanceof Operation operation
                        && operation.operator().equals(Operation.ASSIGNMENT)
                ? operation.operands()
                : node instanceof FunctionCall call && Functions.name(call).equals("set")
                        ? call.arguments()
                        : List.of();
        return operands.size() > 1 && operands.get(0) instanceof SessionVariable variable ? variable : null;
    }

    /** The variables behind INTO. */
    private static void addTargets(ParsedSql parsed, Set<String> names) {
        for (Select select : parsed.analysis().all(Select.class)) {
            if (select.into() != null) {
                select.into().variables().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
            }
        }
    }

    private static String name(SessionVariable variable) {
        return variable.text().toLowerCase(Locale.ROOT);
    }
}
