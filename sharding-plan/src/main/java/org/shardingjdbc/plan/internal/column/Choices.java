package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.When;
import org.shardingjdbc.parser.internal.ast.Node;

/**
 * Expressions whose value is one of several operands as it is: CASE, COALESCE, IFNULL, NVL, IF, NULLIF. Of NULLIF the
 * second operand counts too, which is compared with the first. Stateless.
 */
final class Choices {
    private Choices() {}

    /** What the value is chosen from, in text order; the expression itself where it chooses nothing. */
    static List<Expression> operands(Expression expression) {
        List<Expression> operands = new ArrayList<>();
        add(expression, operands);
        return operands;
    }

    private static void add(Expression expression, List<Expression> operands) {
        List<Expression> direct = direct(expression);
        if (direct.isEmpty()) {
            operands.add(expression);
        }
        direct.forEach(each -> add(each, operands));
    }

    /** Whether values are compared to be chosen. */
    static boolean compares(Expression expression) {
        return expression instanceof FunctionCall call && name(call).equals("NULLIF")
                || direct(expression).stream().anyMatch(Choices::compares);
    }

    /** The outermost expression that a value may be chosen by; the value itself where there is none. */
    static Expression outermost(Expression value, Map<Node, Node> parents) {
        Expression outermost = value;
        Node parent = parents.get(outermost);
        while (parent != null) {
            Node chosenBy = parent instanceof When ? parents.get(parent) : parent;
            if (!(chosenBy instanceof Expression choice) || !isAmong(direct(choice), outermost)) {
                return outermost;
            }
            outermost = choice;
            parent = parents.get(outermost);
        }
        return outermost;
    }

    private static boolean isAmong(List<Expression> operands, Expression operand) {
        return operands.stream().anyMatch(each -> each == operand);
    }

    /** Empty where it chooses nothing. */
    private static List<Expression> direct(Expression expression) {
        if (expression instanceof CaseExpression choice) {
            List<Expression> direct = new ArrayList<>();
            choice.whens().forEach(when -> direct.add(when.result()));
            if (choice.otherwise() != null) {
                direct.add(choice.otherwise());
            }
            return direct;
        }
        if (!(expression instanceof FunctionCall call) || call.name().parts().size() != 1 || call.over() != null) {
            return List.of();
        }
        int count = call.arguments().size();
        return switch (name(call)) {
            case "COALESCE" -> call.arguments();
            case "IFNULL", "NVL", "NULLIF" -> count == 2 ? call.arguments() : List.of();
            case "IF" -> count == 3 ? call.arguments().subList(1, 3) : List.of();
            default -> List.of();
        };
    }

    private static String name(FunctionCall call) {
        return call.name().last().text().toUpperCase(Locale.ROOT);
    }
}
