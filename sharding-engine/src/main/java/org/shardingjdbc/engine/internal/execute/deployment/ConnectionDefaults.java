package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a connection of the default data source on which nothing was set. Immutable.
 *
 * @param catalog may be null
 * @param schema may be null
 * @param isolation a constant of {@link Connection}
 * @param networkTimeoutMillis 0 for none
 */
public record ConnectionDefaults(
        @Nullable String catalog, @Nullable String schema, int isolation, int networkTimeoutMillis) {
    static ConnectionDefaults of(Connection connection) throws SQLException {
        return new ConnectionDefaults(
                connection.getCatalog(),
                connection.getSchema(),
                connection.getTransactionIsolation(),
                connection.getNetworkTimeout());
    }
}
