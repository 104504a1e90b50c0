package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.layout.Databases;

/**
 * One connection to each data source that is asked again and again, opened when it is first asked. Used by one thread.
 */
final class OwnConnections implements AutoCloseable {
    private final Databases databases;
    private final Map<String, Connection> connections = new HashMap<>();

    OwnConnections(Databases databases) {
        this.databases = databases;
    }

    Connection to(String dataSource) throws SQLException {
        Connection known = connections.get(dataSource);
        if (known == null) {
            known = databases.open(dataSource);
            connections.put(dataSource, known);
        }
        return known;
    }

    /** Others are opened when they are needed. */
    @Override
    public void close() throws SQLException {
        List<Connection> all = List.copyOf(connections.values());
        connections.clear();
        Closing.close(all);
    }
}
