package org.shardingjdbc.cli.internal.draw;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;

/** Rows that are read one after the other, once. */
public interface RowSource {
    /** What the cells of each row are. */
    List<DrawingColumn> columns();

    /** The next row, or null behind the last. */
    List<Cell> next() throws SQLException;

    /** Rows that are there already. */
    static RowSource of(List<DrawingColumn> columns, List<List<Cell>> rows) {
        Iterator<List<Cell>> each = rows.iterator();
        return new RowSource() {
            @Override
            public List<DrawingColumn> columns() {
                return columns;
            }

            @Override
            public List<Cell> next() {
                return each.hasNext() ? each.next() : null;
            }
        };
    }
}
