package org.shardingjdbc.engine.door;

import java.sql.SQLException;
import org.shardingjdbc.Incubating;

/**
 * Opens sessions of one sharding data source, whose {@code unwrap(Doors.class)} gives it. They share pools, rules and
 * registry with its connections. Safe for all threads, as long as the data source is open.
 */
@Incubating
public interface Doors {
    /**
     * Opens a session; takes no connection.
     *
     * @return never null; to be closed before the data source is
     * @throws SQLException when the data source is closed
     */
    Door open() throws SQLException;
}
