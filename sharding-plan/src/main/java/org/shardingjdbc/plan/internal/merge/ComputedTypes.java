package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.dialect.internal.SortKeyType;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.unit.ParameterDemand;

/**
 * The rules by which the merge may compute what the databases do not, for each calculation and comparison in it: its
 * operands have types, these decide the one type in which it is computed, and in that type it is the same here as in
 * every database. What has no such type is for a database: a text that is a number somewhere, a date less a date, texts
 * of two collations.
 *
 * <pre>
 *   construct    proved where                                             its type
 *   + - *        each operand is a number; a constant one by its kind,    a number, of the class that the dialect makes of those read
 *                a parameter where it keeps the type that it is given
 *   comparison   both sides compare alike, or one is a constant of that   a truth value; compared as the sides do
 *   condition    it is a truth value, by its type or its form             a truth value
 *   COALESCE     it is a number beside whole ones                         that which the dialect makes of both
 * </pre>
 *
 * One per plan; not thread-safe.
 */
final class ComputedTypes {
    private static final SortKeyType TRUTH = SortKeyType.of(ValueOrder.BOOLEAN);
    private static final Set<ValueOrder> TEXTS = Set.of(
            ValueOrder.UTF16,
            ValueOrder.UTF16_TRIMMED,
            ValueOrder.UTF16_IGNORE_CASE,
            ValueOrder.CODE_POINTS,
            ValueOrder.CODE_POINTS_PADDED,
            ValueOrder.CODE_POINTS_TRIMMED,
            ValueOrder.EQUALITY_ONLY);

    private final SourcePositions positions;
    private final ColumnTypes types;
    private final Set<Evidence> evidence = new LinkedHashSet<>();
    private final Set<ParameterDemand> demands = new LinkedHashSet<>();

    ComputedTypes(SourcePositions positions, ColumnTypes types) {
        this.positions = positions;
        this.types = types;
    }

    /**
     * A part of what is computed, with the type that it has.
     *
     * @param written what it was read from
     * @param constant the kind of a literal; null for everything else
     */
    record Typed(
            Expression written,
            Formula formula,
            SortKeyType type,
            @Nullable LiteralKind constant) {
        /** What is read from a row, or was computed. */
        static Typed of(Expression written, Formula formula, SortKeyType type) {
            return new Typed(written, formula, type, null);
        }

        /** A truth value. */
        static Typed truth(Expression written, Formula formula) {
            return of(written, formula, TRUTH);
        }

        /** A literal, whose kind tells what it may stand beside, or a parameter, whose value does. */
        boolean isConstant() {
            return constant != null || isParameter();
        }

        private boolean isParameter() {
            return written instanceof Parameter;
        }

        private boolean isNumber() {
            return constant == null ? type.order() == ValueOrder.NUMBER && type.form() == null : isNumber(constant);
        }

        private static boolean isNumber(LiteralKind kind) {
            return switch (kind) {
                case INTEGER, DECIMAL, APPROXIMATE, NULL -> true;
                default -> false;
            };
        }
    }

    /** By what everything so far is proved. */
    List<Evidence> evidence() {
        return new ArrayList<>(evidence);
    }

    /** What parameters must be so that everything so far is proved. */
    List<ParameterDemand> demands() {
        return new ArrayList<>(demands);
    }

    /** The rule of {@code + - *}. */
    Verdict ofCalculation(Operation operation, List<Typed> operands) {
        for (Typed operand : operands) {
            if (operand.isParameter() ? types.parametersTakeTypes() : !operand.isNumber()) {
                return refused(operation);
            }
        }
        operands.forEach(this::ofValue);
        operands.forEach(this::ofNumber);
        return proved(text(operation) + " in numbers");
    }

    /** The rule of what is shown, or computed with; where a parameter is compared, its forms may make no difference. */
    void ofValue(Typed value) {
        if (value.written() instanceof Parameter parameter && types.writesFloatingParameters()) {
            demands.add(new ParameterDemand(parameter.index(), ParameterDemand.Kind.EXACT));
        }
    }

    /** The rule of a parameter that stands beside a number. */
    private void ofNumber(Typed value) {
        if (value.written() instanceof Parameter parameter && !types.takesTextsForNumbers()) {
            demands.add(new ParameterDemand(parameter.index(), ParameterDemand.Kind.NUMBER));
        }
    }

    /**
     * The order that a comparison is made by: that of both sides, of which one may be a constant.
     *
     * @return null where there is none
     */
    @Nullable
    ValueOrder order(String operator, Typed left, Typed right) {
        if (left.type().form() != null || right.type().form() != null) {
            return null;
        }
        Typed decides = left.isConstant() ? right : left;
        Typed other = left.isConstant() ? left : right;
        boolean equality = operator.equals("=") || operator.equals("<>");
        ValueOrder order = order(decides.type(), equality);
        if (order == null || decides.constant() == LiteralKind.STRING) {
            return null;
        }
        boolean alike = other.isConstant()
                ? other.constant() == null || suits(order, other.constant())
                : isAlike(order, order(other.type(), equality));
        return alike ? order : null;
    }

    private static @Nullable ValueOrder order(SortKeyType type, boolean equality) {
        return type.order() == null && equality ? type.equality() : type.order();
    }

    /** Numbers of all classes compare as numbers, and what is told by what is read may be one. */
    private static boolean isAlike(ValueOrder one, @Nullable ValueOrder other) {
        return one == other
                || one == ValueOrder.BY_TYPE && other == ValueOrder.NUMBER
                || one == ValueOrder.NUMBER && other == ValueOrder.BY_TYPE;
    }

    private static boolean suits(ValueOrder order, LiteralKind constant) {
        return switch (constant) {
            case NULL -> true;
            case STRING -> TEXTS.contains(order);
            case BOOLEAN -> order == ValueOrder.BOOLEAN || order == ValueOrder.BY_TYPE;
            default -> order == ValueOrder.NUMBER || order == ValueOrder.BY_TYPE;
        };
    }

    /**
     * The rule of comparisons.
     *
     * @param order by which it is made, as {@link #order} says
     */
    Verdict ofComparison(String operator, Typed left, Typed right, @Nullable ValueOrder order) {
        if (order == null) {
            return refused(left.written());
        }
        if (order == ValueOrder.NUMBER) {
            ofNumber(left);
            ofNumber(right);
        }
        String compared = text(left.written()) + " " + operator + " " + text(right.written());
        return proved(compared + " as " + words(order));
    }

    /**
     * The rule of what stands where a truth value is expected: a number is none, though MySQL takes it for one, whose
     * HAVING looks at the whole part of a decimal alone.
     */
    Verdict ofCondition(Typed condition) {
        boolean known = condition.constant() == null
                ? condition.type().order() == ValueOrder.BOOLEAN
                : condition.constant() == LiteralKind.BOOLEAN || condition.constant() == LiteralKind.NULL;
        return known ? Verdict.NOTHING : refused(condition.written());
    }

    /** The rule of COALESCE of something and whole numbers. */
    Verdict ofCoalesce(FunctionCall call, Typed first) {
        return first.isNumber() ? proved(text(call) + " in numbers as the first") : refused(call);
    }

    private Verdict proved(String by) {
        Evidence found = new Evidence("computed", by);
        evidence.add(found);
        return new Verdict.Proved(List.of(found));
    }

    private Verdict refused(Expression at) {
        return Verdict.refused(ErrorCode.EXPRESSION_NOT_MERGED, positions.excerpt(at), at);
    }

    private static String words(ValueOrder order) {
        return switch (order) {
            case BY_TYPE -> "what they are read as";
            case NUMBER -> "numbers";
            case CODE_POINTS -> "texts by code points";
            case CODE_POINTS_PADDED -> "texts by code points, padded with blanks";
            case CODE_POINTS_TRIMMED -> "texts by code points, without blanks at their ends";
            case UTF16 -> "texts by UTF-16 units";
            case UTF16_TRIMMED -> "texts by UTF-16 units, without blanks at their ends";
            case UTF16_IGNORE_CASE -> "texts by UTF-16 units without case";
            case WEIGHTS_PADDED, BYTES -> "bytes";
            case TEMPORAL -> "times";
            case BOOLEAN -> "truth values";
            case UUID -> "UUIDs";
            case EQUALITY_ONLY -> "equal ones, which are identical";
        };
    }

    /** An expression in names alone: evidence holds no values. */
    private static String text(Expression expression) {
        if (expression instanceof Literal || expression instanceof Parameter) {
            return "?";
        }
        if (expression instanceof ColumnReference column) {
            return column.name().text();
        }
        if (expression instanceof FunctionCall call) {
            String arguments = call.star() ? "*" : texts(call.arguments(), ", ");
            return call.name().last().text() + "(" + (call.distinct() ? "DISTINCT " : "") + arguments + ")";
        }
        if (expression instanceof Operation operation && operation.operator().length() == 1) {
            List<Expression> operands = operation.operands();
            return operands.size() == 1
                    ? operation.operator() + text(operands.get(0))
                    : texts(operands, " " + operation.operator() + " ");
        }
        return "...";
    }

    private static String texts(List<Expression> expressions, String between) {
        return String.join(
                between, expressions.stream().map(ComputedTypes::text).toList());
    }
}
