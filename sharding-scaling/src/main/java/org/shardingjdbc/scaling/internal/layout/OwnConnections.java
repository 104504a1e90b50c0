package org.shardingjdbc.scaling.internal.layout;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.engine.internal.error.Closing;

/**
 * One connection to each data source that is asked again and again, opened when it is first asked. Used by one thread.
 */
public final class OwnConnections implements AutoCloseable {
    private final Databases databases;
    private final Map<String, Connection> connections = new HashMap<>();

    public OwnConnections(Databases databases) {
        this.databases = databases;
    }

    /** The one to a data source. */
    public Connection to(String dataSource) throws SQLException {
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
