package org.shardingjdbc.plan.internal.sortkey;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.When;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * What follows of the collation of a computed text from what it is computed of. In MySQL and PostgreSQL alike a
 * column's collation prevails over a literal's; where all text columns that flow into a value have one collation, the
 * value has it too. Stateless.
 */
final class TextExpressions {
    private static final String NUMERIC_DATE_FORMAT = "YmdHisTjf";
    private static final List<String> NUMERIC_PATTERNS =
            List.of("YYYY", "HH24", "MM", "DD", "MI", "SS", "MS", "US", "DDD");

    private TextExpressions() {}

    /**
     * The parts that flow into an expression's value: of CASE and IF the results, not the conditions.
     *
     * @return null when a part changes the collation or hides it: a cast, COLLATE, a subquery
     */
    static @Nullable List<Expression> valueParts(Expression expression) {
        List<Expression> parts = new ArrayList<>();
        return collect(expression, parts) ? parts : null;
    }

    private static boolean collect(Expression expression, List<Expression> parts) {
        if (expression instanceof ColumnReference || expression instanceof Literal || expression instanceof Parameter) {
            parts.add(expression);
            return true;
        }
        if (expression instanceof CaseExpression choice) {
            boolean known = choice.otherwise() == null || collect(choice.otherwise(), parts);
            for (When when : choice.whens()) {
                known &= collect(when.result(), parts);
            }
            return known;
        }
        if (expression instanceof FunctionCall call && call.orderBy() == null) {
            boolean conditional = Functions.builtIn(call).equals("if");
            boolean known = !Functions.builtIn(call).equals("convert");
            for (int i = conditional ? 1 : 0; i < call.arguments().size(); i++) {
                known &= collect(call.arguments().get(i), parts);
            }
            return known;
        }
        if (expression instanceof Operation operation && !operation.operator().equals(Operation.COLLATE)) {
            boolean known = true;
            for (Expression operand : operation.operands()) {
                known &= collect(operand, parts);
            }
            return known;
        }
        return !(expression instanceof Cast) && !Tree.any(expression, Query.class::isInstance);
    }

    /**
     * Whether the literals among the parts are told apart by any collation: ASCII, and different without regard to case
     * and blanks. The other parts make digits and fixed words, which differ in more than case.
     */
    static boolean literalsDiffer(List<Expression> parts) {
        Set<String> seen = new HashSet<>();
        Set<String> texts = new HashSet<>();
        for (Expression part : parts) {
            if (part instanceof Parameter) {
                return false;
            }
            if (part instanceof Literal literal && literal.kind() == LiteralKind.STRING) {
                String text = (String) literal.constant();
                boolean ascii = text.chars().allMatch(character -> character < 128);
                boolean again = !texts.add(text);
                if (!ascii || !again && !seen.add(text.strip().toLowerCase(Locale.ROOT))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether it formats a time as digits of fixed places, which every collation sorts as time does. */
    static boolean isNumericTime(Expression expression) {
        if (!(expression instanceof FunctionCall call) || call.arguments().size() != 2) {
            return false;
        }
        if (!(call.arguments().get(1) instanceof Literal format) || format.kind() != LiteralKind.STRING) {
            return false;
        }
        String pattern = (String) format.constant();
        return switch (Functions.builtIn(call)) {
            case "date_format" -> isNumericDateFormat(pattern);
            case "to_char" -> isNumericPattern(pattern);
            default -> false;
        };
    }

    private static boolean isNumericDateFormat(String format) {
        for (int i = 0; i < format.length(); i++) {
            char character = format.charAt(i);
            if (character == '%') {
                i++;
                if (i == format.length() || NUMERIC_DATE_FORMAT.indexOf(format.charAt(i)) < 0) {
                    return false;
                }
            } else if ("-/:. ".indexOf(character) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isNumericPattern(String pattern) {
        int at = 0;
        while (at < pattern.length()) {
            int length = "-/:. ".indexOf(pattern.charAt(at)) >= 0 ? 1 : 0;
            for (String known : NUMERIC_PATTERNS) {
                length = pattern.startsWith(known, at) ? Math.max(length, known.length()) : length;
            }
            if (length == 0) {
                return false;
            }
            at += length;
        }
        return true;
    }
}
