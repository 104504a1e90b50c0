package org.shardingjdbc.jdbc.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shardingjdbc.jdbc.internal.catalog.ConnectionSource;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;

/** Lends connections that are in a schema, for reading what plans there need to know. Safe for all threads. */
final class SchemaSight implements ConnectionSource {
    private final Deployment deployment;
    private final SessionSchema schema;
    private final Map<Connection, PhysicalConnection> lent = new ConcurrentHashMap<>();

    SchemaSight(Deployment deployment, SessionSchema schema) {
        this.deployment = deployment;
        this.schema = schema;
    }

    @Override
    public Connection open(int dataSource) throws SQLException {
        PhysicalConnection connection = deployment.pool(dataSource).openAtOnce();
        boolean entered = false;
        try {
            schema.enter(connection);
            lent.put(connection.jdbc(), connection);
            entered = true;
            return connection.jdbc();
        } finally {
            if (!entered) {
                connection.release();
            }
        }
    }

    @Override
    public void giveBack(Connection connection) {
        lent.remove(connection).release();
    }
}
