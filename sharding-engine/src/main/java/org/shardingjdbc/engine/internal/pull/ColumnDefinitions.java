package org.shardingjdbc.engine.internal.pull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/**
 * Asks a data source for the definitions of a query's columns, so that a table like it can be made on another one.
 * Stateless.
 */
public final class ColumnDefinitions {
    private ColumnDefinitions() {}

    /**
     * The columns as CREATE TABLE wants them, parentheses included.
     *
     * @param columnsSql a query of one table that returns no row
     */
    public static String of(Dialect dialect, Connection connection, String columnsSql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(columnsSql)) {
            ResultSetMetaData columns = rows.getMetaData();
            List<String> definitions = dialect.catalogs().columnDefinitions(connection, columns, columnsSql);
            if (definitions == null) {
                throw SqlErrors.of(ErrorCode.CATALOG_UNREADABLE, columns.getTableName(1));
            }
            return "(" + String.join(", ", definitions) + ")";
        }
    }
}
