package org.shardingjdbc.jdbc.internal.dialect;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;

/**
 * How values of MySQL's and MariaDB's types are read, so that none is lost, by the name that a driver gives the type.
 * The JDBC type and the class do not tell: by the driver's settings a TINYINT(1) is a BIT or a BOOLEAN, and a YEAR a
 * date.
 */
public enum MySqlType {
    /** A BIT, or a TINYINT(1) that the driver calls so: its number, which is the same as its bits. */
    BIT,
    /** Its number, of which 0 is 0000. */
    YEAR,
    /** Whole numbers that fit a long. */
    WHOLE,
    /** Decimals, and whole numbers that fit no long. */
    DECIMAL,
    FLOAT,
    DOUBLE,
    /** Bytes, and the bytes of a geometry. */
    BINARY,
    /** Its text; of MySQL's driver by {@link #time}. */
    TIME,
    /** Dates too: their text is exact, zero dates and all. */
    TEXT;

    private static final Set<String> BINARY_NAMES = Set.of(
            "BINARY",
            "VARBINARY",
            "TINYBLOB",
            "BLOB",
            "MEDIUMBLOB",
            "LONGBLOB",
            "GEOMETRY",
            "POINT",
            "LINESTRING",
            "POLYGON",
            "MULTIPOINT",
            "MULTILINESTRING",
            "MULTIPOLYGON",
            "GEOMETRYCOLLECTION",
            "GEOMCOLLECTION",
            "VECTOR");
    private static final int HOURS_PER_DAY = 24;
    private static final int BINARY_TIME_SECONDS = 8;

    /** @param typeName as {@link java.sql.ResultSetMetaData#getColumnTypeName} says */
    public static MySqlType of(String typeName) {
        String name = typeName.toUpperCase(Locale.ROOT);
        if (BINARY_NAMES.contains(name)) {
            return BINARY;
        }
        if (name.startsWith("BIT")) {
            return BIT;
        }
        if (name.startsWith("DECIMAL") || name.startsWith("BIGINT") && name.contains("UNSIGNED")) {
            return DECIMAL;
        }
        if (name.startsWith("FLOAT")) {
            return FLOAT;
        }
        if (name.startsWith("DOUBLE")) {
            return DOUBLE;
        }
        if (name.equals("YEAR")) {
            return YEAR;
        }
        if (name.equals("TIME")) {
            return TIME;
        }
        boolean whole = name.startsWith("BOOL") || name.contains("INT") && !name.equals("POINT");
        return whole ? WHOLE : TEXT;
    }

    /**
     * The text of a TIME. MySQL's driver loses the sign of one between -1 h and 0, and miscounts a negative one of more
     * than a day where the server prepared the statement; so it is read from the bytes, which are the text, or begin
     * with the sign as 0 or 1.
     *
     * @return null for NULL
     */
    public static String time(ResultSet row, int column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        if (bytes == null) {
            return null;
        }
        boolean text = bytes.length > 0 && bytes[0] > 1;
        return text ? new String(bytes, StandardCharsets.US_ASCII) : ofBinary(bytes);
    }

    /** Sign, days (4 bytes, the lowest first), hours, minutes, seconds, and microseconds (4 bytes) if there are any. */
    private static String ofBinary(byte[] bytes) {
        if (bytes.length < BINARY_TIME_SECONDS) {
            return "00:00:00";
        }
        long hours = number(bytes, 1) * HOURS_PER_DAY + bytes[5];
        StringBuilder text = new StringBuilder(bytes[0] == 1 ? "-" : "");
        text.append(hours < 10 ? "0" : "").append(hours);
        for (int i = 6; i < BINARY_TIME_SECONDS; i++) {
            text.append(bytes[i] < 10 ? ":0" : ":").append(bytes[i]);
        }
        if (bytes.length > BINARY_TIME_SECONDS) {
            String fraction =
                    BigDecimal.valueOf(number(bytes, BINARY_TIME_SECONDS), 6).toPlainString();
            text.append(fraction, 1, fraction.length());
        }
        return text.toString();
    }

    private static long number(byte[] bytes, int from) {
        long number = 0;
        for (int i = from + 3; i >= from; i--) {
            number = number << 8 | bytes[i] & 0xff;
        }
        return number;
    }
}
