package org.shardingjdbc.proxy.internal.mysql;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/**
 * The values of a prepared statement's parameters, as COM_STMT_EXECUTE has them. A client names their types with the
 * first execution and need not repeat them; a long value may come before it, in parts. Not thread-safe; one per
 * prepared statement.
 */
final class BinaryParameters {
    private static final int UNSIGNED = 0x80;
    /** What Java reads bytes as that are no character. */
    private static final char UNREADABLE = '\ufffd';

    private final @Nullable Object[] values;
    private final @Nullable ByteArrayOutputStream[] longValues;
    private final int[] types;
    private boolean typesKnown;
    private long longBytes;

    BinaryParameters(int count) {
        this.values = new Object[count];
        this.longValues = new ByteArrayOutputStream[count];
        this.types = new int[count];
    }

    int count() {
        return values.length;
    }

    /** A part of a long value. Those that are too many in sum are refused by the execution, as nobody answers here. */
    void addLong(int parameter, byte[] part, long limit) {
        if (parameter >= values.length) {
            return;
        }
        longBytes += part.length;
        ByteArrayOutputStream value = longValues[parameter];
        if (value == null) {
            value = new ByteArrayOutputStream(part.length);
            longValues[parameter] = value;
        }
        if (longBytes <= limit) {
            value.writeBytes(part);
        }
    }

    /** Forgets the long values. */
    void reset() {
        Arrays.fill(longValues, null);
        longBytes = 0;
    }

    /** Reads what stands behind the head of the packet. */
    void read(PacketReader in, ClientCharset charset, long limit) throws ProtocolViolation, SQLException {
        if (longBytes > limit) {
            reset();
            throw MySqlException.of(MySqlError.PACKET_TOO_LARGE);
        }
        if (values.length == 0) {
            return;
        }
        byte[] nulls = in.bytes((values.length + 7) / 8);
        if (in.int1() == 1) {
            for (int i = 0; i < types.length; i++) {
                types[i] = in.int2();
            }
            typesKnown = true;
        } else if (!typesKnown) {
            throw MySqlException.of(MySqlError.WRONG_ARGUMENTS, "mysqld_stmt_execute");
        }
        for (int i = 0; i < values.length; i++) {
            ByteArrayOutputStream longValue = longValues[i];
            if (longValue != null) {
                values[i] = isText(types[i] & 0xff)
                        ? textOrBytes(longValue.toByteArray(), charset)
                        : longValue.toByteArray();
            } else if ((nulls[i / 8] & 1 << i % 8) != 0) {
                values[i] = null;
            } else {
                values[i] = value(in, types[i], charset);
            }
        }
        reset();
    }

    private static boolean isText(int type) {
        WireType known = WireType.of(type);
        return known == WireType.VARCHAR || known == WireType.VAR_STRING || known == WireType.STRING;
    }

    private static @Nullable Object value(PacketReader in, int type, ClientCharset charset)
            throws ProtocolViolation, SQLException {
        boolean unsigned = (type >>> 8 & UNSIGNED) != 0;
        WireType known = WireType.of(type);
        if (known == null) {
            throw MySqlException.of(MySqlError.UNSUPPORTED_PARAMETER, type & 0xff);
        }
        return switch (known) {
            case NULL -> null;
            case TINY -> unsigned ? in.int1() : (int) (byte) in.int1();
            case SHORT, YEAR -> unsigned ? in.int2() : (int) (short) in.int2();
            case LONG, INT24 -> unsigned ? (Object) (in.int4() & 0xffffffffL) : (Object) in.int4();
            case LONGLONG -> whole(in.int8(), unsigned);
            case FLOAT -> Float.intBitsToFloat(in.int4());
            case DOUBLE -> Double.longBitsToDouble(in.int8());
            case DATE -> TimeBytes.readDate(in, false);
            case DATETIME, TIMESTAMP -> TimeBytes.readDate(in, true);
            case TIME -> TimeBytes.readTime(in);
            case DECIMAL, OLD_DECIMAL -> decimal(in.text(in.lengthEncoded(), charset.java()));
            case VARCHAR, VAR_STRING, STRING, ENUM, SET, JSON -> textOrBytes(in.lengthEncodedBytes(), charset);
            case TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, BIT, GEOMETRY -> in.lengthEncodedBytes();
        };
    }

    /** A text; the bytes where they are none: some clients send both by the same type. */
    private static Object textOrBytes(byte[] bytes, ClientCharset charset) {
        String text = new String(bytes, charset.java());
        boolean perhapsNone = text.indexOf(UNREADABLE) >= 0 && QueryText.strictly(bytes, charset.java()) == null;
        return perhapsNone ? bytes : text;
    }

    private static Object whole(long value, boolean unsigned) {
        return unsigned && value < 0 ? new BigInteger(Long.toUnsignedString(value)) : (Object) value;
    }

    private static Object decimal(String text) {
        try {
            return new BigDecimal(text.trim());
        } catch (NumberFormatException e) {
            return text;
        }
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value == null) {
                statement.setNull(i + 1, Types.NULL);
            } else if (value instanceof String text) {
                statement.setString(i + 1, text);
            } else if (value instanceof byte[] bytes) {
                statement.setBytes(i + 1, bytes);
            } else {
                statement.setObject(i + 1, value);
            }
        }
        Arrays.fill(values, null);
    }
}
