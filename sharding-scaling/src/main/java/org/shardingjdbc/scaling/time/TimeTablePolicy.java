package org.shardingjdbc.scaling.time;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * When the actual tables of a logic table of INTERVAL are made, and what becomes of those that are too old. Immutable.
 *
 * @param createAhead how long before its step begins an actual table is made; never null
 * @param retain for how long rows are kept behind the end of their step; null for ever
 * @param retirement what becomes of an actual table then; of no use where rows are kept for ever
 * @param archive the data source that old tables go to; null but for {@link Retirement#ARCHIVE}
 */
@Incubating
public record TimeTablePolicy(
        TimeSpan createAhead,
        @Nullable TimeSpan retain,
        Retirement retirement,
        @Nullable String archive) {
    /** Refuses what is null. */
    public TimeTablePolicy {
        Objects.requireNonNull(createAhead, "how long ahead tables are made is null");
        Objects.requireNonNull(retirement, "what becomes of old tables is null");
    }

    /** Makes tables ahead and keeps them for ever. */
    public TimeTablePolicy(TimeSpan createAhead) {
        this(createAhead, null, Retirement.RENAME, null);
    }

    /** What becomes of an actual table whose rows are not kept any more. */
    @Incubating
    public enum Retirement {
        /** It is dropped. */
        DROP,
        /** It stays where it is, with {@code _retired} behind its name. */
        RENAME,
        /** It is copied to another data source and compared there, and dropped then. */
        ARCHIVE;

        /** As a configuration writes it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
