package org.shardingjdbc.proxy.internal.mysql;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/**
 * Writes rows, a packet each, in the text form of COM_QUERY or in the binary form of prepared statements. Not
 * thread-safe; one per result.
 */
final class WireRows {
    static final int NULL = 0xfb;
    /** How many bits of a binary row's bitmap of NULLs have no column. */
    private static final int RESERVED_BITS = 2;

    private final PacketWriter out;
    private final WireColumn[] columns;
    private final boolean binary;
    private final Charset charset;

    WireRows(PacketWriter out, List<WireColumn> columns, boolean binary, ClientCharset charset) {
        this.out = out;
        this.columns = columns.toArray(new WireColumn[0]);
        this.binary = binary;
        this.charset = charset.java();
    }

    /** @throws SQLException when a value cannot be had; nothing of the row is written then */
    void write(ResultSet row) throws SQLException, ClientGone {
        out.begin();
        try {
            if (binary) {
                writeBinary(row);
            } else {
                writeText(row);
            }
        } catch (SQLException | RuntimeException | Error e) {
            out.drop();
            throw e;
        }
        out.end();
    }

    // ---- text

    private void writeText(ResultSet row) throws SQLException {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].isBytes()) {
                byte[] value = row.getBytes(i + 1);
                if (value == null) {
                    out.int1(NULL);
                } else {
                    out.lengthEncodedBytes(value);
                }
                continue;
            }
            String value = text(row, i + 1, columns[i]);
            if (value == null) {
                out.int1(NULL);
            } else {
                out.lengthEncodedText(value, charset);
            }
        }
    }

    private static @Nullable String text(ResultSet row, int index, WireColumn column) throws SQLException {
        return switch (column.type().form()) {
            case FLOATING -> floating(row, index, column);
            case YEAR -> year(row, index);
            case DATE_TIME, TIME -> withDecimals(row.getString(index), column.decimals());
            default -> column.type() == WireType.DECIMAL ? decimal(row.getString(index)) : row.getString(index);
        };
    }

    /** MySQL's driver writes small ones with an exponent. */
    private static @Nullable String decimal(@Nullable String text) {
        return text != null && text.indexOf('E') >= 0 ? new BigDecimal(text).toPlainString() : text;
    }

    private static @Nullable String floating(ResultSet row, int index, WireColumn column) throws SQLException {
        if (column.type() == WireType.FLOAT) {
            float value = row.getFloat(index);
            return row.wasNull() ? null : FloatingDigits.ofFloat(value, column.decimals());
        }
        double value = row.getDouble(index);
        return row.wasNull() ? null : FloatingDigits.ofDouble(value, column.decimals());
    }

    private static @Nullable String year(ResultSet row, int index) throws SQLException {
        int year = row.getInt(index);
        if (row.wasNull()) {
            return null;
        }
        return year == 0 ? "0000" : Integer.toString(year);
    }

    /** Drivers write more digits of a second than the type has, or fewer. */
    private static @Nullable String withDecimals(@Nullable String time, int decimals) {
        if (time == null) {
            return null;
        }
        int point = time.indexOf('.');
        int digits = point < 0 ? 0 : time.length() - point - 1;
        if (digits == decimals) {
            return time;
        }
        if (digits > decimals) {
            return time.substring(0, decimals == 0 ? point : point + 1 + decimals);
        }
        return (point < 0 ? time + '.' : time) + "0".repeat(decimals - digits);
    }

    // ---- binary

    private void writeBinary(ResultSet row) throws SQLException {
        out.int1(0);
        int nulls = out.position();
        out.zeros((columns.length + RESERVED_BITS + 7) / 8);
        for (int i = 0; i < columns.length; i++) {
            if (!writeBinary(row, i + 1, columns[i])) {
                int bit = i + RESERVED_BITS;
                int position = nulls + bit / 8;
                out.setByte(position, out.byteAt(position) | 1 << bit % 8);
            }
        }
    }

    /** @return false for NULL, of which nothing is written */
    private boolean writeBinary(ResultSet row, int index, WireColumn column) throws SQLException {
        if (column.isBytes()) {
            byte[] value = row.getBytes(index);
            if (value != null) {
                out.lengthEncodedBytes(value);
            }
            return value != null;
        }
        switch (column.type()) {
            case FLOAT -> {
                float value = row.getFloat(index);
                if (row.wasNull()) {
                    return false;
                }
                out.int4(Float.floatToIntBits(value));
                return true;
            }
            case DOUBLE -> {
                double value = row.getDouble(index);
                if (row.wasNull()) {
                    return false;
                }
                out.int8(Double.doubleToLongBits(value));
                return true;
            }
            case YEAR -> {
                int year = row.getInt(index);
                if (row.wasNull()) {
                    return false;
                }
                out.int2(year);
                return true;
            }
            default -> {
                String value = text(row, index, column);
                if (value != null) {
                    writeBinary(value, column);
                }
                return value != null;
            }
        }
    }

    private void writeBinary(String value, WireColumn column) {
        switch (column.type().form()) {
            case INTEGER -> writeInteger(value, column);
            case DATE, DATE_TIME -> TimeBytes.writeDate(out, value);
            case TIME -> TimeBytes.writeTime(out, value);
            default -> out.lengthEncodedText(value, charset);
        }
    }

    private void writeInteger(String value, WireColumn column) {
        long number = column.isUnsigned() ? Long.parseUnsignedLong(value) : Long.parseLong(value);
        switch (column.type()) {
            case TINY -> out.int1((int) number);
            case SHORT -> out.int2((int) number);
            case LONG, INT24 -> out.int4((int) number);
            default -> out.int8(number);
        }
    }

    /** One row of texts that the server itself has, in the text form. */
    static void writeTexts(PacketWriter out, List<? extends @Nullable String> values, Charset charset)
            throws ClientGone {
        out.begin();
        for (String value : values) {
            if (value == null) {
                out.int1(NULL);
            } else {
                out.lengthEncodedText(value, charset);
            }
        }
        out.end();
    }
}
