package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * Values in the binary form of PostgreSQL, from and to the text by which the database writes them. Types whose binary
 * form is not known here are refused by name. Stateless.
 */
final class ValueForms {
    private static final int JSONB = 3802;
    private static final int JSON = 114;
    private static final int XML = 142;
    private static final int CHAR = 18;
    private static final int NAME = 19;
    private static final int REFCURSOR = 1790;
    private static final int TIMETZ = 1266;
    private static final int INTERVAL = 1186;
    private static final int INET = 869;
    private static final int CIDR = 650;
    private static final int MACADDR = 829;
    private static final int MACADDR8 = 774;
    private static final int POINT = 600;
    private static final int VOID = 2278;
    private static final byte JSONB_VERSION = 1;

    private ValueForms() {}

    /** @throws SQLException when the type is not known, or the text is none of it */
    static byte[] fromText(int type, String text) throws SQLException {
        try {
            return switch (type) {
                case TypeId.BOOL -> new byte[] {(byte) (text.startsWith("t") ? 1 : 0)};
                case TypeId.INT2 ->
                    ByteBuffer.allocate(2).putShort(Short.parseShort(text)).array();
                case TypeId.INT4 -> int32(Integer.parseInt(text));
                case TypeId.OID -> int32(Integer.parseUnsignedInt(text));
                case TypeId.INT8 -> int64(Long.parseLong(text));
                case TypeId.FLOAT4 -> int32(Float.floatToIntBits(Float.parseFloat(text)));
                case TypeId.FLOAT8 -> int64(Double.doubleToLongBits(Double.parseDouble(text)));
                case TypeId.NUMERIC -> NumericForm.fromText(text);
                case TypeId.BYTEA -> bytes(text);
                case TypeId.UUID -> uuid(text);
                case TypeId.DATE -> int32(TimeForm.date(text));
                case TypeId.TIME -> int64(TimeForm.time(text));
                case TypeId.TIMESTAMP -> int64(TimeForm.timestamp(text));
                case TypeId.TIMESTAMPTZ -> int64(TimeForm.timestampWithZone(text));
                case TIMETZ -> TimeForm.timeWithZone(text);
                case INTERVAL -> TimeForm.interval(text);
                case JSONB -> jsonb(text);
                case TypeId.BIT, TypeId.VARBIT -> bits(text);
                case INET, CIDR -> AddressForm.fromText(text, type == CIDR);
                case MACADDR, MACADDR8 -> HexFormat.ofDelimiter(":").parseHex(text);
                case POINT -> point(text);
                case VOID -> new byte[0];
                default -> {
                    if (isText(type)) {
                        yield text.getBytes(StandardCharsets.UTF_8);
                    }
                    int element = TypeId.element(type);
                    if (element == 0) {
                        throw unknown(type);
                    }
                    yield ArrayForm.fromText(element, text);
                }
            };
        } catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw SqlErrors.refuse(
                    "The binary form of " + text + " as " + nameOf(type), "ask for it as text, or in the usual style");
        }
    }

    /** @throws SQLException when the type is not known, or the bytes are none of it */
    static String toText(int type, byte[] bytes) throws SQLException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        requireLength(type, bytes.length);
        try {
            return switch (type) {
                case TypeId.BOOL -> bytes[0] == 0 ? "f" : "t";
                case TypeId.INT2 -> Short.toString(in.getShort());
                case TypeId.INT4 -> Integer.toString(in.getInt());
                case TypeId.OID -> Integer.toUnsignedString(in.getInt());
                case TypeId.INT8 -> Long.toString(in.getLong());
                case TypeId.FLOAT4 -> Float.toString(in.getFloat());
                case TypeId.FLOAT8 -> Double.toString(in.getDouble());
                case TypeId.NUMERIC -> NumericForm.toText(in);
                case TypeId.BYTEA -> "\\x" + HexFormat.of().formatHex(bytes);
                case TypeId.UUID -> new UUID(in.getLong(), in.getLong()).toString();
                case TypeId.DATE -> TimeForm.dateText(in.getInt());
                case TypeId.TIME -> TimeForm.timeText(in.getLong());
                case TypeId.TIMESTAMP -> TimeForm.timestampText(in.getLong());
                case TypeId.TIMESTAMPTZ -> TimeForm.timestampWithZoneText(in.getLong());
                case TIMETZ -> TimeForm.timeWithZoneText(in);
                case INTERVAL -> TimeForm.intervalText(in);
                case JSONB -> jsonbText(bytes);
                case TypeId.BIT, TypeId.VARBIT -> bitsText(in);
                case INET, CIDR -> AddressForm.toText(in, type == CIDR);
                case MACADDR, MACADDR8 -> HexFormat.ofDelimiter(":").formatHex(bytes);
                case POINT -> "(" + in.getDouble() + "," + in.getDouble() + ")";
                default -> {
                    // what nobody told the type of is the database's to read
                    if (isText(type) || type == 0) {
                        yield Utf8.value(bytes);
                    }
                    int element = TypeId.element(type);
                    if (element == 0) {
                        throw unknown(type);
                    }
                    yield ArrayForm.toText(in);
                }
            };
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw incorrect(type);
        }
    }

    /** Of types whose values all have one length. */
    private static void requireLength(int type, int length) throws SQLException {
        int right =
                switch (type) {
                    case TypeId.BOOL -> 1;
                    case TypeId.INT2 -> 2;
                    case TypeId.INT4, TypeId.OID, TypeId.FLOAT4, TypeId.DATE -> 4;
                    case TypeId.INT8, TypeId.FLOAT8, TypeId.TIME, TypeId.TIMESTAMP, TypeId.TIMESTAMPTZ, MACADDR8 -> 8;
                    case TypeId.UUID, INTERVAL, POINT -> 16;
                    case TIMETZ -> 12;
                    case MACADDR -> 6;
                    default -> length;
                };
        if (right != length) {
            throw incorrect(type);
        }
    }

    private static SQLException incorrect(int type) {
        return new SQLException("incorrect binary data format in a value of type " + nameOf(type), "22P03");
    }

    /** Whether the binary form is the text. */
    private static boolean isText(int type) {
        return switch (type) {
            case TypeId.TEXT, TypeId.VARCHAR, TypeId.BPCHAR, TypeId.UNKNOWN, CHAR, NAME, JSON, XML, REFCURSOR -> true;
            default -> false;
        };
    }

    private static SQLException unknown(int type) {
        return SqlErrors.refuse("The binary form of type " + nameOf(type), "send it and ask for it as text");
    }

    private static String nameOf(int type) {
        String name = TypeId.name(type);
        return name == null ? String.valueOf(type) : name;
    }

    static byte[] int32(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    static byte[] int64(long value) {
        return ByteBuffer.allocate(8).putLong(value).array();
    }

    private static byte[] uuid(String text) {
        UUID value = UUID.fromString(text);
        return ByteBuffer.allocate(16)
                .putLong(value.getMostSignificantBits())
                .putLong(value.getLeastSignificantBits())
                .array();
    }

    private static byte[] jsonb(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(utf8.length + 1).put(JSONB_VERSION).put(utf8).array();
    }

    private static String jsonbText(byte[] bytes) throws SQLException {
        if (bytes.length == 0 || bytes[0] != JSONB_VERSION) {
            throw incorrect(JSONB);
        }
        return Utf8.value(Arrays.copyOfRange(bytes, 1, bytes.length));
    }

    /** In hexadecimal form, or in the older one in which a backslash begins three octal digits. */
    private static byte[] bytes(String text) {
        if (text.startsWith("\\x")) {
            return HexFormat.of().parseHex(text, 2, text.length());
        }
        byte[] escaped = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer result = ByteBuffer.allocate(escaped.length);
        int at = 0;
        while (at < escaped.length) {
            if (escaped[at] != '\\') {
                result.put(escaped[at++]);
            } else if (escaped[at + 1] == '\\') {
                result.put((byte) '\\');
                at += 2;
            } else {
                result.put((byte) Integer.parseInt(new String(escaped, at + 1, 3, StandardCharsets.US_ASCII), 8));
                at += 4;
            }
        }
        byte[] exact = new byte[result.position()];
        result.flip().get(exact);
        return exact;
    }

    private static byte[] bits(String text) {
        ByteBuffer result = ByteBuffer.allocate(4 + (text.length() + 7) / 8).putInt(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '1') {
                int at = 4 + i / 8;
                result.put(at, (byte) (result.get(at) | 0x80 >>> i % 8));
            }
        }
        return result.array();
    }

    private static String bitsText(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || (length + 7) / 8 != in.remaining()) {
            throw new IllegalArgumentException();
        }
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append((in.get(4 + i / 8) & 0x80 >>> i % 8) == 0 ? '0' : '1');
        }
        return text.toString();
    }

    private static byte[] point(String text) {
        int comma = text.indexOf(',');
        return ByteBuffer.allocate(16)
                .putDouble(Double.parseDouble(text.substring(1, comma)))
                .putDouble(Double.parseDouble(text.substring(comma + 1, text.length() - 1)))
                .array();
    }
}
