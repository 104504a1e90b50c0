package org.shardingjdbc.dialect.internal.replication;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a database tells of its replication. By default nothing: it takes writes, and nobody knows what a replica has.
 */
public interface Replication {
    /** Whether it takes writes: it follows no other database, and is not set to read only. */
    default boolean takesWrites(Connection connection) throws SQLException {
        return true;
    }

    /**
     * What has been written, as a position in its log: behind all that was committed before the call.
     *
     * @param primary a connection to one that takes writes
     * @return null where it does not tell
     */
    default @Nullable String position(Connection primary) throws SQLException {
        return null;
    }

    /**
     * What queries of a replica see, in the same words.
     *
     * @return null where it does not tell, as one does that is no replica
     */
    default @Nullable String replayed(Connection replica) throws SQLException {
        return null;
    }

    /**
     * Whether who has replayed that has all of a position; false where nobody knows. The position may come from
     * outside.
     */
    default boolean covers(String replayed, String position) {
        return false;
    }
}
