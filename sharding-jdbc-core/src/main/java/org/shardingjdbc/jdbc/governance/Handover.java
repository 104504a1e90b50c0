package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.time.Duration;

/**
 * How one configuration hands over to the next where it must be known that nothing runs by the old one any more: no
 * statement, batch, open result that is still read from a database, and no transaction that began by it. Immutable.
 *
 * @param limit for how long it is waited; not negative
 * @param newcomers what becomes of statements that begin meanwhile
 * @param between what is done at the moment when nothing runs: by the old configuration no more, and, where newcomers
 *     wait, by the new one not yet. What it throws keeps the old configuration where newcomers wait, and is thrown by
 *     who hands over
 */
public record Handover(Duration limit, Newcomers newcomers, Between between) {
    private static final Between NOTHING = () -> {};

    /** What becomes of statements that begin while those of the old configuration end. */
    public enum Newcomers {
        /**
         * They wait. So statements of the two never overlap. What belongs to a transaction, or has an open result, of
         * the old configuration goes on by it. When the limit is over, the old configuration stays, and those that
         * waited go on by it.
         */
        WAIT,
        /**
         * They go on by the new configuration at once, so that for a while statements of both run. When the limit is
         * over, the new configuration stays, and it is told that some of the old one still runs.
         */
        GO_ON
    }

    /** What is done between two configurations. */
    @FunctionalInterface
    public interface Between {
        /** By the thread that hands over; must not use the data source, where statements wait. */
        void run() throws SQLException;
    }

    public Handover {
        if (limit.isNegative()) {
            throw new IllegalArgumentException("a negative limit: " + limit);
        }
    }

    /** Statements of the two never overlap. */
    public static Handover exclusive(Duration limit, Between between) {
        return new Handover(limit, Newcomers.WAIT, between);
    }

    /** Newcomers go on at once; it is waited for the others. */
    public static Handover overlapping(Duration limit) {
        return new Handover(limit, Newcomers.GO_ON, NOTHING);
    }
}
