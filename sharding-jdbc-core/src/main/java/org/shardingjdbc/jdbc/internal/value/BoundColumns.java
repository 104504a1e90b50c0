package org.shardingjdbc.jdbc.internal.value;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Locale;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.plan.internal.operator.Subquery;

/** Chooses how a column's values are bound, by the database and the column's type. Stateless. */
public final class BoundColumns {
    private BoundColumns() {}

    /**
     * The way for a column, at the place of a subquery.
     *
     * @param index 1-based
     * @return null when no parameter has its type
     */
    public static BoundColumn of(Dialect dialect, Subquery subquery, ResultSetMetaData columns, int index)
            throws SQLException {
        BoundColumn.Described column = new BoundColumn.Described(
                columns.getColumnType(index),
                columns.getColumnTypeName(index).toLowerCase(Locale.ROOT),
                columns.getPrecision(index),
                columns.getScale(index));
        if (dialect.mySqlFamily()) {
            return MySqlColumns.of(dialect, column, subquery);
        }
        return dialect == Dialects.H2 ? H2Columns.of(column, subquery) : PostgreSqlColumns.of(column, subquery);
    }
}
