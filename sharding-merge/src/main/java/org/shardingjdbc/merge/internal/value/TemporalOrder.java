package org.shardingjdbc.merge.internal.value;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Dates, times and timestamps, read as java.time values, so that no time zone of the JVM takes part. Those with a zone
 * compare by their instant.
 */
final class TemporalOrder extends ColumnOrder {
    private final Class<? extends Comparable<?>> type;
    private final boolean zoneDecides;

    /**
     * @param zoneDecides whether times of one instant in several zones differ, the eastern one first, as in PostgreSQL
     */
    private TemporalOrder(Class<? extends Comparable<?>> type, boolean zoneDecides) {
        this.type = type;
        this.zoneDecides = zoneDecides;
    }

    /** The order of a temporal column; null when it is none. */
    static @Nullable TemporalOrder of(ColumnType type) {
        Class<? extends Comparable<?>> javaType = javaType(type);
        return javaType == null
                ? null
                : new TemporalOrder(javaType, type.dialect().types().zonesOrderTimes());
    }

    /** The java.time class that holds every value of the column exactly; null when it is not temporal. */
    static @Nullable Class<? extends Comparable<?>> javaType(ColumnType type) {
        if (!type.isTemporal()) {
            return null;
        }
        if (type.jdbcType() == Types.DATE) {
            return LocalDate.class;
        }
        if (type.isTime()) {
            if (type.dialect().types().timesAreSpans()) {
                return Duration.class;
            }
            return type.hasZone() ? OffsetTime.class : LocalTime.class;
        }
        return type.hasZone() ? OffsetDateTime.class : LocalDateTime.class;
    }

    @Override
    public Object read(ResultSet row, int column) throws SQLException {
        return row.getObject(column, type);
    }

    @Override
    @Nullable
    Object ofHeld(@Nullable Object value) {
        return value instanceof HeldValue held ? held.exact() : value;
    }

    @Override
    public int compare(Object left, Object right) {
        if (left instanceof LocalDateTime first) {
            return first.compareTo((LocalDateTime) right);
        }
        if (left instanceof LocalDate first) {
            return first.compareTo((LocalDate) right);
        }
        if (left instanceof OffsetDateTime first) {
            return compareInstants(first, (OffsetDateTime) right);
        }
        if (left instanceof LocalTime first) {
            return first.compareTo((LocalTime) right);
        }
        if (left instanceof Duration first) {
            return first.compareTo((Duration) right);
        }
        return compareTimes((OffsetTime) left, (OffsetTime) right);
    }

    private static int compareInstants(OffsetDateTime left, OffsetDateTime right) {
        int seconds = Long.compare(left.toEpochSecond(), right.toEpochSecond());
        return seconds != 0 ? seconds : Integer.compare(left.getNano(), right.getNano());
    }

    private int compareTimes(OffsetTime left, OffsetTime right) {
        int instants = Long.compare(utcNanos(left), utcNanos(right));
        if (instants != 0 || !zoneDecides) {
            return instants;
        }
        return Integer.compare(
                right.getOffset().getTotalSeconds(), left.getOffset().getTotalSeconds());
    }

    private static long utcNanos(OffsetTime time) {
        return time.toLocalTime().toNanoOfDay() - time.getOffset().getTotalSeconds() * 1_000_000_000L;
    }

    @Override
    public Object key(Object value) {
        if (value instanceof OffsetDateTime timestamp) {
            return timestamp.toInstant();
        }
        if (value instanceof OffsetTime time && !zoneDecides) {
            return time.withOffsetSameInstant(ZoneOffset.UTC);
        }
        return value;
    }
}
