package org.shardingjdbc.cli.internal.draw;

import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are read one after the other, once. */
public interface RowSource {
    /** What the cells of each row are. */
    List<DrawingColumn> columns();

    /** The next row, or null behind the last. */
    @Nullable
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
            public @Nullable List<Cell> next() {
                return each.hasNext() ? each.next() : null;
            }
        };
    }

    /**
     * A column of a result. Immutable.
     *
     * @param label what it is called
     * @param type the database's name of its type
     * @param numeric whether its values are numbers, which stand at the right
     */
    record DrawingColumn(String label, String type, boolean numeric) {
        /** A column of texts. */
        public static DrawingColumn text(String label) {
            return new DrawingColumn(label, "VARCHAR", false);
        }

        /** A column of numbers. */
        public static DrawingColumn number(String label) {
            return new DrawingColumn(label, "BIGINT", true);
        }
    }

    /**
     * A value of a row. Immutable.
     *
     * @param text null for NULL
     * @param whole how many characters or bytes the value has; more than the text where that was cut
     */
    record Cell(@Nullable String text, long whole) {
        /** NULL. */
        public static final Cell NULL = new Cell(null, 0);

        /** A value that is whole. */
        public static Cell of(String text) {
            return text == null ? NULL : new Cell(text, text.length());
        }

        /** Whether it is NULL. */
        public boolean isNull() {
            return text == null;
        }
    }
}
