package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/**
 * A column as a client is told of it.
 *
 * @param modifier what the type was given in parentheses, as the database keeps it; -1 for nothing
 */
record SentColumn(String name, TypeId type, int modifier) {
    private static final int UNLIMITED = Integer.MAX_VALUE;
    private static final int HEADER = 4;

    static SentColumn[] of(ResultSetMetaData described) throws SQLException {
        SentColumn[] columns = new SentColumn[described.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            TypeId type = TypeId.ofColumn(described.getColumnTypeName(i + 1));
            columns[i] = new SentColumn(described.getColumnLabel(i + 1), type, modifier(described, i + 1, type));
        }
        return columns;
    }

    /** Whether who was told of the one may be sent rows of the other. */
    static boolean areAlike(SentColumn[] one, SentColumn[] other) {
        boolean same = one.length == other.length;
        for (int i = 0; same && i < one.length; i++) {
            same = one[i].type.oid() == other[i].type.oid() && one[i].name.equals(other[i].name);
        }
        return same;
    }

    private static int modifier(ResultSetMetaData described, int column, TypeId type) throws SQLException {
        int precision = described.getPrecision(column);
        return switch (type.oid()) {
            case TypeId.NUMERIC ->
                precision <= 0 ? -1 : (precision << 16 | described.getScale(column) & 0xFFFF) + HEADER;
            case TypeId.VARCHAR, TypeId.BPCHAR -> precision <= 0 || precision == UNLIMITED ? -1 : precision + HEADER;
            case TypeId.BIT, TypeId.VARBIT -> precision <= 0 || precision == UNLIMITED ? -1 : precision;
            default -> -1;
        };
    }

    /** @param formats as for {@link Formats} */
    static void describe(SentColumn[] columns, Formats formats, MessageWriter out) {
        out.begin('T').int16(columns.length);
        for (int i = 0; i < columns.length; i++) {
            SentColumn each = columns[i];
            out.text(each.name)
                    .int32(0)
                    .int16(0)
                    .int32(each.type.oid())
                    .int16(each.type.length())
                    .int32(each.modifier)
                    .int16(formats.isBinary(i) ? 1 : 0);
        }
        out.end();
    }
}
