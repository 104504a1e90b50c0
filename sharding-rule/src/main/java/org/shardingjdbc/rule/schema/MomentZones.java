package org.shardingjdbc.rule.schema;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a moment, such as a java.sql.Timestamp, on its way to a database whose driver or session has a time
 * zone of its own.
 *
 * @param local the zone in which it becomes date and time for a column without a zone; null where none is known, or the
 *     data sources of a table differ
 * @param zoned the zone in which date and time become a moment for a column with a zone; null where none is known
 * @param datesOfJvm whether a java.sql.Date is stored as the day that it has in the JVM's zone
 */
public record MomentZones(@Nullable ZoneId local, @Nullable ZoneId zoned, boolean datesOfJvm) {
    /** What is certain where rows may reach either of two databases. */
    public MomentZones and(MomentZones other) {
        return new MomentZones(
                local != null && local.equals(other.local) ? local : null,
                zoned != null && zoned.equals(other.zoned) ? zoned : null,
                datesOfJvm && other.datesOfJvm);
    }
}
