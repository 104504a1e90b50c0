package org.shardingjdbc.rule.watch;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A database as it is asked for its state, on a connection of its own beside the pool, which is made again when it was
 * lost. Each answer takes some seconds at most. Used by one thread at a time; only {@link #close} by any.
 */
@Incubating
public interface WatchedDatabase extends AutoCloseable {
    /** Its configured name. */
    String name();

    /**
     * Whether it takes writes: it follows no other, and is not set to read only.
     *
     * @throws DatabaseAwayException when it does not answer
     */
    boolean takesWrites();

    /**
     * What is written there, as a position in the databases' own words: all that was committed before the call.
     *
     * @return null where the database does not tell
     * @throws DatabaseAwayException when it does not answer
     */
    @Nullable
    String position();

    /**
     * What reads of a replica see, in the same words.
     *
     * @return null where the database does not tell
     * @throws DatabaseAwayException when it does not answer
     */
    @Nullable
    String replayed();

    /**
     * Whether who has replayed that has all of a position. Asks no database.
     *
     * @param replayed what {@link #replayed} gave, of this database or of another of its kind
     * @param position what {@link #position} gave
     * @return false where nobody knows
     */
    boolean covers(String replayed, String position);

    /**
     * Lets the pool take and give back a connection: after an outage it tries again less and less often, and whoever
     * needs a connection would wait for that. May take as long as a connection is waited for.
     *
     * @throws DatabaseAwayException when there is none
     */
    void awaitPool();

    @Override
    void close();
}
