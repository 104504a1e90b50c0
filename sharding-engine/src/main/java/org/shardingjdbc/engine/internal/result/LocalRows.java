package org.shardingjdbc.engine.internal.result;

import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;

/** Result sets of rows that we hold ourselves. Stateless. */
public final class LocalRows {
    /** Is told of a result set that was closed. */
    @FunctionalInterface
    public interface Closing {
        void closed(ResultSet result) throws SQLException;
    }

    private LocalRows() {}

    /** Rows as the current result of their owner, to scroll in where its statement asked for that. */
    public static ResultSet of(ResultOwner owner, List<LocalColumn> columns, List<Object[]> rows, Dialect dialect)
            throws SQLException {
        return owner.scrolls()
                ? new ScrollableLocalResultSet(owner, columns, rows, dialect)
                : new LocalResultSet(owner, columns, rows, dialect);
    }

    /** As the current result of their owner, of so many rows at most; 0 for all. */
    public static ResultSet limited(
            ResultOwner owner, List<LocalColumn> columns, List<Object[]> rows, Dialect dialect, long maxRows)
            throws SQLException {
        boolean all = maxRows == 0 || maxRows >= rows.size();
        return of(owner, columns, all ? rows : rows.subList(0, (int) maxRows), dialect);
    }

    /** Rows beside the current result of a statement, which does not change when they are closed. */
    public static ResultSet beside(
            @Nullable Statement statement, List<LocalColumn> columns, List<Object[]> rows, Dialect dialect) {
        return beside(statement, columns, rows, dialect, closed -> {
            // Holds nothing.
        });
    }

    /**
     * Rows beside the current result of a statement, which does not change when they are closed; {@code closing} is
     * told then.
     */
    public static ResultSet beside(
            @Nullable Statement statement,
            List<LocalColumn> columns,
            List<Object[]> rows,
            Dialect dialect,
            Closing closing) {
        ResultOwner owner = new ResultOwner() {
            @Override
            public @Nullable Statement statement() {
                return statement;
            }

            @Override
            public void closed(ResultSet result) throws SQLException {
                closing.closed(result);
            }
        };
        return new LocalResultSet(owner, columns, rows, dialect);
    }

    /** The columns of a driver's result set, as far as rows need them that outlive it. */
    public static List<LocalColumn> columns(ResultSetMetaData metaData) throws SQLException {
        List<LocalColumn> columns = new ArrayList<>(metaData.getColumnCount());
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(new LocalColumn(
                    metaData.getColumnLabel(i),
                    jdbcType(metaData.getColumnType(i)),
                    metaData.getColumnTypeName(i),
                    metaData.getColumnClassName(i)));
        }
        return columns;
    }

    private static JDBCType jdbcType(int type) {
        for (JDBCType known : JDBCType.values()) {
            if (known.getVendorTypeNumber() == type) {
                return known;
            }
        }
        return JDBCType.OTHER;
    }
}
