package org.shardingjdbc.feature.shadow.internal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.shadow.ColumnShadowAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.side.StatementValues.Operation;

/**
 * VALUE_MATCH and REGEX_MATCH: the value, or its text. Immutable.
 *
 * @param test of a value that is not NULL
 */
record ColumnMatch(String column, Operation operation, Predicate<Object> test) implements ColumnShadowAlgorithm {
    @Override
    public boolean marks(@Nullable Object value) {
        return value != null && test.test(value);
    }

    /** The one value; numbers are compared as numbers, of which true and false are 1 and 0, all else as texts. */
    static ColumnMatch ofValue(AlgorithmProperties properties) {
        String wanted = properties.requiredText("value");
        BigDecimal number = number(wanted);
        return of(properties, value -> {
            BigDecimal given = number == null ? null : given(value);
            return number == null || given == null ? wanted.equals(value.toString()) : number.compareTo(given) == 0;
        });
    }

    /** Null for what is no number, as NaN and the infinite ones are none of decimals. */
    private static @Nullable BigDecimal given(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        boolean finite = value instanceof Number number && Double.isFinite(number.doubleValue())
                || value instanceof BigDecimal
                || value instanceof BigInteger;
        return finite ? new BigDecimal(value.toString()) : null;
    }

    /** The whole text matches. */
    static ColumnMatch ofRegex(AlgorithmProperties properties) {
        Pattern pattern;
        try {
            pattern = Pattern.compile(properties.requiredText("regex"));
        } catch (PatternSyntaxException e) {
            throw new InvalidPropertyException(
                    "regex", "property 'regex' is no regular expression: " + e.getDescription());
        }
        return of(properties, value -> pattern.matcher(value.toString()).matches());
    }

    private static ColumnMatch of(AlgorithmProperties properties, Predicate<Object> test) {
        return new ColumnMatch(properties.requiredText("column"), operation(properties), test);
    }

    private static Operation operation(AlgorithmProperties properties) {
        String text = properties.requiredText("operation").trim().toUpperCase(Locale.ROOT);
        return switch (text) {
            case "SELECT" -> Operation.SELECT;
            case "INSERT" -> Operation.INSERT;
            case "UPDATE" -> Operation.UPDATE;
            case "DELETE" -> Operation.DELETE;
            default ->
                throw new InvalidPropertyException(
                        "operation",
                        "property 'operation' must be insert, update, delete or select, not '" + text + "'");
        };
    }

    private static @Nullable BigDecimal number(String text) {
        String trimmed = text.trim();
        if (trimmed.equalsIgnoreCase("true") || trimmed.equalsIgnoreCase("false")) {
            return trimmed.equalsIgnoreCase("true") ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        try {
            return new BigDecimal(trimmed);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
