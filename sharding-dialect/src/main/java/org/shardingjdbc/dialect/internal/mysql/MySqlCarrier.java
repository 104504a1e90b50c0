package org.shardingjdbc.dialect.internal.mysql;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;

/** Carriers of what the drivers of MySQL and MariaDB do not hand on as it is. */
enum MySqlCarrier implements Carrier {
    /** A DOUBLE: the drivers write a negative zero as a decimal, which has no sign at zero, so it travels as text. */
    DOUBLE {
        @Override
        public @Nullable Object read(ResultSet row, int column) throws SQLException {
            double value = row.getDouble(column);
            if (row.wasNull()) {
                return null;
            }
            return Double.valueOf(value).equals(-0.0) ? "-0" : (Object) value;
        }

        @Override
        public void write(PreparedStatement target, int position, Object value) throws SQLException {
            if (value instanceof String text) {
                target.setString(position, text);
            } else {
                target.setDouble(position, (Double) value);
            }
        }
    },
    /**
     * A TIME, as text. MySQL's driver loses the sign of one between -1 h and 0, and miscounts a negative one of more
     * than a day where the server prepared the statement; so it is read from the bytes, which are the text, or begin
     * with the sign as 0 or 1.
     */
    TIME {
        @Override
        public @Nullable Object read(ResultSet row, int column) throws SQLException {
            return time(row, column);
        }

        @Override
        public void write(PreparedStatement target, int position, Object value) throws SQLException {
            target.setString(position, (String) value);
        }
    };

    private static final int HOURS_PER_DAY = 24;
    private static final int BINARY_TIME_SECONDS = 8;

    private static @Nullable String time(ResultSet row, int column) throws SQLException {
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
