package org.shardingjdbc.rule.internal.inline;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The methods and properties of values that expressions may use. */
final class Methods {
    private static final Map<String, Set<Integer>> METHODS = Map.ofEntries(
            Map.entry("hashCode", Set.of(0)),
            Map.entry("toString", Set.of(0)),
            Map.entry("equals", Set.of(1)),
            Map.entry("equalsIgnoreCase", Set.of(1)),
            Map.entry("compareTo", Set.of(1)),
            Map.entry("abs", Set.of(0)),
            Map.entry("intdiv", Set.of(1)),
            Map.entry("mod", Set.of(1)),
            Map.entry("intValue", Set.of(0)),
            Map.entry("longValue", Set.of(0)),
            Map.entry("toInteger", Set.of(0)),
            Map.entry("toLong", Set.of(0)),
            Map.entry("toBigDecimal", Set.of(0)),
            Map.entry("toBigInteger", Set.of(0)),
            Map.entry("isInteger", Set.of(0)),
            Map.entry("isLong", Set.of(0)),
            Map.entry("length", Set.of(0)),
            Map.entry("size", Set.of(0)),
            Map.entry("isEmpty", Set.of(0)),
            Map.entry("substring", Set.of(1, 2)),
            Map.entry("charAt", Set.of(1)),
            Map.entry("toLowerCase", Set.of(0)),
            Map.entry("toUpperCase", Set.of(0)),
            Map.entry("startsWith", Set.of(1)),
            Map.entry("endsWith", Set.of(1)),
            Map.entry("contains", Set.of(1)),
            Map.entry("indexOf", Set.of(1)),
            Map.entry("lastIndexOf", Set.of(1)),
            Map.entry("padLeft", Set.of(1, 2)),
            Map.entry("padRight", Set.of(1, 2)),
            Map.entry("trim", Set.of(0)),
            Map.entry("concat", Set.of(1)),
            Map.entry("replace", Set.of(2)),
            Map.entry("take", Set.of(1)),
            Map.entry("drop", Set.of(1)),
            Map.entry("takeRight", Set.of(1)),
            Map.entry("reverse", Set.of(0)),
            Map.entry("tokenize", Set.of(1)),
            Map.entry("split", Set.of(1)),
            Map.entry("get", Set.of(1)),
            Map.entry("first", Set.of(0)),
            Map.entry("last", Set.of(0)),
            Map.entry("join", Set.of(1)),
            Map.entry("flatten", Set.of(0)),
            Map.entry("collect", Set.of(1)),
            Map.entry("findAll", Set.of(1)),
            Map.entry("format", Set.of(1)));
    private static final Map<String, ChronoField> FIELDS = Map.of(
            "year", ChronoField.YEAR,
            "monthValue", ChronoField.MONTH_OF_YEAR,
            "dayOfMonth", ChronoField.DAY_OF_MONTH,
            "dayOfYear", ChronoField.DAY_OF_YEAR,
            "hour", ChronoField.HOUR_OF_DAY,
            "minute", ChronoField.MINUTE_OF_HOUR,
            "second", ChronoField.SECOND_OF_MINUTE);
    private static final int MAX_LENGTH = 10_000;

    private Methods() {}

    static boolean isMethod(String name, int arguments) {
        return METHODS.getOrDefault(name, Set.of()).contains(arguments) || arguments == 0 && field(name) != null;
    }

    static boolean isProperty(String name) {
        return FIELDS.containsKey(name);
    }

    static Object property(@Nullable Object receiver, String name) {
        if (receiver instanceof TemporalAccessor time && time.isSupported(FIELDS.get(name))) {
            return time.get(FIELDS.get(name));
        }
        throw missing(receiver, name);
    }

    static @Nullable Object call(@Nullable Object receiver, String name, Object[] arguments) {
        if (receiver == null) {
            throw missing(null, name);
        }
        switch (name) {
            case "hashCode":
                return receiver.hashCode();
            case "toString":
                return receiver.toString();
            case "equals":
                return receiver.equals(arguments[0]);
            case "compareTo":
                return Arithmetic.compare(receiver, arguments[0]);
            default:
                break;
        }
        if (receiver instanceof Number number) {
            return ofNumber(number, name, arguments);
        }
        if (receiver instanceof String text) {
            return ofText(text, name, arguments);
        }
        if (receiver instanceof Character character) {
            return ofText(character.toString(), name, arguments);
        }
        if (receiver instanceof List<?> list) {
            return ListMethods.call(list, name, arguments);
        }
        if (receiver instanceof TemporalAccessor time) {
            return ofTime(time, name, arguments);
        }
        throw missing(receiver, name);
    }

    static Object element(@Nullable Object receiver, @Nullable Object number) {
        Object index = number instanceof Long position ? (Object) Math.toIntExact(position) : number;
        if (index instanceof Integer position) {
            if (receiver instanceof List<?> list) {
                return list.get(position < 0 ? list.size() + position : position);
            }
            if (receiver instanceof String text) {
                int at = position < 0 ? text.length() + position : position;
                return text.substring(at, at + 1);
            }
        }
        if (receiver instanceof String text && index instanceof List<?> range) {
            StringBuilder chosen = new StringBuilder();
            for (Object position : Ranges.positions(range, text.length())) {
                chosen.append(element(text, position));
            }
            return chosen.toString();
        }
        if (receiver instanceof List<?> list && index instanceof List<?> range) {
            List<Object> chosen = new ArrayList<>();
            for (Object position : Ranges.positions(range, list.size())) {
                chosen.add(element(list, position));
            }
            return chosen;
        }
        throw Arithmetic.undefined("[]", receiver, index);
    }

    static boolean contains(@Nullable Object container, @Nullable Object value) {
        if (container instanceof Collection<?> collection) {
            return collection.contains(value);
        }
        throw Arithmetic.undefined("in", value, container);
    }

    private static @Nullable Object ofNumber(Number number, String name, Object[] arguments) {
        return switch (name) {
            case "abs" -> Arithmetic.abs(number);
            case "intdiv" -> Arithmetic.wholeQuotient(number, arguments[0]);
            case "mod" -> Arithmetic.remainder(number, arguments[0]);
            case "intValue", "toInteger" -> number.intValue();
            case "longValue", "toLong" -> number.longValue();
            case "toBigDecimal" -> Arithmetic.decimal(number);
            case "toBigInteger" -> Arithmetic.convert(number, "BigInteger");
            default -> throw missing(number, name);
        };
    }

    private static Object ofText(String text, String name, Object[] arguments) {
        return switch (name) {
            case "length", "size" -> text.length();
            case "isEmpty" -> text.isEmpty();
            case "toInteger" -> Integer.valueOf(text.trim());
            case "toLong" -> Long.valueOf(text.trim());
            case "toBigDecimal" -> new BigDecimal(text.trim());
            case "toBigInteger" -> new BigInteger(text.trim());
            case "isInteger" -> isWhole(text, Integer.SIZE);
            case "isLong" -> isWhole(text, Long.SIZE);
            case "toLowerCase" -> text.toLowerCase(Locale.ROOT);
            case "toUpperCase" -> text.toUpperCase(Locale.ROOT);
            case "trim" -> text.trim();
            case "reverse" -> new StringBuilder(text).reverse().toString();
            case "substring" ->
                arguments.length == 1
                        ? text.substring(position(arguments[0]))
                        : text.substring(position(arguments[0]), position(arguments[1]));
            case "charAt" -> text.charAt(position(arguments[0]));
            case "take" -> text.substring(0, Math.min(text.length(), position(arguments[0])));
            case "drop" -> text.substring(Math.min(text.length(), position(arguments[0])));
            case "takeRight" -> text.substring(Math.max(0, text.length() - position(arguments[0])));
            case "padLeft" -> padding(text, arguments) + text;
            case "padRight" -> text + padding(text, arguments);
            default -> ofTexts(text, name, arguments);
        };
    }

    private static Object ofTexts(String text, String name, Object[] arguments) {
        if (arguments.length == 0) {
            throw missing(text, name);
        }
        String other = String.valueOf(arguments[0]);
        return switch (name) {
            case "startsWith" -> text.startsWith(other);
            case "endsWith" -> text.endsWith(other);
            case "contains" -> text.contains(other);
            case "equalsIgnoreCase" -> text.equalsIgnoreCase(other);
            case "indexOf" -> text.indexOf(other);
            case "lastIndexOf" -> text.lastIndexOf(other);
            case "concat" -> text.concat(other);
            case "replace" -> text.replace(other, String.valueOf(arguments[1]));
            case "split" -> split(text, other);
            case "tokenize" -> {
                List<Object> tokens = new ArrayList<>(Collections.list(new java.util.StringTokenizer(text, other)));
                yield tokens;
            }
            default -> throw missing(text, name);
        };
    }

    private static boolean isWhole(String text, int bits) {
        try {
            return new BigInteger(text.trim()).bitLength() < bits;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** At each separator; empty pieces at the end are left out. */
    private static List<Object> split(String text, String separator) {
        if (separator.isEmpty() || separator.chars().anyMatch(c -> "\\[](){}.*+?^$|".indexOf(c) >= 0)) {
            throw new IllegalArgumentException("split takes no pattern, only a separator; use tokenize");
        }
        List<Object> pieces = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            pieces.add(text.substring(from, at));
            from = at + separator.length();
        }
        pieces.add(text.substring(from));
        while (pieces.size() > 1 && "".equals(pieces.get(pieces.size() - 1))) {
            pieces.remove(pieces.size() - 1);
        }
        return pieces;
    }

    private static Object ofTime(TemporalAccessor time, String name, Object[] arguments) {
        if (name.equals("format")) {
            return DateTimeFormatter.ofPattern(String.valueOf(arguments[0]), Locale.ROOT)
                    .format(time);
        }
        String field = field(name);
        if (field == null) {
            throw missing(time, name);
        }
        return property(time, field);
    }

    /** The property that a getter reads, or null. */
    private static @Nullable String field(String getter) {
        if (!getter.startsWith("get") || getter.length() < 4) {
            return null;
        }
        String name = Character.toLowerCase(getter.charAt(3)) + getter.substring(4);
        return FIELDS.containsKey(name) ? name : null;
    }

    private static String padding(String text, Object[] arguments) {
        String filler = arguments.length == 1 ? " " : String.valueOf(arguments[1]);
        int missing = Math.max(0, position(arguments[0]) - text.length());
        if (missing > MAX_LENGTH || filler.isEmpty()) {
            throw new IllegalArgumentException("cannot pad by " + missing + " characters");
        }
        return filler.repeat(missing / filler.length() + 1).substring(0, missing);
    }

    static int position(Object value) {
        if (value instanceof Integer position) {
            return position;
        }
        throw new IllegalArgumentException("an int is expected, not " + Arithmetic.className(value));
    }

    static IllegalArgumentException missing(@Nullable Object receiver, String name) {
        return new IllegalArgumentException(Arithmetic.className(receiver) + " has no method '" + name + "'");
    }
}
