package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.setting.UnfollowedSettings;

/** The settings that a connection has as its pool opens it: from the JDBC URL, an initial statement or the server. */
final class InitialSettings {
    private InitialSettings() {}

    /**
     * Looks for {@link UnfollowedSettings} on a connection.
     *
     * @throws ShardingException when there is one
     */
    static void refuse(String dataSource, Dialect dialect, Connection connection) throws SQLException {
        refuseTerm(dataSource, dialect, connection);
        for (Map.Entry<String, String> setting :
                dialect.catalogs().initialSettings().entrySet()) {
            check(dataSource, dialect, connection, setting.getValue(), setting.getKey());
        }
    }

    /** Connector/J may be told to call databases schemas: then it gives no catalogs, by which we know databases. */
    private static void refuseTerm(String dataSource, Dialect dialect, Connection connection) throws SQLException {
        boolean schemas = dialect.naming().databasesAreSchemas()
                && connection.getCatalog() == null
                && connection.getSchema() != null;
        if (schemas) {
            throw new ShardingException(
                    ErrorCode.DATA_SOURCE_SETTING,
                    dataSource,
                    "databaseTerm = SCHEMA",
                    "its driver calls databases schemas, and tables are looked up by catalogs");
        }
    }

    private static void check(String dataSource, Dialect dialect, Connection connection, String query, String name)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            if (rows.next()) {
                String value = UnfollowedSettings.unquoted(rows.getString(1));
                String reason = UnfollowedSettings.reason(dialect, name, value);
                if (reason != null) {
                    throw new ShardingException(
                            ErrorCode.DATA_SOURCE_SETTING, dataSource, name + " = " + value, reason);
                }
            }
        }
    }
}
