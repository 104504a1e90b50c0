package org.shardingjdbc.dialect.replication;

import java.sql.Connection;
import java.sql.SQLException;

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
    default String position(Connection primary) throws SQLException {
        return null;
    }

    /** Whether queries of a replica see all up to a position of its primary; false where it does not tell. */
    default boolean hasReplayed(Connection replica, String position) throws SQLException {
        return false;
    }
}
