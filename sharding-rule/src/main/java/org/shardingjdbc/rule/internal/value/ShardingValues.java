package org.shardingjdbc.rule.internal.value;

import java.sql.Types;
import java.time.DateTimeException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Makes a value that the application gave comparable with what the column stores, so that the same value reaches the
 * same data node however it was written: 5 as int, long or '5', a date as java.sql or java.time. The canonical classes:
 * Integer for columns of up to 32 bits, Long, BigInteger beyond it, BigDecimal (trailing zeros stripped), Double,
 * String, Boolean, LocalDate, LocalTime, LocalDateTime, OffsetDateTime (UTC), UUID, byte[] as a hex String.
 *
 * <p>There are four questions, for the four places where a value stands:
 *
 * <ul>
 *   <li>{@link #points}: {@code column = value}. Where the column's collation treats other texts as equal (case,
 *       accents, trailing blanks), rows that were written with those texts lie elsewhere, so that a text with letters
 *       says nothing there.
 *   <li>{@link #written}: the row that an INSERT writes. It goes where the text as given belongs, whatever the
 *       collation.
 *   <li>{@link #lowerBound} and {@link #upperBound}: intervals; what would be lost is rounded outwards.
 * </ul>
 */
public final class ShardingValues {
    /**
     * Says that a value cannot be made canonical; the route is then all nodes for a read, and an error for a write of
     * it.
     */
    public static final Object UNKNOWN = UnknownValue.UNKNOWN;

    /** The years that YEAR of MySQL and MariaDB stores, besides 0. */
    private static final int FIRST_YEAR = 1901;

    private static final int LAST_YEAR = 2155;

    private static final Object[] NOTHING = {};

    private ShardingValues() {}

    /**
     * The canonical form of a value that a column is compared with.
     *
     * @param value as a setter or a literal gave it, or null
     * @param column what it is compared with; null when the table is not known yet, then the value's own class decides
     * @return null for null, {@link #UNKNOWN} where the conversion would lose something or is not defined, or where
     *     {@link #points} gives two
     */
    public static @Nullable Object canonical(@Nullable Object value, @Nullable ColumnSchema column) {
        if (value == null) {
            return null;
        }
        Object[] points = points(value, column);
        return points == null || points.length != 1 ? UNKNOWN : points[0];
    }

    /**
     * The canonical values that a column may have where it is equal to a value.
     *
     * @return empty for null, null where nothing can be said, else one value, or two where the data source may round
     *     the value up or down
     */
    public static Object @Nullable [] points(@Nullable Object value, @Nullable ColumnSchema column) {
        return candidates(value, column, false);
    }

    /**
     * The canonical values that a column may have after the value was written to it.
     *
     * @return empty for null, null where nothing can be said (the write is then refused), else one value, or two where
     *     the data source may round the value up or down: the write is then possible where both have the same data node
     */
    public static Object @Nullable [] written(@Nullable Object value, @Nullable ColumnSchema column) {
        return candidates(value, column, true);
    }

    /** A value at or below the given one, for intervals; null for null, {@link #UNKNOWN} where nothing can be said. */
    public static @Nullable Object lowerBound(@Nullable Object value, @Nullable ColumnSchema column) {
        return value == null ? null : converted(value, column, Loss.DOWN, false);
    }

    /** A value at or above the given one, for intervals; null for null, {@link #UNKNOWN} where nothing can be said. */
    public static @Nullable Object upperBound(@Nullable Object value, @Nullable ColumnSchema column) {
        return value == null ? null : converted(value, column, Loss.UP, false);
    }

    /** What kind of value it is, for messages that must not show it: "a java.sql.Timestamp with a Calendar". */
    public static String describe(Object value) {
        if (value == UNKNOWN) {
            return "a value under a cast";
        }
        if (value instanceof CalendarTimestamp) {
            return "a java.sql.Timestamp with a Calendar";
        }
        String name = value.getClass().getTypeName();
        return "AEIOU".indexOf(Character.toUpperCase(name.charAt(0))) < 0 ? "a " + name : "an " + name;
    }

    /** Whether blanks at the end of a text do not count in a column, so that rows lie where it belongs without them. */
    public static boolean ignoresTrailingBlanks(ColumnSchema column) {
        return TextValues.padsBlanks(column);
    }

    /** Whether a column stores days, times of day, or moments. */
    public static boolean isMoment(ColumnSchema column) {
        return TimeValues.isTime(column);
    }

    private static Object @Nullable [] candidates(
            @Nullable Object value, @Nullable ColumnSchema column, boolean write) {
        if (value == null) {
            return NOTHING;
        }
        Object exact = converted(value, column, write ? Loss.STORED : Loss.REFUSED, write);
        if (exact != UNKNOWN) {
            boolean certain = write || !(exact instanceof String text) || TextValues.isCertain(text, column);
            return certain ? new Object[] {exact} : null;
        }
        if (!TimeValues.isTime(column)) {
            return null;
        }
        Object down = converted(value, column, Loss.DOWN, write);
        Object up = converted(value, column, Loss.UP, write);
        return down == UNKNOWN || up == UNKNOWN ? null : new Object[] {down, up};
    }

    private static Object converted(Object value, @Nullable ColumnSchema column, Loss loss, boolean write) {
        try {
            return column == null ? byItself(value) : ofColumn(value, column, loss, write);
        } catch (DateTimeException e) {
            // one of the first or last moments of all, which would have to be rounded or moved to where Java has none
            return UNKNOWN;
        }
    }

    private static Object ofColumn(Object value, ColumnSchema column, Loss loss, boolean write) {
        String typeName = column.typeName() == null ? "" : column.typeName().toUpperCase(Locale.ROOT);
        if (typeName.equals("UUID")) {
            return uuid(value);
        }
        if (typeName.startsWith("TIMESTAMPTZ")) {
            return TimeValues.instant(value, column, loss);
        }
        if (typeName.equals("YEAR")) {
            return year(value, loss);
        }
        return switch (column.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER ->
                typeName.contains("UNSIGNED")
                        ? NumberValues.whole(value, Long.MAX_VALUE, loss)
                        : NumberValues.whole(value, Integer.MAX_VALUE, loss);
            case Types.BIGINT ->
                typeName.contains("UNSIGNED")
                        ? NumberValues.unsigned(value, loss)
                        : NumberValues.whole(value, Long.MAX_VALUE, loss);
            case Types.DECIMAL, Types.NUMERIC -> NumberValues.decimal(value, column, loss);
            case Types.FLOAT, Types.DOUBLE -> NumberValues.floating(value, false);
            case Types.REAL -> NumberValues.floating(value, true);
            case Types.BOOLEAN, Types.BIT ->
                typeName.startsWith("TINYINT")
                        ? NumberValues.whole(value, Integer.MAX_VALUE, loss)
                        : truth(value, typeName);
            case Types.CHAR, Types.NCHAR -> TextValues.text(value, column, true, write);
            case Types.VARCHAR, Types.NVARCHAR, Types.LONGVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB ->
                TextValues.text(value, column, false, write);
            case Types.DATE -> TimeValues.date(value, column, loss);
            case Types.TIME -> TimeValues.time(value, column, loss);
            case Types.TIMESTAMP -> TimeValues.timestamp(value, column, loss);
            case Types.TIMESTAMP_WITH_TIMEZONE -> TimeValues.instant(value, column, loss);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> bytes(value, column);
            default -> UNKNOWN;
        };
    }

    /** Without a column, by the value's own class. */
    private static Object byItself(Object value) {
        if (value instanceof Number) {
            return NumberValues.byItself(value);
        }
        if (value instanceof String || value instanceof Boolean || value instanceof UUID) {
            return value;
        }
        if (value instanceof Character) {
            return value.toString();
        }
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return TimeValues.byItself(value);
    }

    private static Object uuid(Object value) {
        if (value instanceof UUID) {
            return value;
        }
        return value instanceof String text ? uuid(text) : UNKNOWN;
    }

    /**
     * Its 32 digits with four dashes or none, in braces or not; a database that takes fewer forms refuses the others.
     */
    private static Object uuid(String text) {
        boolean braces = text.startsWith("{") && text.endsWith("}") && text.length() > 2;
        String bare = braces ? text.substring(1, text.length() - 1) : text;
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < bare.length(); i++) {
            boolean dash = bare.length() == 36 && (i == 8 || i == 13 || i == 18 || i == 23);
            if (!(dash ? bare.charAt(i) == '-' : HexFormat.isHexDigit(bare.charAt(i)))) {
                return UNKNOWN;
            }
            if (!dash) {
                digits.append(bare.charAt(i));
            }
        }
        if (digits.length() != 32) {
            return UNKNOWN;
        }
        return new UUID(
                Long.parseUnsignedLong(digits.substring(0, 16), 16), Long.parseUnsignedLong(digits.substring(16), 16));
    }

    /** A year of two digits is stored as another number: what is not stored as it is given cannot be placed. */
    private static Object year(Object value, Loss loss) {
        Loss kept = loss == Loss.STORED ? Loss.REFUSED : loss;
        Object year = value instanceof Boolean ? UNKNOWN : NumberValues.whole(value, Integer.MAX_VALUE, kept);
        boolean known = year instanceof Integer number
                && (number >= FIRST_YEAR && number <= LAST_YEAR || number == 0 && value instanceof Number);
        return known ? year : UNKNOWN;
    }

    private static Object truth(Object value, String typeName) {
        if (typeName.equals("BIT")) {
            // a field of bits is a number; what of it a text stands for differs from database to database
            boolean number = value instanceof Boolean || value instanceof Number;
            return number ? NumberValues.whole(value, Long.MAX_VALUE, Loss.REFUSED) : UNKNOWN;
        }
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            long number = ((Number) value).longValue();
            return number == 0 || number == 1 ? (Object) (number == 1) : UNKNOWN;
        }
        return UNKNOWN;
    }

    private static Object bytes(Object value, ColumnSchema column) {
        if (!(value instanceof byte[] bytes)) {
            return UNKNOWN;
        }
        boolean padded = column.jdbcType() == Types.BINARY && column.size() > 0 && bytes.length != column.size();
        return padded ? UNKNOWN : HexFormat.of().formatHex(bytes);
    }
}
