package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.plan.internal.fact.ComputedText;

/** Reads texts that are computed of parameters and literals: CONCAT and {@code ||}, UPPER and LOWER. Stateless. */
final class ComputedTexts {
    private ComputedTexts() {}

    /** The computation; null where it is none, or another one. */
    static @Nullable ComputedText of(Expression expression) {
        return expression instanceof FunctionCall || expression instanceof Operation ? part(expression) : null;
    }

    private static @Nullable ComputedText part(Expression expression) {
        if (expression instanceof Parameter parameter) {
            return new ComputedText.OfParameter(parameter.index());
        }
        if (expression instanceof Literal literal) {
            boolean known = literal.kind() == LiteralKind.STRING || literal.kind() == LiteralKind.INTEGER;
            return known ? new ComputedText.Constant(literal.value()) : null;
        }
        if (expression instanceof Operation operation) {
            return operation.operator().equals("||") ? joined(operation.operands()) : null;
        }
        return expression instanceof FunctionCall call && isPlain(call) ? call(call) : null;
    }

    private static boolean isPlain(FunctionCall call) {
        return call.name().parts().size() == 1
                && !call.distinct()
                && !call.star()
                && call.orderBy() == null
                && call.filter() == null
                && call.over() == null
                && !call.arguments().isEmpty();
    }

    private static @Nullable ComputedText call(FunctionCall call) {
        String name = call.name().last().text().toUpperCase(Locale.ROOT);
        if (name.equals("CONCAT")) {
            return joined(call.arguments());
        }
        boolean upper = name.equals("UPPER") || name.equals("UCASE");
        boolean inCase = upper || name.equals("LOWER") || name.equals("LCASE");
        ComputedText text =
                inCase && call.arguments().size() == 1 ? part(call.arguments().get(0)) : null;
        return text == null ? null : new ComputedText.InCase(text, upper);
    }

    private static @Nullable ComputedText joined(List<Expression> operands) {
        List<ComputedText> parts = new ArrayList<>();
        for (Expression operand : operands) {
            ComputedText part = part(operand);
            if (part == null) {
                return null;
            }
            parts.add(part);
        }
        return new ComputedText.Joined(parts);
    }
}
