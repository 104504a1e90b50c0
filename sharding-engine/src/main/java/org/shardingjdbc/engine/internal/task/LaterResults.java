package org.shardingjdbc.engine.internal.task;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.result.ResultOwner;

/** The results of a statement behind its first one, in their order. Not thread-safe. */
public interface LaterResults {
    /**
     * Moves to the next result; true when it is rows.
     *
     * @param current as in {@link java.sql.Statement#getMoreResults(int)}
     */
    boolean next(int current) throws SQLException;

    /** The update count of this result, -1 when there are no more results. */
    long updateCount();

    /** The rows of this result; closing them ends nothing else. */
    @Nullable
    ResultSet rows(ResultOwner owner) throws SQLException;

    /** Whether it is known that rows come behind this result. */
    default boolean rowsFollow() {
        return false;
    }
}
