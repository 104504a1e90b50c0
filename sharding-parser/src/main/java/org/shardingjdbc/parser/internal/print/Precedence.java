package org.shardingjdbc.parser.internal.print;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;

/**
 * How tightly expressions bind, as the grammar has it: the lower the level, the tighter. Two levels are the same where
 * the grammar reads from left to right. Immutable.
 */
final class Precedence {
    /** Needs no parentheses anywhere. */
    static final int PRIMARY = 0;

    static final int SUBSCRIPT = 1;
    static final int CAST = 2;
    static final int COLLATE = 3;
    static final int ZONE = 4;
    static final int ARROW = 5;
    /** Before its operand, which is a primary or a chain of what stands behind one. */
    static final int PREFIX = 8;

    static final int POWER = 9;
    static final int PRODUCT = 10;
    static final int SUM = 11;
    static final int SHIFT = 12;
    static final int BIT_AND = 13;
    static final int BIT_OR = 14;
    /** All other operators between two values: the loosest that is a value to the grammar. */
    static final int OPERATOR = 15;

    /** Comparisons and other conditions; to be safe, none stands in another without parentheses. */
    static final int CONDITION = 20;

    static final int NOT = 21;
    static final int AND = 22;
    static final int XOR = 23;
    static final int OR = 24;
    /** Reaches as far to the right as it can. */
    static final int ASSIGNMENT = 30;

    private final boolean freeOperators;

    Precedence(Dialect dialect) {
        freeOperators = dialect.lexis().freeOperators();
    }

    int of(Expression expression) {
        if (expression instanceof Operation operation) {
            return ofOperation(operation);
        }
        if (expression instanceof Logical logical) {
            return of(logical.operator());
        }
        if (expression instanceof Like like) {
            return isWord(like.operator()) ? CONDITION : OPERATOR;
        }
        if (expression instanceof Cast cast) {
            return cast.form() == CastForm.OPERATOR ? CAST : PRIMARY;
        }
        if (expression instanceof Literal literal) {
            return isNegative(literal) ? PREFIX : PRIMARY;
        }
        if (expression instanceof FunctionCall call) {
            return isQuantifier(call) ? CONDITION : PRIMARY;
        }
        if (expression instanceof Not) {
            return NOT;
        }
        return isCondition(expression) ? CONDITION : PRIMARY;
    }

    static int of(LogicalOperator operator) {
        return switch (operator) {
            case AND -> AND;
            case XOR -> XOR;
            case OR -> OR;
        };
    }

    private static boolean isCondition(Expression expression) {
        return expression instanceof Comparison
                || expression instanceof InList
                || expression instanceof InQuery
                || expression instanceof Between
                || expression instanceof IsTest
                || expression instanceof Quantified;
    }

    /** Whether an operator is written in letters. */
    static boolean isWord(String operator) {
        return Character.isLetter(operator.charAt(0));
    }

    /** Only a made literal is: to the grammar a sign is an operator. */
    private static boolean isNegative(Literal literal) {
        return literal.value() instanceof Number number && number.toString().charAt(0) == '-';
    }

    /** H2's ANY(condition), which is another one behind a comparison. */
    private static boolean isQuantifier(FunctionCall call) {
        String name = call.name().last().text();
        return !call.name().last().quoted() && (name.equalsIgnoreCase("ANY") || name.equalsIgnoreCase("SOME"));
    }

    /** Whether an operator stands between its two operands. */
    static boolean isBinary(Operation operation) {
        return switch (operation.operator()) {
            case Operation.SUBSCRIPT,
                    Operation.FIELD,
                    Operation.ARRAY,
                    Operation.MATCH,
                    Operation.MEMBER_OF,
                    Operation.ASSIGNMENT,
                    Operation.INTERVAL,
                    Operation.COLLATE -> false;
            default -> operation.operands().size() == 2;
        };
    }

    private int ofOperation(Operation operation) {
        switch (operation.operator()) {
            case Operation.FIELD, Operation.ARRAY, Operation.MATCH, Operation.INTERVAL -> {
                return PRIMARY;
            }
            case Operation.SUBSCRIPT -> {
                return SUBSCRIPT;
            }
            case Operation.COLLATE -> {
                return COLLATE;
            }
            case Operation.AT_TIME_ZONE -> {
                return ZONE;
            }
            case Operation.MEMBER_OF -> {
                return CONDITION;
            }
            case Operation.ASSIGNMENT -> {
                return ASSIGNMENT;
            }
            default -> {
                return isBinary(operation) ? ofBinary(operation.operator()) : PREFIX;
            }
        }
    }

    private int ofBinary(String operator) {
        return switch (operator) {
            case "^" -> POWER;
            case "*", "/", "%", "DIV", "MOD" -> PRODUCT;
            case "+", "-" -> SUM;
            case "->", "->>" -> freeOperators ? OPERATOR : ARROW;
            case "<<", ">>" -> freeOperators ? OPERATOR : SHIFT;
            case "&" -> freeOperators ? OPERATOR : BIT_AND;
            case "|" -> freeOperators ? OPERATOR : BIT_OR;
            default -> OPERATOR;
        };
    }
}
