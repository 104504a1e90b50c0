package org.shardingjdbc.scaling.time;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * For a logic table that is sharded by INTERVAL or AUTO_INTERVAL: when its actual tables are created, and what is done
 * with those that are too old. Immutable.
 *
 * @param createAhead how long before the time of its rows begins an actual table is created; never null
 * @param retain how long an actual table is kept after the time of its rows has ended; null for ever
 * @param retirement what is done with an actual table after that; without effect when {@code retain} is null
 * @param archive the data source that old tables are copied to; null unless {@code retirement} is
 *     {@link Retirement#ARCHIVE}
 */
@Incubating
public record TimeTablePolicy(
        TimeSpan createAhead,
        @Nullable TimeSpan retain,
        Retirement retirement,
        @Nullable String archive) {
    /** Throws {@link NullPointerException} for a value that must not be null. */
    public TimeTablePolicy {
        Objects.requireNonNull(createAhead, "how long ahead tables are made is null");
        Objects.requireNonNull(retirement, "what becomes of old tables is null");
    }

    /** Creates tables ahead, and keeps them for ever. */
    public TimeTablePolicy(TimeSpan createAhead) {
        this(createAhead, null, Retirement.RENAME, null);
    }

    /** What is done with an actual table that is too old. */
    @Incubating
    public enum Retirement {
        /** It is dropped, with its rows. */
        DROP,
        /** It stays in its data source, and {@code _retired} is appended to its name. */
        RENAME,
        /** It is copied to another data source; when a comparison has found the copy equal, it is dropped. */
        ARCHIVE;

        /** The word for it in a configuration. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
