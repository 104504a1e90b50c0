package io.shardingjdbc.route.internal.rule;

import io.shardingjdbc.route.internal.catalog.ColumnSchema;

/**
 * Makes a value that the application gave comparable with what the column stores, so that the same value reaches the same data
 * node however it was written: 5 as int, long or '5', a date as java.sql or java.time. The canonical classes: Integer for
 * columns of up to 32 bits, Long, BigDecimal (trailing zeros stripped), Double, String, Boolean, LocalDate, LocalTime, LocalDateTime,
 * OffsetDateTime, UUID, byte[] as a hex String.
 */
public final class ShardingValues {
    /** Says that a value cannot be made canonical; the route is then all nodes for a read, and an error for a write of it. */
    public static final Object UNKNOWN = new Object();

    private ShardingValues() {}

    /**
     * The canonical form of a value.
     *
     * @param value as a setter or a literal gave it, or null
     * @param column what it is compared with; null when the table is not known yet, then the value's own class decides
     * @return null for null, {@link #UNKNOWN} where the conversion would lose something or is not defined
     */
    public static Object canonical(Object value, ColumnSchema column) {
        throw new UnsupportedOperationException();
    }
}
