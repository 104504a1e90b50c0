package org.shardingjdbc.merge.internal.value;

import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Chooses the {@link ColumnOrder} of a column. */
public final class ColumnOrders {
    private static final ColumnOrder INTEGERS = new NumberOrder(NumberOrder.Reading.LONG);
    private static final ColumnOrder NUMBERS = new NumberOrder(NumberOrder.Reading.OBJECT);
    private static final ColumnOrder ANY_VALUES = new AnyValueOrder();
    private static final ColumnOrder BITS = new NumberOrder(NumberOrder.Reading.DECIMAL);
    private static final ColumnOrder CODE_POINTS = new CodePoints();
    private static final ColumnOrder CODE_POINTS_PADDED = new PaddedCodePoints();
    private static final ColumnOrder CODE_POINTS_TRIMMED = new Trimmed(true);
    private static final ColumnOrder UTF16_TRIMMED = new Trimmed(false);
    private static final ColumnOrder UTF16 = new Utf16();
    private static final ColumnOrder UTF16_IGNORE_CASE = new CaselessUtf16();
    private static final ColumnOrder WEIGHTS_PADDED = new WeightsOrder();
    private static final ColumnOrder WRITTEN_TIMES = new TextTimes();
    private static final ColumnOrder SIGNED_ZEROS = new SignedZeros();
    private static final ColumnOrder BYTES = new BytesOrder();
    private static final ColumnOrder BOOLEANS = new Booleans();
    private static final ColumnOrder UUIDS = new Uuids();

    private ColumnOrders() {}

    /**
     * The order of a column by which rows are sorted, or MIN and MAX found.
     *
     * @throws ShardingException when the order of that type is not known, or was planned for another type
     */
    public static ColumnOrder forSorting(ValueOrder order, ColumnType type) {
        if (type.isOfValues() && order != ValueOrder.EQUALITY_ONLY) {
            return ANY_VALUES;
        }
        if (!fits(order, type)) {
            throw new ShardingException(
                    ErrorCode.MERGE_COLUMNS_DIFFER,
                    "column " + type.label() + " of type " + type.typeName(),
                    "one that compares as " + order);
        }
        return switch (order) {
            case BY_TYPE -> isWrittenTime(type) ? WRITTEN_TIMES : byType(type);
            case NUMBER -> numbers(type);
            case CODE_POINTS -> CODE_POINTS;
            case CODE_POINTS_PADDED -> CODE_POINTS_PADDED;
            case CODE_POINTS_TRIMMED -> CODE_POINTS_TRIMMED;
            case UTF16 -> UTF16;
            case UTF16_TRIMMED -> UTF16_TRIMMED;
            case UTF16_IGNORE_CASE -> UTF16_IGNORE_CASE;
            case WEIGHTS_PADDED -> WEIGHTS_PADDED;
            case BYTES -> BYTES;
            case TEMPORAL -> isWrittenTime(type) ? WRITTEN_TIMES : temporal(type);
            case BOOLEAN -> BOOLEANS;
            case UUID -> uuid(type);
            case EQUALITY_ONLY -> throw unknown(type);
        };
    }

    /**
     * The order of a column by whose values rows are only told apart.
     *
     * @throws ShardingException when it is not known which texts the database calls equal
     */
    public static ColumnOrder forEquality(ValueOrder order, ColumnType type) {
        if (order == ValueOrder.UUID) {
            return UUIDS;
        }
        if (order != ValueOrder.EQUALITY_ONLY) {
            return forSorting(order, type);
        }
        if (type.dialect().types().zerosHaveSigns() && type.isApproximate()) {
            return SIGNED_ZEROS;
        }
        return hasOrder(type) ? byType(type) : UTF16;
    }

    /** Whether values of the type can be what the planner took them for; false after the column got another type. */
    private static boolean fits(ValueOrder order, ColumnType type) {
        return switch (order) {
            case NUMBER -> !type.isText() && !type.isTemporal() && !type.isUuid();
            case CODE_POINTS, CODE_POINTS_PADDED, CODE_POINTS_TRIMMED, UTF16, UTF16_TRIMMED, UTF16_IGNORE_CASE ->
                !type.isNumber() && !type.isBoolean();
            case WEIGHTS_PADDED, BYTES -> !type.isNumber() && !type.isBoolean() && !type.isTemporal();
            case TEMPORAL -> !type.isNumber() && !type.isBoolean();
            case BOOLEAN -> type.isBoolean() || type.dialect().types().truthsAreNumbers();
            case UUID -> !type.isNumber() && !type.isTemporal() && !type.isBoolean();
            case BY_TYPE, EQUALITY_ONLY -> true;
        };
    }

    private static boolean isWrittenTime(ColumnType type) {
        return type.dialect().types().anyDates() && type.isTemporal() && !type.isTime();
    }

    /**
     * How values of a type that is known by itself are read and compared; null for text and for types without an order.
     */
    public static @Nullable ColumnOrder ofTyped(ColumnType type) {
        if (type.isOfValues()) {
            return ANY_VALUES;
        }
        return hasOrder(type) ? byType(type) : null;
    }

    private static boolean hasOrder(ColumnType type) {
        return type.isNumber()
                || type.isTemporal()
                || type.isBoolean()
                || type.isUuid() && type.dialect().types().uuidsSortByBits()
                || type.isBinary()
                || type.isBitString();
    }

    private static ColumnOrder byType(ColumnType type) {
        if (!hasOrder(type)) {
            throw unknown(type);
        }
        if (type.isNumber()) {
            return numbers(type);
        }
        if (type.isTemporal()) {
            return temporal(type);
        }
        if (type.isBoolean()) {
            return BOOLEANS;
        }
        if (type.isUuid()) {
            return UUIDS;
        }
        return type.isBitString() ? CODE_POINTS : BYTES;
    }

    private static ColumnOrder numbers(ColumnType type) {
        if (type.isBits()) {
            return BITS;
        }
        return type.isInteger() ? INTEGERS : NUMBERS;
    }

    /** MariaDB sorts UUIDs by their parts in another sequence, which depends on their version. */
    private static ColumnOrder uuid(ColumnType type) {
        if (!type.dialect().types().uuidsSortByBits()) {
            throw unknown(type);
        }
        return UUIDS;
    }

    private static ColumnOrder temporal(ColumnType type) {
        ColumnOrder order = TemporalOrder.of(type);
        if (order == null) {
            throw unknown(type);
        }
        return order;
    }

    private static ShardingException unknown(ColumnType type) {
        return new ShardingException(ErrorCode.MERGE_ORDER_UNKNOWN, type.label(), type.typeName());
    }

    /** Texts. */
    private abstract static class Texts extends ColumnOrder {
        @Override
        public final Object read(ResultSet row, int column) throws SQLException {
            return row.getString(column);
        }

        @Override
        final @Nullable Object ofHeld(@Nullable Object value) {
            if (value instanceof HeldValue held) {
                return held.exact() instanceof String text ? text : held.text();
            }
            return value == null ? null : value.toString();
        }

        @Override
        public Object key(Object value) {
            return value;
        }
    }

    private static final class Utf16 extends Texts {
        @Override
        public int compare(Object left, Object right) {
            return ((String) left).compareTo((String) right);
        }
    }

    private static final class CodePoints extends Texts {
        @Override
        public int compare(Object left, Object right) {
            return TextComparison.codePoints((String) left, (String) right);
        }
    }

    private static final class PaddedCodePoints extends Texts {
        @Override
        public int compare(Object left, Object right) {
            return TextComparison.paddedCodePoints((String) left, (String) right);
        }

        @Override
        public Object key(Object value) {
            return TextComparison.withoutTrailingBlanks((String) value);
        }
    }

    private static final class Trimmed extends Texts {
        private final boolean codePoints;

        Trimmed(boolean codePoints) {
            this.codePoints = codePoints;
        }

        @Override
        public int compare(Object left, Object right) {
            return TextComparison.trimmed((String) left, (String) right, codePoints);
        }

        @Override
        public Object key(Object value) {
            return TextComparison.withoutTrailingBlanks((String) value);
        }
    }

    private static final class CaselessUtf16 extends Texts {
        @Override
        public int compare(Object left, Object right) {
            return ((String) left).compareToIgnoreCase((String) right);
        }

        @Override
        public Object key(Object value) {
            return TextComparison.withoutCase((String) value);
        }
    }

    /** Floating numbers as MySQL and MariaDB group them: by their bits. */
    private static final class SignedZeros extends ColumnOrder {
        @Override
        public @Nullable Object read(ResultSet row, int column) throws SQLException {
            double value = row.getDouble(column);
            return row.wasNull() ? null : (Object) value;
        }

        @Override
        @Nullable
        Object ofHeld(@Nullable Object value) {
            Object object = value instanceof HeldValue held ? held.exact() : value;
            return object == null ? null : (Object) ((Number) object).doubleValue();
        }

        @Override
        public int compare(Object left, Object right) {
            return ((Double) left).compareTo((Double) right);
        }

        @Override
        public Object key(Object value) {
            return value;
        }
    }

    private static final class Booleans extends ColumnOrder {
        @Override
        public @Nullable Object read(ResultSet row, int column) throws SQLException {
            boolean value = row.getBoolean(column);
            return row.wasNull() ? null : (Object) value;
        }

        @Override
        @Nullable
        Object ofHeld(@Nullable Object value) {
            return value instanceof HeldValue held ? held.object() : value;
        }

        @Override
        public int compare(Object left, Object right) {
            return Boolean.compare((Boolean) left, (Boolean) right);
        }

        @Override
        public Object key(Object value) {
            return value;
        }
    }

    private static final class Uuids extends ColumnOrder {
        @Override
        public @Nullable Object read(ResultSet row, int column) throws SQLException {
            return ofHeld(row.getObject(column));
        }

        @Override
        @Nullable
        Object ofHeld(@Nullable Object value) {
            Object object = value instanceof HeldValue held ? held.object() : value;
            return object == null || object instanceof UUID ? object : UUID.fromString(object.toString());
        }

        @Override
        public int compare(Object left, Object right) {
            UUID first = (UUID) left;
            UUID second = (UUID) right;
            int high = Long.compareUnsigned(first.getMostSignificantBits(), second.getMostSignificantBits());
            return high != 0
                    ? high
                    : Long.compareUnsigned(first.getLeastSignificantBits(), second.getLeastSignificantBits());
        }

        @Override
        public Object key(Object value) {
            return value;
        }
    }

    /** Byte strings by unsigned bytes, a prefix before what it is a prefix of. */
    static final class BytesOrder extends ColumnOrder {
        @Override
        public Object read(ResultSet row, int column) throws SQLException {
            return row.getBytes(column);
        }

        @Override
        @Nullable
        Object ofHeld(@Nullable Object value) {
            return value instanceof HeldValue held ? held.exact() : value;
        }

        @Override
        public int compare(Object left, Object right) {
            return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
        }

        @Override
        public Object key(Object value) {
            return ByteBuffer.wrap((byte[]) value);
        }
    }
}
