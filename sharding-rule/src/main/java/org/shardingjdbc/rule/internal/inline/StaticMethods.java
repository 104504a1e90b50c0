package org.shardingjdbc.rule.internal.inline;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods of Math, Integer, Long, String and the like that expressions may call. */
final class StaticMethods {
    private static final Set<String> CLASSES =
            Set.of("Math", "Integer", "Long", "String", "BigDecimal", "BigInteger", "Objects");
    private static final Set<String> METHODS = Set.of(
            "Math.abs/1",
            "Math.floorMod/2",
            "Math.floorDiv/2",
            "Math.min/2",
            "Math.max/2",
            "Math.floor/1",
            "Math.ceil/1",
            "Math.round/1",
            "Integer.valueOf/1",
            "Integer.parseInt/1",
            "Integer.toString/1",
            "Integer.hashCode/1",
            "Long.valueOf/1",
            "Long.parseLong/1",
            "Long.toString/1",
            "Long.hashCode/1",
            "String.valueOf/1",
            "Objects.hashCode/1",
            "BigDecimal.valueOf/1",
            "BigInteger.valueOf/1");

    private static final Map<String, Object> CONSTANTS = Map.of(
            "Integer.MAX_VALUE",
            Integer.MAX_VALUE,
            "Integer.MIN_VALUE",
            Integer.MIN_VALUE,
            "Long.MAX_VALUE",
            Long.MAX_VALUE,
            "Long.MIN_VALUE",
            Long.MIN_VALUE);

    private StaticMethods() {}

    static boolean isClass(String name) {
        return CLASSES.contains(name);
    }

    static boolean isMethod(String className, String name, int arguments) {
        if (className.equals("String") && name.equals("format")) {
            return arguments > 0;
        }
        return METHODS.contains(className + "." + name + "/" + arguments);
    }

    /** The value of a constant such as Integer.MAX_VALUE, or null. */
    static @Nullable Object constant(String className, String name) {
        return CONSTANTS.get(className + "." + name);
    }

    static Object call(String className, String name, Object[] arguments) {
        if (name.equals("format")) {
            Object[] values = Arrays.copyOfRange(arguments, 1, arguments.length);
            return String.format(Locale.ROOT, String.valueOf(arguments[0]), values);
        }
        Object argument = arguments[0];
        return switch (className) {
            case "Math" -> math(name, arguments);
            case "Integer" -> name.equals("toString") ? String.valueOf(argument) : integer(name, argument);
            case "Long" -> name.equals("toString") ? String.valueOf(argument) : longInteger(name, argument);
            case "Objects" -> java.util.Objects.hashCode(argument);
            case "BigDecimal" -> new BigDecimal(String.valueOf(argument));
            case "BigInteger" -> new BigInteger(String.valueOf(argument));
            default -> String.valueOf(argument);
        };
    }

    private static Object integer(String name, Object argument) {
        int value = argument instanceof Number number ? number.intValue() : Integer.parseInt(String.valueOf(argument));
        return name.equals("hashCode") ? Integer.hashCode(value) : value;
    }

    private static Object longInteger(String name, Object argument) {
        long value = argument instanceof Number number ? number.longValue() : Long.parseLong(String.valueOf(argument));
        if (name.equals("hashCode")) {
            return Long.hashCode(value);
        }
        return value;
    }

    private static Object rounded(String name, Object argument) {
        if (!(argument instanceof Number number)) {
            throw new IllegalArgumentException(name + " is not defined for " + Arithmetic.className(argument));
        }
        double value = number.doubleValue();
        return switch (name) {
            case "floor" -> Math.floor(value);
            case "ceil" -> Math.ceil(value);
            default -> Math.round(value);
        };
    }

    private static Object math(String name, Object[] arguments) {
        Object a = arguments[0];
        if (name.equals("abs")) {
            return Arithmetic.abs(a);
        }
        if (arguments.length == 1) {
            return rounded(name, a);
        }
        Object b = arguments[1];
        if (name.equals("min")) {
            return Arithmetic.compare(a, b) <= 0 ? a : b;
        }
        if (name.equals("max")) {
            return Arithmetic.compare(a, b) >= 0 ? a : b;
        }
        if (a instanceof Integer x && b instanceof Integer y) {
            return name.equals("floorMod") ? Math.floorMod(x, y) : Math.floorDiv(x, y);
        }
        if (!(a instanceof Integer || a instanceof Long) || !(b instanceof Integer || b instanceof Long)) {
            throw Arithmetic.undefined(name, a, b);
        }
        long x = ((Number) a).longValue();
        long y = ((Number) b).longValue();
        if (name.equals("floorMod")) {
            return b instanceof Integer ? (Object) (int) Math.floorMod(x, y) : (Object) Math.floorMod(x, y);
        }
        return Math.floorDiv(x, y);
    }
}
