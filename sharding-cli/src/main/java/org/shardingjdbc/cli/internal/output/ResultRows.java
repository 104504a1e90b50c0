package org.shardingjdbc.cli.internal.output;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.draw.RowSource;
import org.shardingjdbc.cli.internal.draw.RowSource.Cell;
import org.shardingjdbc.cli.internal.draw.RowSource.DrawingColumn;

/** The rows of a ResultSet as texts. One per result; not thread-safe, does not close it. */
public final class ResultRows implements RowSource {
    private final ResultSet rows;
    private final List<DrawingColumn> columns = new ArrayList<>();
    private final int[] types;
    private final int mostBytes;

    /** @param mostBytes how many bytes of a binary value are shown; {@link Integer#MAX_VALUE} for all */
    public ResultRows(ResultSet rows, int mostBytes) throws SQLException {
        this.rows = rows;
        this.mostBytes = mostBytes;
        ResultSetMetaData metaData = rows.getMetaData();
        types = new int[metaData.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = metaData.getColumnType(i + 1);
            columns.add(new DrawingColumn(
                    metaData.getColumnLabel(i + 1), metaData.getColumnTypeName(i + 1), isNumber(types[i])));
        }
    }

    private static boolean isNumber(int type) {
        return switch (type) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.DECIMAL,
                    Types.NUMERIC,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE -> true;
            default -> false;
        };
    }

    @Override
    public List<DrawingColumn> columns() {
        return columns;
    }

    /** Whether a column holds truth values. */
    public boolean isTruth(int column) {
        return types[column] == Types.BOOLEAN
                || types[column] == Types.BIT && columns.get(column).type().startsWith("bool");
    }

    @Override
    public @Nullable List<Cell> next() throws SQLException {
        if (!rows.next()) {
            return null;
        }
        List<Cell> cells = new ArrayList<>(types.length);
        for (int i = 0; i < types.length; i++) {
            cells.add(cell(i));
        }
        return cells;
    }

    private Cell cell(int column) throws SQLException {
        if (isTruth(column)) {
            boolean value = rows.getBoolean(column + 1);
            return rows.wasNull() ? Cell.NULL : Cell.of(Boolean.toString(value));
        }
        switch (types[column]) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> {
                byte[] bytes = rows.getBytes(column + 1);
                return bytes == null ? Cell.NULL : binary(bytes);
            }
            default -> {
                return Cell.of(rows.getString(column + 1));
            }
        }
    }

    private Cell binary(byte[] bytes) {
        int shown = Math.min(bytes.length, mostBytes);
        String text = "0x" + HexFormat.of().formatHex(bytes, 0, shown);
        return new Cell(text, shown == bytes.length ? text.length() : 2L + 2L * bytes.length);
    }
}
