package org.shardingjdbc.examples.quickstart;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.draw.RowSource;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;
import org.shardingjdbc.cli.internal.draw.TableDrawing;

/** A result set as a table; of many rows only the first are shown, the rest are counted. */
final class TextTable {
    private static final int MAX_ROWS = 8;

    private TextTable() {}

    /** Reads the result set to its end. */
    static List<String> lines(ResultSet rows, Palette palette, int width) throws SQLException {
        ResultSetMetaData metaData = rows.getMetaData();
        List<DrawingColumn> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            String label = metaData.getColumnLabel(i).toLowerCase(Locale.ROOT);
            boolean number = Number.class.isAssignableFrom(classOf(metaData.getColumnClassName(i)));
            columns.add(number ? DrawingColumn.number(label) : DrawingColumn.text(label));
        }
        List<List<Cell>> shown = new ArrayList<>();
        int count = 0;
        while (rows.next()) {
            if (count++ < MAX_ROWS) {
                List<Cell> row = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    String value = rows.getString(i);
                    row.add(value == null ? Cell.NULL : Cell.of(value));
                }
                shown.add(row);
            }
        }
        List<String> lines = new ArrayList<>(new TableDrawing(RowSource.of(columns, shown), palette, width).lines());
        if (count > MAX_ROWS) {
            int more = count - MAX_ROWS;
            lines.add("... and " + more + (more == 1 ? " more row" : " more rows"));
        }
        return lines;
    }

    private static Class<?> classOf(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            return Object.class;
        }
    }
}
