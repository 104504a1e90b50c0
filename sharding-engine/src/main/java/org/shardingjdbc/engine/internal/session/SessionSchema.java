package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;

/**
 * Where a session looks up unqualified names since it was switched. Immutable; equal ones find the same tables.
 *
 * @param catalog null when it was not switched
 * @param schema null when it was not switched
 * @param path statements that set the list of schemas that are searched
 */
record SessionSchema(String catalog, String schema, List<SessionVariables.Setting> path) {
    SessionSchema {
        path = List.copyOf(path);
    }

    /** Brings a connection there; its release brings it back. */
    void enter(PhysicalConnection connection) throws SQLException {
        if (catalog != null) {
            connection.altering().catalog();
            connection.jdbc().setCatalog(catalog);
        }
        if (schema != null) {
            connection.altering().schema();
            connection.jdbc().setSchema(schema);
        }
        for (SessionVariables.Setting setting : path) {
            connection.altering().set(setting.sql(), setting.values(), setting.names());
        }
    }
}
