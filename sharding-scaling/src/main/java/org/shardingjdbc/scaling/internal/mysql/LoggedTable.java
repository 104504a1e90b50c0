package org.shardingjdbc.scaling.internal.mysql;

import java.io.IOException;
import java.io.Serializable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedTable;

/**
 * A table as it was when the log was begun.
 *
 * @param positions of its columns among all, also those that the server computes
 * @param width how many columns it has with those
 */
record LoggedTable(MovedTable table, int[] positions, ColumnForm[] forms, int width) {
    /**
     * Reads what it is like.
     *
     * @param name that it had
     * @param called what it is called now
     * @return null where there is none
     */
    static @Nullable LoggedTable read(Connection connection, String name, String called) throws SQLException {
        List<String[]> columns = BinlogDatabase.columns(connection, called);
        MovedTable table = new MySqlMoves().read(connection, called);
        if (table == null) {
            return null;
        }
        int[] positions = new int[table.columns().size()];
        int found = 0;
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i)[BinlogDatabase.WRITTEN].equals("1")) {
                positions[found] = i;
                found++;
            }
        }
        MovedTable its = new MovedTable(name, table.columns(), table.key());
        return new LoggedTable(its, positions, ColumnForm.of(its), columns.size());
    }

    /** A row as an event tells it; null where it tells none. */
    @Nullable
    TextRow row(Serializable @Nullable [] told, @Nullable BitSet included) throws SQLException, IOException {
        if (told == null || included == null) {
            return null;
        }
        @Nullable String[] values = new @Nullable String[positions.length];
        boolean whole = included.cardinality() == included.length();
        for (int i = 0; i < values.length; i++) {
            int position = positions[i];
            if (!included.get(position)) {
                throw new SQLException("The log tells only a part of a row of table " + table.name()
                        + "; set binlog_row_image to FULL for all sessions");
            }
            int index = whole ? position : included.get(0, position).cardinality();
            values[i] = forms[i].logged(told[index]);
        }
        return new TextRow(values);
    }
}
