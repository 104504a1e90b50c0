package org.shardingjdbc.plan.internal.pull;

import java.sql.Types;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * What a condition must be like to be tested where rows are pulled, before the conditions that the statement has beside
 * it: comparisons of columns with constants, and of columns with each other, in types that no value needs to be
 * converted for. Such a condition raises no error of its own and gives the same at all times. Immutable.
 */
public record PushedCondition(Function<ColumnReference, ColumnSchema> schemas, Predicate<Expression> wholeNumbers) {
    private static final Set<String> INTERVAL_UNITS = Set.of("DAY", "MONTH", "YEAR");
    private static final int INTERVAL_DIGITS = 3;
    /** With as many years as an interval may have they stay between the years 601 and 8999. */
    private static final int FIRST_YEAR = 1_600;

    private static final int LAST_YEAR = 8_000;

    /** What values may be compared with each other. */
    private enum Kind {
        NUMBER,
        TEXT,
        TIME,
        BOOLEAN,
        OTHER
    }

    /**
     * @param schemas the column that a reference names, or null where it names none that may be tested
     * @param wholeNumbers whether an expression is a whole number in the text
     */
    public PushedCondition {}

    public boolean isSafe(Expression condition) {
        if (condition instanceof Logical logical) {
            return logical.operator() != LogicalOperator.XOR
                    && logical.operands().stream().allMatch(this::isSafe);
        }
        if (condition instanceof Not not) {
            return isSafe(not.operand());
        }
        if (condition instanceof Comparison comparison) {
            return isSafe(comparison);
        }
        if (condition instanceof InList in) {
            return allFit(in.value(), in.items());
        }
        if (condition instanceof Between between) {
            return ordered(kind(between.value())) && allFit(between.value(), List.of(between.low(), between.high()));
        }
        if (condition instanceof Like like) {
            return like.operator().equalsIgnoreCase("LIKE")
                    && like.escape() == null
                    && kind(like.value()) == Kind.TEXT
                    && fits(Kind.TEXT, like.pattern());
        }
        return condition instanceof IsTest test && test.test().equals("NULL") && kind(test.value()) != null;
    }

    private boolean isSafe(Comparison comparison) {
        Kind left = kind(comparison.left());
        Kind right = kind(comparison.right());
        boolean equality =
                switch (comparison.operator()) {
                    case EQUAL, NOT_EQUAL, NULL_SAFE_EQUAL, DISTINCT_FROM -> true;
                    default -> false;
                };
        if (left != null && right != null) {
            return left == right && left != Kind.OTHER && sameType(comparison.left(), comparison.right());
        }
        Kind column = left == null ? right : left;
        Expression other = left == null ? comparison.left() : comparison.right();
        return column != null && (equality || ordered(column)) && fits(column, other);
    }

    private static boolean ordered(@Nullable Kind kind) {
        return kind != null && kind != Kind.OTHER && kind != Kind.BOOLEAN;
    }

    private boolean sameType(Expression one, Expression other) {
        return sameType(schemas.apply((ColumnReference) one), schemas.apply((ColumnReference) other));
    }

    /** Whether equal values of two columns are equal for every other comparison too. */
    public static boolean sameType(ColumnSchema one, ColumnSchema other) {
        return one.isWholeNumber() && other.isWholeNumber() || identical(one, other);
    }

    private static boolean identical(ColumnSchema one, ColumnSchema other) {
        return one.jdbcType() == other.jdbcType()
                && one.typeName().equalsIgnoreCase(other.typeName())
                && (one.collation() == null
                        ? other.collation() == null
                        : one.collation().equalsIgnoreCase(other.collation()));
    }

    private boolean allFit(Expression value, List<Expression> constants) {
        Kind kind = kind(value);
        return kind != null && constants.stream().allMatch(constant -> fits(kind, constant));
    }

    private @Nullable Kind kind(Expression expression) {
        ColumnSchema schema = expression instanceof ColumnReference reference ? schemas.apply(reference) : null;
        if (schema == null) {
            return null;
        }
        return switch (schema.jdbcType()) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE -> Kind.NUMBER;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                Kind.TEXT;
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP_WITH_TIMEZONE ->
                Kind.TIME;
            case Types.BOOLEAN, Types.BIT -> Kind.BOOLEAN;
            default -> Kind.OTHER;
        };
    }

    /** Whether an expression is a constant that columns of the kind are compared with as they are. */
    private boolean fits(Kind kind, Expression expression) {
        if (expression instanceof Parameter) {
            return true;
        }
        if (expression instanceof Operation operation
                && operation.operator().equals("-")
                && operation.operands().size() == 1) {
            return kind == Kind.NUMBER && operation.operands().get(0) instanceof Literal literal && fits(kind, literal);
        }
        if (expression instanceof Operation operation && operation.operands().size() == 2) {
            boolean sum =
                    operation.operator().equals("+") || operation.operator().equals("-");
            return kind == Kind.NUMBER && sum && operation.operands().stream().allMatch(wholeNumbers)
                    || kind == Kind.TIME && sum && isDayAndInterval(operation.operands());
        }
        if (expression instanceof Cast cast) {
            boolean text = cast.value() instanceof Parameter
                    || cast.value() instanceof Literal literal && literal.kind() == LiteralKind.STRING;
            return kind == Kind.TIME && text && cast.type().equalsIgnoreCase("DATE");
        }
        if (!(expression instanceof Literal literal)) {
            return false;
        }
        return switch (literal.kind()) {
            case INTEGER, DECIMAL, APPROXIMATE -> kind == Kind.NUMBER;
            case STRING -> kind == Kind.TEXT || kind == Kind.TIME || kind == Kind.OTHER;
            case BOOLEAN -> kind == Kind.BOOLEAN;
            case DATE, TIME, TIMESTAMP -> kind == Kind.TIME;
            case NULL, BINARY, OTHER -> false;
        };
    }

    /** Of a day and an interval that are so small that no database leaves its calendar. */
    private static boolean isDayAndInterval(List<Expression> operands) {
        return operands.get(0) instanceof Literal day
                && day.kind() == LiteralKind.DATE
                && isDay(String.valueOf(day.value()))
                && operands.get(1) instanceof Operation interval
                && interval.operator().equals(Operation.INTERVAL)
                && INTERVAL_UNITS.contains(interval.detail().toUpperCase(Locale.ROOT))
                && interval.operands().get(0) instanceof Literal count
                && isSmall(String.valueOf(count.value()));
    }

    private static boolean isDay(String text) {
        try {
            int year = LocalDate.parse(text).getYear();
            return year >= FIRST_YEAR && year <= LAST_YEAR;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static boolean isSmall(String count) {
        return !count.isEmpty()
                && count.length() <= INTERVAL_DIGITS
                && count.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** Whether a safe condition is not true when all columns are NULL. */
    public static boolean rejectsNulls(Expression condition) {
        if (condition instanceof Logical logical) {
            return logical.operator() == LogicalOperator.AND
                    ? logical.operands().stream().anyMatch(PushedCondition::rejectsNulls)
                    : logical.operands().stream().allMatch(PushedCondition::rejectsNulls);
        }
        if (condition instanceof IsTest test) {
            return test.negated();
        }
        return isUnknownForNulls(condition);
    }

    private static boolean isUnknownForNulls(Expression condition) {
        if (condition instanceof Logical logical) {
            return logical.operands().stream().allMatch(PushedCondition::isUnknownForNulls);
        }
        if (condition instanceof Not not) {
            return isUnknownForNulls(not.operand());
        }
        if (condition instanceof Comparison comparison) {
            return comparison.operator() != ComparisonOperator.NULL_SAFE_EQUAL
                    && comparison.operator() != ComparisonOperator.DISTINCT_FROM;
        }
        return condition instanceof InList || condition instanceof Between || condition instanceof Like;
    }

    /** Whether a safe condition holds for every value equal to one for which it holds. */
    public static boolean holdsForEqualValues(Expression condition) {
        return !Tree.any(condition, Like.class::isInstance);
    }
}
