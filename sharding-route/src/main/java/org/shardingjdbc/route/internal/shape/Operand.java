package org.shardingjdbc.route.internal.shape;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/** A value that an execution knows before it runs: a literal or a parameter. Immutable. */
public sealed interface Operand {
    /** The value as written or set, null for NULL, {@link ShardingValues#UNKNOWN} where a cast may change it. */
    @Nullable
    Object value(Object[] parameters);

    /**
     * How EXPLAIN shows it.
     *
     * @param hidden whether a constant must not be shown
     */
    String describe(boolean hidden);

    /** A constant of the SQL text. */
    record Constant(@Nullable Object raw) implements Operand {
        @Override
        public @Nullable Object value(Object[] parameters) {
            return raw;
        }

        @Override
        public String describe(boolean hidden) {
            if (hidden) {
                return "a literal";
            }
            return raw instanceof String ? "'" + raw + "'" : String.valueOf(raw);
        }
    }

    /** NULL in a sharding column, which lies where that value does. */
    record PlacedNull(Object raw) implements Operand {
        @Override
        public Object value(Object[] parameters) {
            return raw;
        }

        @Override
        public String describe(boolean hidden) {
            return "NULL placed as " + raw;
        }
    }

    /** A parameter, or a generated key behind the parameters; {@code index} is 0-based. */
    record Slot(int index) implements Operand {
        private static final Slot[] FIRST = {new Slot(0), new Slot(1), new Slot(2), new Slot(3), new Slot(4)};

        /** The same of all plans, where it is one of the first. */
        static Slot of(int index) {
            return index < FIRST.length ? FIRST[index] : new Slot(index);
        }

        @Override
        public Object value(Object[] parameters) {
            return index < parameters.length ? parameters[index] : ShardingValues.UNKNOWN;
        }

        @Override
        public String describe(boolean hidden) {
            return "?" + (index + 1);
        }
    }

    /** A value that is a text, or not known here. */
    record Text(Operand value) implements Operand {
        @Override
        public @Nullable Object value(Object[] parameters) {
            Object raw = value.value(parameters);
            return raw == null || raw instanceof String ? raw : ShardingValues.UNKNOWN;
        }

        @Override
        public String describe(boolean hidden) {
            return value.describe(hidden);
        }
    }

    /** A value under a cast: known only if the cast leaves values of its class as they are. */
    record Converted(Operand value, Target target, int length) implements Operand {
        private static final int MAX_LONG_DIGITS = 19;
        private static final int MAX_LONG_BITS = 63;

        /** What a cast makes. */
        enum Target {
            WHOLE_NUMBER,
            TEXT,
            DATE,
            UUID
        }

        @Override
        public @Nullable Object value(Object[] parameters) {
            Object raw = value.value(parameters);
            if (target == Target.WHOLE_NUMBER && raw instanceof String text && isNumber(text)) {
                return Long.valueOf(text);
            }
            boolean kept =
                    switch (target) {
                        case WHOLE_NUMBER -> isWhole(raw);
                        case TEXT -> raw instanceof String text && text.length() <= length;
                        case DATE -> raw instanceof LocalDate || raw instanceof String text && isDay(text);
                        case UUID -> raw instanceof String || raw instanceof java.util.UUID;
                    };
            return raw == null || kept ? raw : ShardingValues.UNKNOWN;
        }

        /** Digits behind a sign at most, so few that it is a long. */
        private static boolean isNumber(String text) {
            int start = text.startsWith("-") ? 1 : 0;
            return text.length() > start
                    && text.length() < MAX_LONG_DIGITS
                    && text.chars().skip(start).allMatch(c -> c >= '0' && c <= '9');
        }

        /** {@code 2024-01-31}, and nothing else that a database may take for a day. */
        private static boolean isDay(String text) {
            boolean day = text.length() == 10;
            for (int i = 0; day && i < text.length(); i++) {
                char c = text.charAt(i);
                day = i == 4 || i == 7 ? c == '-' : c >= '0' && c <= '9';
            }
            return day;
        }

        /** A whole number that no database wraps, cuts off or refuses as one of 64 bits. */
        private static boolean isWhole(@Nullable Object raw) {
            return raw instanceof Long
                    || raw instanceof Integer
                    || raw instanceof Short
                    || raw instanceof Byte
                    || raw instanceof BigInteger number && number.bitLength() <= MAX_LONG_BITS;
        }

        @Override
        public String describe(boolean hidden) {
            return value.describe(hidden);
        }
    }

    /** Reads an expression; null when it is more than a constant. */
    static @Nullable Operand of(@Nullable Expression expression) {
        if (expression instanceof Parameter parameter) {
            return Slot.of(parameter.index());
        }
        if (expression instanceof Literal literal) {
            return ofLiteral(literal);
        }
        if (expression instanceof Cast cast) {
            Operand value = of(cast.value());
            return value == null ? null : converted(value, cast.type().trim().toLowerCase(Locale.ROOT));
        }
        return expression instanceof Operation operation ? folded(operation) : null;
    }

    private static @Nullable Operand ofLiteral(Literal literal) {
        return switch (literal.kind()) {
            case INTEGER, DECIMAL, STRING, BOOLEAN, NULL, DATE, TIME, TIMESTAMP -> new Constant(literal.value());
            case BINARY -> binary((String) literal.constant());
            case APPROXIMATE -> approximate((BigDecimal) literal.constant());
            case OTHER -> null;
        };
    }

    /** One database takes it for a decimal number, another for a binary one: known where both are the same. */
    private static @Nullable Operand approximate(BigDecimal number) {
        double binary = number.doubleValue();
        boolean same = Double.isFinite(binary) && new BigDecimal(binary).compareTo(number) == 0;
        return same ? new Constant(number) : null;
    }

    private static @Nullable Operand binary(String digits) {
        if (digits.length() % 2 != 0 || digits.chars().anyMatch(c -> !HexFormat.isHexDigit(c))) {
            return null;
        }
        return new Constant(HexFormat.of().parseHex(digits));
    }

    /** A cast that may cut a text leaves one that is short enough as it is. */
    private static @Nullable Operand converted(Operand value, String type) {
        int open = type.indexOf('(');
        if (open < 0) {
            Converted.Target target = target(type);
            return target == null ? null : new Converted(value, target, Integer.MAX_VALUE);
        }
        boolean text = type.endsWith(")") && target(type.substring(0, open).trim()) == Converted.Target.TEXT;
        String length = type.substring(open + 1, Math.max(open + 1, type.length() - 1));
        boolean number =
                !length.isEmpty() && length.length() < 10 && length.chars().allMatch(c -> c >= '0' && c <= '9');
        return text && number ? new Converted(value, Converted.Target.TEXT, Integer.parseInt(length)) : null;
    }

    private static Converted.@Nullable Target target(String type) {
        return switch (type) {
            case "smallint", "int", "integer", "bigint", "int2", "int4", "int8", "signed", "signed integer" ->
                Converted.Target.WHOLE_NUMBER;
            case "text", "varchar", "character varying" -> Converted.Target.TEXT;
            case "date" -> Converted.Target.DATE;
            case "uuid" -> Converted.Target.UUID;
            default -> null;
        };
    }

    /** Sums, differences and products of whole numbers, and the sign of a number. */
    private static @Nullable Operand folded(Operation operation) {
        if (operation.operands().isEmpty()
                || operation.operands().size() > 2
                || !(of(operation.operands().get(0)) instanceof Constant first)) {
            return null;
        }
        if (operation.operands().size() == 1) {
            return signed(operation.operator(), first.raw());
        }
        if (!(of(operation.operands().get(1)) instanceof Constant second)
                || !(first.raw() instanceof Long left)
                || !(second.raw() instanceof Long right)) {
            return null;
        }
        BigInteger result =
                switch (operation.operator()) {
                    case "+" -> BigInteger.valueOf(left).add(BigInteger.valueOf(right));
                    case "-" -> BigInteger.valueOf(left).subtract(BigInteger.valueOf(right));
                    case "*" -> BigInteger.valueOf(left).multiply(BigInteger.valueOf(right));
                    default -> null;
                };
        return result == null || result.bitLength() > 63 ? null : new Constant(result.longValue());
    }

    private static @Nullable Operand signed(String operator, @Nullable Object raw) {
        boolean negative = operator.equals("-");
        if (!negative && !operator.equals("+")) {
            return null;
        }
        if (raw instanceof Long number && (!negative || number != Long.MIN_VALUE)) {
            return new Constant(negative ? -number : number);
        }
        if (raw instanceof BigDecimal number) {
            return new Constant(negative ? number.negate() : number);
        }
        if (raw instanceof BigInteger || raw instanceof Long) {
            BigInteger number = new BigInteger(raw.toString());
            BigInteger result = negative ? number.negate() : number;
            return new Constant(result.bitLength() <= 63 ? (Object) result.longValue() : result);
        }
        return null;
    }
}
