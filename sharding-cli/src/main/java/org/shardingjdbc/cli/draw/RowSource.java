package org.shardingjdbc.cli.draw;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;

/** Rows that are read one after the other, once. */
public interface RowSource {
    /** What the cells of each row are. */
    List<Column> columns();

    /** The next row, or null behind the last. */
    List<Cell> next() throws SQLException;

    /** Rows that are there already. */
    static RowSource of(List<Column> columns, List<List<Cell>> rows) {
        Iterator<List<Cell>> each = rows.iterator();
        return new RowSource() {
            @Override
            public List<Column> columns() {
                return columns;
            }

            @Override
            public List<Cell> next() {
                return each.hasNext() ? each.next() : null;
            }
        };
    }
}
