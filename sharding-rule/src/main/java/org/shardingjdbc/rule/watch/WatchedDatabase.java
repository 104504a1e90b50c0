package org.shardingjdbc.rule.watch;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A database whose state is queried, on a separate connection outside of the pool, which is reopened when it is lost.
 * Each call takes a few seconds at most. Used by one thread at a time; only {@link #close} by any.
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
     * The position up to which it is written, in the notation of the database: it covers everything that was committed
     * before the call.
     *
     * @return null where the database does not tell
     * @throws DatabaseAwayException when it does not answer
     */
    @Nullable
    String position();

    /**
     * The position up to which reads of a replica see it, in the same notation.
     *
     * @return null where the database does not tell
     * @throws DatabaseAwayException when it does not answer
     */
    @Nullable
    String replayed();

    /**
     * Whether a database that has replayed that far has everything up to a position. Does not access a database.
     *
     * @param replayed what {@link #replayed} gave, of this database or of another of its kind
     * @param position what {@link #position} gave
     * @return false if that is not known
     */
    boolean covers(String replayed, String position);

    /**
     * Makes the pool open a connection and take it back. After an outage a pool retries at growing intervals, and an
     * application that needs a connection would have to wait for the next one. May block for the connection timeout of
     * the pool.
     *
     * @throws DatabaseAwayException when there is none
     */
    void awaitPool();

    @Override
    void close();
}
