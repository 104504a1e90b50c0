package org.shardingjdbc.scaling.internal.time;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** The periods by which a table is divided, one actual table for each in a data source. Immutable. */
interface Periods {
    /** How many there are that can have an actual table made for them. */
    int count();

    /** Before this a period has no row. */
    LocalDateTime start(int step);

    /** From this on a period has no row. */
    LocalDateTime end(int step);

    /** The last period that has begun at a time; {@link #count} where that is behind all of them. */
    int step(LocalDateTime time);

    /** The period that the name of an actual table tells; null where it tells none. */
    @Nullable
    Integer step(String table);

    /** What the actual table of a period is called, after one of another period. */
    String name(String like, int step);

    /** What to do when the time that is wanted is behind all of them; null where more come by themselves. */
    @Nullable
    String remedyAtEnd();
}
