package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.SQLException;

/** Lends physical connections for reading metadata. */
@FunctionalInterface
public interface ConnectionSource {
    /**
     * A connection that the caller gives back by {@link #giveBack} and on which nothing is changed.
     *
     * @param dataSource index of the data source
     */
    Connection open(int dataSource) throws SQLException;

    /** The caller is done with a connection that {@link #open} returned. */
    default void giveBack(Connection connection) throws SQLException {
        connection.close();
    }
}
