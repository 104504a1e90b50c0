package io.shardingjdbc.jdbc.internal.catalog;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens physical connections. Safe for all threads. */
public interface ConnectionSource {
    /**
     * A connection of its own, in autocommit mode, that the caller closes.
     *
     * @param dataSource index of the data source
     */
    Connection open(int dataSource) throws SQLException;
}
