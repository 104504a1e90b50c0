package org.shardingjdbc.engine.internal.door;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are read once, forward, as they come from the databases: a value is what the driver of its data node gives,
 * or of its class where the engine computed it. Not thread-safe; to be closed before its session executes again, which
 * else does it.
 */
public final class DoorRows implements Reply, AutoCloseable {
    private final ResultSet read;
    private @Nullable List<RowColumn> columns;

    DoorRows(ResultSet read) {
        this.read = read;
    }

    /** What they consist of. */
    public List<RowColumn> columns() throws SQLException {
        List<RowColumn> known = columns;
        if (known == null) {
            ResultSetMetaData described = read.getMetaData();
            List<RowColumn> all = new ArrayList<>(described.getColumnCount());
            for (int i = 1; i <= described.getColumnCount(); i++) {
                all.add(column(described, i));
            }
            known = List.copyOf(all);
            columns = known;
        }
        return known;
    }

    private static RowColumn column(ResultSetMetaData described, int column) throws SQLException {
        return new RowColumn(
                described.getColumnLabel(column),
                described.getColumnName(column),
                described.getTableName(column),
                described.getColumnType(column),
                described.getColumnTypeName(column),
                described.getPrecision(column),
                described.getScale(column));
    }

    /** Goes to the next row; false when there is none. */
    public boolean next() throws SQLException {
        return read.next();
    }

    /**
     * A value of the row.
     *
     * @param column 1-based
     * @throws SQLException when there is no such column, no row or nothing to read any more
     */
    public @Nullable Object value(int column) throws SQLException {
        return read.getObject(column);
    }

    /** Gives back what they are read from. */
    @Override
    public void close() throws SQLException {
        read.close();
    }
}
