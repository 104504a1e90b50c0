package org.shardingjdbc.engine.internal.door;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.door.DoorRows;
import org.shardingjdbc.engine.door.RowColumn;

/** Rows of the engine, handed out through a door. Not thread-safe. */
final class OpenRows implements DoorRows {
    private final ResultSet read;
    private @Nullable List<RowColumn> columns;

    OpenRows(ResultSet read) {
        this.read = read;
    }

    @Override
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

    @Override
    public boolean next() throws SQLException {
        return read.next();
    }

    @Override
    public @Nullable Object value(int column) throws SQLException {
        return read.getObject(column);
    }

    @Override
    public void close() throws SQLException {
        read.close();
    }
}
