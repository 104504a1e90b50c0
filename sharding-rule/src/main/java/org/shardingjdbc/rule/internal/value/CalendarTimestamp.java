package org.shardingjdbc.rule.internal.value;

import java.time.OffsetDateTime;

/**
 * A java.sql.Timestamp that was set with a Calendar: drivers send it as date and time in the Calendar's zone.
 *
 * @param time in the Calendar's zone
 */
public record CalendarTimestamp(OffsetDateTime time) {}
