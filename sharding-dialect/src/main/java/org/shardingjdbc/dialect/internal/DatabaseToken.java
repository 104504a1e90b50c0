package org.shardingjdbc.dialect.internal;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What one connection leaves in its database for a moment, so that another one sees whether it is in the same. One per
 * connection; not thread-safe.
 */
public interface DatabaseToken extends AutoCloseable {
    /** Whether another connection is in the database where this token was left. */
    boolean isSeenBy(Connection other) throws SQLException;

    @Override
    default void close() throws SQLException {}
}
