package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.event.deserialization.json.JsonBinary;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.scaling.internal.database.MovedTable;

/**
 * How the values of a column travel: as a text that is the same whether a query or the log told it, so that keys of
 * both are equal. Numbers, moments and what stands for a member of ENUM and SET are what the server prints; of
 * characters and bytes each letter is a byte as it is stored, in the column's own character set, so that nothing is
 * converted on the way. Immutable.
 */
final class ColumnForm {
    private static final String CHARACTER_SET = " CHARACTER SET ";
    private static final String COLLATE = " COLLATE ";
    private static final HexFormat HEX = HexFormat.of();
    /** In which a letter of ASCII is more than its byte. */
    private static final List<String> WIDE = List.of("ucs2", "utf16", "utf16le", "utf32");

    private static final int YEAR_ZERO = 1900;

    private final Kind kind;
    private final String word;
    private final String arguments;
    private final boolean unsigned;
    private final boolean zerofill;
    private final String charset;

    private enum Kind {
        WHOLE,
        DECIMAL,
        REAL,
        BITS,
        MEMBER,
        MOMENT,
        TEXT,
        BYTES,
        JSON
    }

    private ColumnForm(Kind kind, String word, String arguments, boolean unsigned, boolean zerofill, String charset) {
        this.kind = kind;
        this.word = word;
        this.arguments = arguments;
        this.unsigned = unsigned;
        this.zerofill = zerofill;
        this.charset = charset;
    }

    /**
     * What {@link MovedTable.Column#type} is, and {@link #of} reads again.
     *
     * @param type COLUMN_TYPE of the information schema
     */
    static String type(String type, @Nullable String charset, @Nullable String collation) {
        return charset == null ? type : type + CHARACTER_SET + charset + COLLATE + collation;
    }

    /** @return null where values of such a column do not travel */
    static @Nullable ColumnForm of(String type) {
        int end = 0;
        while (end < type.length() && Character.isLetter(type.charAt(end))) {
            end++;
        }
        String word = type.substring(0, end).toLowerCase(Locale.ROOT);
        Kind kind = kind(word);
        if (kind == null) {
            return null;
        }
        int behind = type.lastIndexOf(CHARACTER_SET);
        String charset = "";
        if (behind >= 0) {
            charset = type.substring(behind + CHARACTER_SET.length(), type.lastIndexOf(COLLATE));
        }
        String arguments = "";
        boolean number = kind == Kind.WHOLE || kind == Kind.DECIMAL || kind == Kind.REAL;
        if (number || word.equals("binary")) {
            int open = type.indexOf('(');
            arguments = open < 0 ? "" : type.substring(open + 1, type.indexOf(')'));
        }
        if (kind == Kind.TEXT && charset.isEmpty() || type.contains("COMPRESSED") && kind != Kind.MEMBER) {
            return null;
        }
        if (kind == Kind.MOMENT && type.contains("/*")) {
            // a format of before MySQL 5.6
            return null;
        }
        return new ColumnForm(
                kind,
                word,
                arguments,
                number && type.contains(" unsigned"),
                number && type.contains(" zerofill"),
                charset);
    }

    static ColumnForm of(MovedTable.Column column) {
        ColumnForm form = of(column.type());
        if (form == null) {
            throw new ShardingException(
                    ErrorCode.SCALING_IMPOSSIBLE, "column " + column.name() + " is of type " + column.type());
        }
        return form;
    }

    /** Of all columns of a table. */
    static ColumnForm[] of(MovedTable table) {
        return table.columns().stream().map(ColumnForm::of).toArray(ColumnForm[]::new);
    }

    private static @Nullable Kind kind(String word) {
        return switch (word) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> Kind.WHOLE;
            case "decimal" -> Kind.DECIMAL;
            case "float", "double" -> Kind.REAL;
            case "bit" -> Kind.BITS;
            case "enum", "set" -> Kind.MEMBER;
            case "date", "datetime", "timestamp", "time", "year" -> Kind.MOMENT;
            case "char", "varchar", "tinytext", "text", "mediumtext", "longtext" -> Kind.TEXT;
            case "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" -> Kind.BYTES;
            case "json" -> Kind.JSON;
            default -> null;
        };
    }

    /** Whether it may hold what is no member of it, as 0. */
    boolean isEnum() {
        return word.equals("enum");
    }

    /** What a query asks for, so that {@link #read} gets it. */
    String asked(String column) {
        return switch (kind) {
            case WHOLE -> zerofill ? "CAST(" + column + " AS UNSIGNED)" : column;
            case DECIMAL -> zerofill ? "CAST(" + column + " AS DECIMAL(" + arguments + "))" : column;
            // a FLOAT by itself is printed with six digits
            case REAL -> "(" + column + " + 0e0)";
            case BITS, MEMBER -> "CAST(" + column + " AS UNSIGNED)";
            case MOMENT -> "CAST(" + column + " AS CHAR)";
            case TEXT, BYTES -> "CAST(" + column + " AS BINARY)";
            case JSON -> "CAST(CAST(" + column + " AS CHAR) AS BINARY)";
        };
    }

    /**
     * What is compared with literals of a list: there servers take a number for the text of a member, which alone they
     * do not.
     */
    String compared(String column) {
        return kind == Kind.MEMBER || kind == Kind.BITS ? "(" + column + " + 0)" : column;
    }

    /** An expression that is short, and the same for the same value alone. */
    String summed(String column) {
        return switch (kind) {
            case TEXT, BYTES, JSON -> "MD5(" + asked(column) + ")";
            case WHOLE, DECIMAL, REAL, BITS, MEMBER, MOMENT -> asked(column);
        };
    }

    @Nullable
    String read(ResultSet rows, int index) throws SQLException {
        return switch (kind) {
            case TEXT, BYTES, JSON -> letters(rows.getBytes(index));
            case REAL -> real(rows.getString(index));
            case WHOLE, DECIMAL, BITS, MEMBER, MOMENT -> rows.getString(index);
        };
    }

    private static @Nullable String real(@Nullable String text) {
        return text == null ? null : Double.toString(Double.parseDouble(text));
    }

    private static @Nullable String letters(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Writes a value as a literal that gives it back. */
    void write(@Nullable String value, StringBuilder sql) {
        if (value == null) {
            sql.append("NULL");
            return;
        }
        switch (kind) {
            case WHOLE, DECIMAL, BITS, MEMBER -> sql.append(value);
            // without an exponent it would be a DECIMAL, which has no -0
            case REAL -> sql.append(value).append(value.indexOf('E') < 0 ? "E0" : "");
            case MOMENT -> sql.append('\'').append(value).append('\'');
            case BYTES -> hex(value, sql);
            case TEXT -> text(charset, value, sql);
            case JSON -> text("utf8mb4", value, sql);
        }
    }

    private static void text(String charset, String value, StringBuilder sql) {
        sql.append('_').append(charset).append(' ');
        if (isPlain(value) && !WIDE.contains(charset)) {
            sql.append('\'').append(value).append('\'');
        } else {
            hex(value, sql);
        }
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            if (each < ' ' || each > '~' || each == '\'' || each == '\\') {
                return false;
            }
        }
        return true;
    }

    private static void hex(String value, StringBuilder sql) {
        sql.append("X'");
        for (int i = 0; i < value.length(); i++) {
            char each = value.charAt(i);
            sql.append(HEX.toHighHexDigit(each)).append(HEX.toLowHexDigit(each));
        }
        sql.append('\'');
    }

    /** What the log tells. */
    @Nullable
    String logged(@Nullable Serializable value) throws IOException {
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case WHOLE -> whole((Number) value);
            case DECIMAL ->
                ((BigDecimal) value).setScale(scale(), RoundingMode.UNNECESSARY).toPlainString();
            case REAL -> Double.toString(((Number) value).doubleValue());
            case BITS -> {
                long[] bits = ((BitSet) value).toLongArray();
                yield Long.toUnsignedString(bits.length == 0 ? 0 : bits[0]);
            }
            case MEMBER -> Long.toUnsignedString(((Number) value).longValue());
            case MOMENT -> value instanceof Integer year ? year(year) : (String) value;
            case TEXT -> letters((byte[]) value);
            case BYTES -> padded((byte[]) value);
            case JSON -> json((byte[]) value);
        };
    }

    private String whole(Number value) {
        if (!unsigned) {
            return Long.toString(value.longValue());
        }
        return switch (word) {
            case "tinyint" -> Long.toString(value.longValue() & 0xFF);
            case "smallint" -> Long.toString(value.longValue() & 0xFFFF);
            case "mediumint" -> Long.toString(value.longValue() & 0xFF_FFFF);
            case "int" -> Long.toString(value.longValue() & 0xFFFF_FFFFL);
            default -> Long.toUnsignedString(value.longValue());
        };
    }

    private int scale() {
        int comma = arguments.indexOf(',');
        return comma < 0 ? 0 : Integer.parseInt(arguments.substring(comma + 1).trim());
    }

    private static String year(int year) {
        return year == YEAR_ZERO ? "0000" : Integer.toString(year);
    }

    /** The log leaves out the zeros at the end of BINARY, which a query tells. */
    private String padded(byte[] bytes) {
        String told = new String(bytes, StandardCharsets.ISO_8859_1);
        return word.equals("binary") ? told + "\0".repeat(Integer.parseInt(arguments) - told.length()) : told;
    }

    private static String json(byte[] document) throws IOException {
        JsonText text = new JsonText();
        if (document.length > 0) {
            JsonBinary.parse(document, text);
        } else {
            text.valueNull();
        }
        return new String(text.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Whether values that are equal are written the same: texts are compared by their collation, and 0 is -0. */
    boolean hasOneSpelling() {
        return switch (kind) {
            case WHOLE, DECIMAL, BITS, MEMBER, MOMENT, BYTES -> true;
            case REAL, TEXT, JSON -> false;
        };
    }

    /** Whether rows are placed for certain by such a column. */
    boolean isPlaced() {
        return switch (kind) {
            case WHOLE, DECIMAL -> true;
            case TEXT -> javaCharset() != null;
            case MOMENT -> word.equals("date") || word.equals("datetime");
            case REAL, BITS, MEMBER, BYTES, JSON -> false;
        };
    }

    /** A value as drivers give it to who asks for an object; as it is where Java has none, such as a day 0. */
    @Nullable
    Object placed(@Nullable String value, int jdbcType) {
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case WHOLE -> {
                if (jdbcType == Types.BIT || jdbcType == Types.BOOLEAN) {
                    yield !value.equals("0");
                }
                BigInteger number = new BigInteger(value);
                yield number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
            }
            case DECIMAL -> new BigDecimal(value);
            case TEXT -> {
                Charset known = javaCharset();
                if (known == null) {
                    throw notPlaced();
                }
                yield new String(value.getBytes(StandardCharsets.ISO_8859_1), known);
            }
            case MOMENT -> {
                if (!isPlaced()) {
                    throw notPlaced();
                }
                yield moment(value);
            }
            case REAL, BITS, MEMBER, BYTES, JSON -> throw notPlaced();
        };
    }

    private Object moment(String value) {
        try {
            return word.equals("date") ? LocalDate.parse(value) : LocalDateTime.parse(value.replace(' ', 'T'));
        } catch (DateTimeParseException none) {
            return value;
        }
    }

    private IllegalStateException notPlaced() {
        return new IllegalStateException("rows are placed by a " + word + ", which nobody said before");
    }

    /** Null for one of which it is not certain which letters it has. */
    private @Nullable Charset javaCharset() {
        return switch (charset) {
            case "utf8mb4", "utf8mb3", "utf8", "ascii" -> StandardCharsets.UTF_8;
            // what MySQL calls so is the one of Windows
            case "latin1" -> Charset.forName("windows-1252");
            case "utf16", "ucs2" -> StandardCharsets.UTF_16BE;
            case "utf16le" -> StandardCharsets.UTF_16LE;
            default -> null;
        };
    }
}
