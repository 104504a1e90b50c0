package org.shardingjdbc.rule.internal.inline;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.inline.Term.Remainder;

/**
 * Operators with the results that Groovy gives: int with int stays int and wraps around, division of whole numbers is
 * exact decimal division, decimals never become binary.
 */
final class Arithmetic {
    private static final int EXTRA_PRECISION = 10;

    private Arithmetic() {}

    static Term binary(String operator, Term left, Term right) {
        return switch (operator) {
            case "+" -> frame -> add(left.evaluate(frame), right.evaluate(frame));
            case "-" -> frame -> subtract(left.evaluate(frame), right.evaluate(frame));
            case "*" -> frame -> multiply(left.evaluate(frame), right.evaluate(frame));
            case "/" -> frame -> divide(left.evaluate(frame), right.evaluate(frame));
            case "%" -> {
                Remainder simple = Remainder.of(left, right);
                yield simple != null ? simple : frame -> remainder(left.evaluate(frame), right.evaluate(frame));
            }
            default -> frame -> bitwise(operator, left.evaluate(frame), right.evaluate(frame));
        };
    }

    static boolean isTrue(@Nullable Object value) {
        if (value instanceof Boolean truth) {
            return truth;
        }
        if (value instanceof Number number) {
            return decimal(number).signum() != 0;
        }
        if (value instanceof Collection<?> collection) {
            return !collection.isEmpty();
        }
        return value != null && !value.toString().isEmpty();
    }

    static boolean areEqual(@Nullable Object one, @Nullable Object other) {
        Object left = Characters.beside(one, other);
        Object right = Characters.beside(other, one);
        if (left instanceof Number a && right instanceof Number b) {
            return compareNumbers(a, b) == 0;
        }
        return left == null ? right == null : left.equals(right);
    }

    static boolean relation(String operator, @Nullable Object left, @Nullable Object right) {
        int order = compare(left, right);
        return switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            default -> order >= 0;
        };
    }

    @SuppressWarnings("unchecked")
    static int compare(@Nullable Object one, @Nullable Object other) {
        Object left = Characters.beside(one, other);
        Object right = Characters.beside(other, one);
        if (left instanceof Number a && right instanceof Number b) {
            return compareNumbers(a, b);
        }
        if (left instanceof Comparable<?> comparable && right != null && left.getClass() == right.getClass()) {
            return ((Comparable<Object>) comparable).compareTo(right);
        }
        throw undefined("comparison", left, right);
    }

    static Object add(@Nullable Object one, @Nullable Object other) {
        Object left = Characters.beside(one, other);
        Object right = Characters.beside(other, one);
        if (left instanceof Number a && right instanceof Number b) {
            if (areInts(a, b)) {
                return a.intValue() + b.intValue();
            }
            if (areLongs(a, b)) {
                return a.longValue() + b.longValue();
            }
            if (isFloating(a, b)) {
                return a.doubleValue() + b.doubleValue();
            }
            return areWhole(a, b) ? (Object) whole(a).add(whole(b)) : decimal(a).add(decimal(b));
        }
        if (left instanceof List<?> list) {
            List<Object> joined = new ArrayList<>(list);
            if (right instanceof Collection<?> collection) {
                joined.addAll(collection);
            } else {
                joined.add(right);
            }
            return joined;
        }
        if (left instanceof String || right instanceof String) {
            return String.valueOf(left) + right;
        }
        throw undefined("+", left, right);
    }

    static Object subtract(@Nullable Object left, @Nullable Object right) {
        Number a = number(left, "-");
        Number b = number(right, "-");
        if (areInts(a, b)) {
            return a.intValue() - b.intValue();
        }
        if (areLongs(a, b)) {
            return a.longValue() - b.longValue();
        }
        if (isFloating(a, b)) {
            return a.doubleValue() - b.doubleValue();
        }
        return areWhole(a, b)
                ? (Object) whole(a).subtract(whole(b))
                : decimal(a).subtract(decimal(b));
    }

    static Object multiply(@Nullable Object left, @Nullable Object right) {
        Number a = number(left, "*");
        Number b = number(right, "*");
        if (areInts(a, b)) {
            return a.intValue() * b.intValue();
        }
        if (areLongs(a, b)) {
            return a.longValue() * b.longValue();
        }
        if (isFloating(a, b)) {
            return a.doubleValue() * b.doubleValue();
        }
        return areWhole(a, b)
                ? (Object) whole(a).multiply(whole(b))
                : decimal(a).multiply(decimal(b));
    }

    static Object divide(@Nullable Object left, @Nullable Object right) {
        Number dividend = number(left, "/");
        Number divisor = number(right, "/");
        if (isFloating(dividend, divisor)) {
            return dividend.doubleValue() / divisor.doubleValue();
        }
        BigDecimal a = decimal(dividend);
        BigDecimal b = decimal(divisor);
        try {
            return a.divide(b);
        } catch (ArithmeticException e) {
            if (b.signum() == 0) {
                throw e;
            }
            int precision = Math.max(a.precision(), b.precision()) + EXTRA_PRECISION;
            BigDecimal quotient = a.divide(b, new java.math.MathContext(precision));
            int scale = Math.max(Math.max(a.scale(), b.scale()), EXTRA_PRECISION);
            return quotient.scale() > scale ? quotient.setScale(scale, RoundingMode.HALF_UP) : quotient;
        }
    }

    /** That of big integers is never negative. */
    static Object remainder(@Nullable Object left, @Nullable Object right) {
        Number a = number(left, "%");
        Number b = number(right, "%");
        if (areInts(a, b)) {
            return a.intValue() % b.intValue();
        }
        if (areLongs(a, b)) {
            return a.longValue() % b.longValue();
        }
        if (isFloating(a, b)) {
            return a.doubleValue() % b.doubleValue();
        }
        return areWhole(a, b) ? (Object) whole(a).mod(whole(b)) : decimal(a).remainder(decimal(b));
    }

    static Object wholeQuotient(Object left, Object right) {
        Number a = number(left, "intdiv");
        Number b = number(right, "intdiv");
        if (areInts(a, b)) {
            return a.intValue() / b.intValue();
        }
        if (areLongs(a, b)) {
            return a.longValue() / b.longValue();
        }
        if (!areWhole(a, b)) {
            throw undefined("intdiv", left, right);
        }
        return whole(a).divide(whole(b));
    }

    static Object power(@Nullable Object base, @Nullable Object exponent) {
        Number a = number(base, "**");
        if (!(exponent instanceof Integer n) || n < 0) {
            throw undefined("**", base, exponent);
        }
        if (!isWhole(a)) {
            return decimal(a).pow(n);
        }
        BigInteger result = whole(a).pow(n);
        if (a instanceof Integer) {
            return smallest(result);
        }
        return a instanceof Long && result.bitLength() < Long.SIZE ? (Object) result.longValue() : result;
    }

    static Object negate(@Nullable Object value) {
        Number number = number(value, "-");
        if (number instanceof Integer i) {
            return -i;
        }
        if (number instanceof Long l) {
            return -l;
        }
        return number instanceof BigInteger b
                ? (Object) b.negate()
                : decimal(number).negate();
    }

    static Object complement(@Nullable Object value) {
        if (value instanceof Integer i) {
            return ~i;
        }
        if (value instanceof Long l) {
            return ~l;
        }
        throw undefined("~", value, value);
    }

    static Object abs(Object value) {
        Number number = number(value, "abs");
        if (number instanceof Integer i) {
            return Math.abs(i);
        }
        if (number instanceof Long l) {
            return Math.abs(l);
        }
        return number instanceof BigInteger b
                ? (Object) b.abs()
                : decimal(number).abs();
    }

    static boolean convertsTo(String type) {
        return List.of("int", "Integer", "long", "Long", "BigInteger", "BigDecimal", "String")
                .contains(type);
    }

    static @Nullable Object convert(@Nullable Object value, String type) {
        if (value == null) {
            return null;
        }
        if (type.equals("String")) {
            return value.toString();
        }
        Object plain = value instanceof Character c ? (Object) (int) c : value;
        Number number =
                plain instanceof Number n ? n : new BigDecimal(plain.toString().trim());
        return switch (type) {
            case "int", "Integer" -> number.intValue();
            case "long", "Long" -> number.longValue();
            case "BigInteger" -> decimal(number).toBigInteger();
            default -> decimal(number);
        };
    }

    static Object smallest(BigInteger value) {
        if (value.bitLength() < Integer.SIZE) {
            return value.intValue();
        }
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }

    static BigDecimal decimal(Number number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof Double || number instanceof Float) {
            return new BigDecimal(number.toString());
        }
        return new BigDecimal(whole(number));
    }

    static IllegalArgumentException undefined(String operator, @Nullable Object left, @Nullable Object right) {
        return new IllegalArgumentException(
                operator + " is not defined for " + className(left) + " and " + className(right));
    }

    static String className(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }

    private static Object bitwise(String operator, @Nullable Object left, @Nullable Object right) {
        if (!(left instanceof Number a) || !(right instanceof Number b) || !areLongs(a, b)) {
            throw undefined(operator, left, right);
        }
        return switch (operator) {
            case "&" -> narrow(a.longValue() & b.longValue(), a, b);
            case "|" -> narrow(a.longValue() | b.longValue(), a, b);
            case "^" -> narrow(a.longValue() ^ b.longValue(), a, b);
            case "<<" -> a instanceof Long ? (Object) (a.longValue() << b.intValue()) : a.intValue() << b.intValue();
            case ">>" -> a instanceof Long ? (Object) (a.longValue() >> b.intValue()) : a.intValue() >> b.intValue();
            default -> a instanceof Long ? (Object) (a.longValue() >>> b.intValue()) : a.intValue() >>> b.intValue();
        };
    }

    private static Object narrow(long value, Number a, Number b) {
        return areInts(a, b) ? (Object) (int) value : (Object) value;
    }

    private static int compareNumbers(Number a, Number b) {
        return areLongs(a, b)
                ? Long.compare(a.longValue(), b.longValue())
                : decimal(a).compareTo(decimal(b));
    }

    private static Number number(@Nullable Object value, String operator) {
        if (value instanceof Number number) {
            return number;
        }
        if (value instanceof Character c) {
            return (int) c;
        }
        throw new IllegalArgumentException(operator + " is not defined for " + className(value));
    }

    static BigInteger whole(Number number) {
        return number instanceof BigInteger big ? big : BigInteger.valueOf(number.longValue());
    }

    static boolean areInts(Number a, Number b) {
        return a instanceof Integer && b instanceof Integer;
    }

    private static boolean areLongs(Number a, Number b) {
        return (a instanceof Integer || a instanceof Long) && (b instanceof Integer || b instanceof Long);
    }

    private static boolean isFloating(Number a, Number b) {
        return a instanceof Double || b instanceof Double;
    }

    static boolean areWhole(Number a, Number b) {
        return isWhole(a) && isWhole(b);
    }

    private static boolean isWhole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof BigInteger;
    }

    /** The value of a number as it is written: its suffix, or else its size, gives the type. */
    static Object number(String text) {
        char last = Character.toUpperCase(text.charAt(text.length() - 1));
        boolean typed = last == 'L' || last == 'G';
        String digits = text.substring(0, text.length() - (typed ? 1 : 0)).replace("_", "");
        if (digits.indexOf('.') >= 0) {
            return new BigDecimal(digits);
        }
        int radix = radix(digits);
        BigInteger value = new BigInteger(radix == 16 || radix == 2 ? digits.substring(2) : digits, radix);
        if (last == 'L') {
            return value.longValueExact();
        }
        return last == 'G' ? value : smallest(value);
    }

    /** Of Java's notations: 0x and 0b in front, and 0 for octal digits. */
    private static int radix(String digits) {
        if (digits.length() < 2 || digits.charAt(0) != '0') {
            return 10;
        }
        return switch (digits.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            default -> 8;
        };
    }

    /** What a character of a text is in an operation: its code beside a number, a text beside a text. */
    static final class Characters {
        private Characters() {}

        static @Nullable Object beside(@Nullable Object value, @Nullable Object other) {
            if (!(value instanceof Character character)) {
                return value;
            }
            if (other instanceof String) {
                return character.toString();
            }
            return other instanceof Number || other instanceof Character ? (Object) (int) character : value;
        }
    }
}
