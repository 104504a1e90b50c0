package org.shardingjdbc.transaction;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/** A data source as a coordinator knows it: what may become a branch. Safe for all threads. */
@Incubating
public interface TransactionSource {
    /** Unique among the data sources of one sharding data source. */
    String name();

    /** How its database commits in two phases; null when it does not. */
    @Nullable
    TwoPhaseCommit twoPhaseCommit();

    /**
     * A connection that is no branch, for recovery and checks; of the pool if one is free, else one of its own. The
     * caller closes it.
     *
     * @throws SQLException when its database cannot be reached
     */
    Connection open() throws SQLException;

    /**
     * As {@link #open}, for a caller that keeps it for long: never of the pool.
     *
     * @throws SQLException when its database cannot be reached
     */
    Connection openKept() throws SQLException;
}
