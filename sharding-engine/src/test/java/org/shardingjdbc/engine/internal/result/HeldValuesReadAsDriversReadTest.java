package org.shardingjdbc.engine.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.Merger;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * A row that a merge holds in memory answers every getter as the driver's own row does: where the driver gives a value,
 * we give the same, but for conversions that are listed here. Where the driver refuses a conversion, we may give one.
 */
class HeldValuesReadAsDriversReadTest {
    private interface Getter {
        Object get(ResultSet row, int column) throws Exception;
    }

    private static final Calendar TOKYO = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));

    /** Conversions that a driver makes and we refuse or, where the value says so, make differently. */
    private record Known(DatabaseKind kind, String why, List<String> getters, List<String> types) {
        boolean covers(DatabaseKind otherKind, String getter, String type) {
            return kind == otherKind && getters.contains(getter) && types.contains(type);
        }
    }

    private static final List<String> BYTES = List.of("getBytes", "getBinaryStream", "getObject as byte[]");

    private static final List<Known> KNOWN = List.of(
            new Known(
                    DatabaseKind.H2,
                    "integers as big-endian bytes",
                    List.of("getBytes", "getBinaryStream", "getObject as byte[]"),
                    List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT")),
            new Known(
                    DatabaseKind.H2,
                    "a time of day has today's date, not 1970-01-01",
                    List.of(
                            "getTimestamp",
                            "getTimestamp in Tokyo",
                            "getObject as Timestamp",
                            "getObject as LocalDateTime",
                            "getObject as OffsetDateTime",
                            "getObject as Instant"),
                    List.of("TIME")),
            new Known(
                    DatabaseKind.H2,
                    "applies the calendar to the session's clock, not to the instant",
                    List.of("getTime in Tokyo", "getDate in Tokyo"),
                    List.of("TIMESTAMP WITH TIME ZONE")),
            new Known(
                    DatabaseKind.POSTGRESQL,
                    "a time in another zone may be of the day before or after 1970-01-01",
                    List.of("getTime in Tokyo"),
                    List.of("timestamptz")),
            new Known(
                    DatabaseKind.H2,
                    "an interval of one field is a number",
                    List.of(
                            "getByte",
                            "getShort",
                            "getInt",
                            "getLong",
                            "getFloat",
                            "getDouble",
                            "getBigDecimal",
                            "getObject as Integer",
                            "getObject as Long",
                            "getObject as Double",
                            "getObject as BigDecimal"),
                    List.of("INTERVAL DAY")),
            new Known(
                    DatabaseKind.POSTGRESQL,
                    "1.50 where the double of the driver says 1.5",
                    List.of("getBigDecimal"),
                    List.of("money")),
            new Known(
                    DatabaseKind.MARIADB,
                    "a java.sql.Date keeps the time of day",
                    List.of("getDate", "getDate in Tokyo"),
                    List.of("DATETIME", "TIMESTAMP")),
            new Known(
                    DatabaseKind.MARIADB, "a year ignores the calendar", List.of("getDate in Tokyo"), List.of("YEAR")),
            new Known(
                    DatabaseKind.MARIADB,
                    "the first byte is the number",
                    List.of("getByte", "getBoolean", "getObject as Boolean"),
                    List.of("VARBINARY", "BLOB")),
            new Known(DatabaseKind.MARIADB, "one bit as a byte", BYTES, List.of("BIT")),
            new Known(
                    DatabaseKind.MARIADB,
                    "several bits as a number",
                    List.of(
                            "getBoolean",
                            "getByte",
                            "getShort",
                            "getInt",
                            "getLong",
                            "getBigDecimal",
                            "getObject as Integer",
                            "getObject as Long",
                            "getObject as Boolean",
                            "getObject as BigDecimal"),
                    List.of("BIT")),
            new Known(
                    DatabaseKind.MYSQL,
                    "the text of the server as bytes",
                    BYTES,
                    List.of(
                            "TINYINT",
                            "SMALLINT",
                            "INT",
                            "INT UNSIGNED",
                            "BIGINT",
                            "BIGINT UNSIGNED",
                            "DECIMAL",
                            "FLOAT",
                            "DOUBLE",
                            "BIT",
                            "DATE",
                            "TIME",
                            "DATETIME",
                            "TIMESTAMP",
                            "YEAR")),
            new Known(DatabaseKind.MYSQL, "the day of a time", List.of("getDate in Tokyo"), List.of("TIME")),
            new Known(
                    DatabaseKind.MYSQL,
                    "bytes as one character each, and some UUID",
                    List.of("getCharacterStream", "getObject as UUID"),
                    List.of("VARBINARY", "BLOB")),
            new Known(
                    DatabaseKind.MYSQL,
                    "a year is a number too",
                    List.of(
                            "getBoolean",
                            "getShort",
                            "getInt",
                            "getLong",
                            "getFloat",
                            "getDouble",
                            "getBigDecimal",
                            "getObject as Integer",
                            "getObject as Long",
                            "getObject as Double",
                            "getObject as Boolean",
                            "getObject as BigDecimal"),
                    List.of("YEAR")));

    private static boolean isKnown(DatabaseKind kind, String getter, String type) {
        for (Known known : KNOWN) {
            if (known.covers(kind, getter, type)) {
                return true;
            }
        }
        return false;
    }

    private static Map<String, Getter> getters() {
        Map<String, Getter> getters = new LinkedHashMap<>();
        getters.put("getObject", ResultSet::getObject);
        getters.put("getString", ResultSet::getString);
        getters.put("getBoolean", ResultSet::getBoolean);
        getters.put("getByte", ResultSet::getByte);
        getters.put("getShort", ResultSet::getShort);
        getters.put("getInt", ResultSet::getInt);
        getters.put("getLong", ResultSet::getLong);
        getters.put("getFloat", ResultSet::getFloat);
        getters.put("getDouble", ResultSet::getDouble);
        getters.put("getBigDecimal", ResultSet::getBigDecimal);
        getters.put("getBytes", ResultSet::getBytes);
        getters.put("getDate", ResultSet::getDate);
        getters.put("getTime", ResultSet::getTime);
        getters.put("getTimestamp", ResultSet::getTimestamp);
        getters.put("getDate in Tokyo", (row, column) -> row.getDate(column, TOKYO));
        getters.put("getTime in Tokyo", (row, column) -> row.getTime(column, TOKYO));
        getters.put("getTimestamp in Tokyo", (row, column) -> row.getTimestamp(column, TOKYO));
        getters.put("getCharacterStream", (row, column) -> {
            java.io.Reader reader = row.getCharacterStream(column);
            return reader == null ? null : text(reader);
        });
        getters.put("getBinaryStream", (row, column) -> {
            java.io.InputStream stream = row.getBinaryStream(column);
            return stream == null ? null : stream.readAllBytes();
        });
        for (Class<?> type : List.of(
                String.class,
                Integer.class,
                Long.class,
                Double.class,
                Boolean.class,
                BigDecimal.class,
                Timestamp.class,
                LocalDate.class,
                LocalTime.class,
                LocalDateTime.class,
                OffsetDateTime.class,
                Instant.class,
                java.util.UUID.class,
                byte[].class)) {
            getters.put("getObject as " + type.getSimpleName(), (row, column) -> row.getObject(column, type));
        }
        return getters;
    }

    private static String text(java.io.Reader reader) throws java.io.IOException {
        java.io.StringWriter text = new java.io.StringWriter();
        reader.transferTo(text);
        return text.toString();
    }

    private static String items(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> """
                    CAST(7 AS TINYINT), CAST(300 AS SMALLINT), 70000, 5000000000, CAST(12.50 AS NUMERIC(10, 2)),
                    CAST(-1.5 AS NUMERIC(10, 1)), CAST(1.5 AS REAL), CAST(2.5e0 AS DOUBLE PRECISION),
                    CAST(1e20 AS DOUBLE PRECISION), CAST(1e-9 AS DECFLOAT), TRUE, FALSE,
                    'text', '12', '1.5', 'true', CAST('ab' AS CHAR(4)),
                    DATE '2024-02-29', TIME '10:11:12', TIMESTAMP '2024-02-29 10:11:12.123456',
                    TIMESTAMP '2024-07-01 02:30:00', TIMESTAMP WITH TIME ZONE '2024-02-29 10:11:12+05:30',
                    X'00ff41', CAST(X'4142' AS BLOB), CAST('clob' AS CLOB),
                    UUID '00000000-0000-0001-0000-000000000002', ARRAY[1, 2], JSON '{"a": 1}',
                    INTERVAL '1' DAY, NULL""";
            case POSTGRESQL -> """
                    CAST(300 AS SMALLINT), 70000, 5000000000, CAST(12.50 AS NUMERIC(10, 2)), CAST(-1.5 AS NUMERIC),
                    CAST('NaN' AS NUMERIC), CAST(1.5 AS REAL), CAST(2.5 AS DOUBLE PRECISION),
                    CAST(1e20 AS DOUBLE PRECISION), CAST(1e-9 AS DOUBLE PRECISION), TRUE, FALSE,
                    'text', '12', '1.5', 'true', CAST('ab' AS CHAR(4)),
                    DATE '2024-02-29', TIME '10:11:12', TIMESTAMP '2024-02-29 10:11:12.123456',
                    TIMESTAMP '2024-07-01 02:30:00', TIMESTAMPTZ '2024-02-29 10:11:12+05:30',
                    CAST('\\x00ff41' AS BYTEA), CAST('00000000-0000-0001-0000-000000000002' AS UUID), ARRAY[1, 2],
                    CAST('{"a": 1}' AS JSON), INTERVAL '1' DAY, B'101', CAST('1.50' AS MONEY), CAST('1.2.3.4' AS INET),
                    NULL""";
            default -> "v.*, NULL";
        };
    }

    private static void prepare(DatabaseKind kind, Statement statement) throws SQLException {
        if (kind.speaksMySql()) {
            statement.execute("""
                    CREATE TABLE v (c1 TINYINT, c2 SMALLINT, c3 INT, c4 BIGINT, c5 DECIMAL(10, 2), c6 DECIMAL(10, 1),
                    c7 FLOAT, c8 DOUBLE, c9 DOUBLE, c10 BOOLEAN, c11 TINYINT(1), c12 VARCHAR(9), c13 VARCHAR(9),
                    c14 CHAR(4), c15 DATE, c16 TIME, c17 DATETIME(6), c18 DATETIME, c19 TIMESTAMP(3) NULL, c20 VARBINARY(9),
                    c21 BLOB, c22 TEXT, c23 INT(7) UNSIGNED ZEROFILL, c24 BIGINT UNSIGNED, c25 YEAR,
                    c26 TINYINT(1), c27 BIT(1), c28 BIT(9), c29 BIT(64), c30 INT, c31 DOUBLE)""");
            statement.execute("""
                    INSERT INTO v VALUES (7, 300, 70000, 5000000000, 12.50, -1.5, 1.5, 2.5, 1e20, TRUE, 2, 'text', '12',
                    'ab',
                    '2024-02-29', '10:11:12', '2024-02-29 10:11:12.123456', '2024-07-01 02:30:00',
                    '2024-02-29 10:11:12.123', X'00ff41', X'4142', 'text', 42, 18446744073709551615, 2024,
                    -7, b'1', b'101000001',
                    b'10000000000000000000000000000000000000001', -5, -0.5)""");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void agree(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        server.createDatabase("held_values");
        String sql = "SELECT " + items(kind) + ", 1" + (kind.speaksMySql() ? " FROM v" : "");
        List<String> differences = new ArrayList<>();
        try (Connection connection = server.dataSource("held_values").getConnection();
                Statement setup = connection.createStatement();
                Statement first = connection.createStatement();
                Statement second = connection.createStatement()) {
            prepare(kind, setup);
            ResultSet driver = first.executeQuery(sql);
            ResultSet held = held(second.executeQuery(sql), kind);
            driver.next();
            held.next();
            for (int column = 1; column < driver.getMetaData().getColumnCount(); column++) {
                for (Map.Entry<String, Getter> getter : getters().entrySet()) {
                    String type = driver.getMetaData().getColumnTypeName(column);
                    String difference = difference(driver, held, column, getter.getValue());
                    if (difference != null && !isKnown(kind, getter.getKey(), type)) {
                        differences.add(
                                getter.getKey() + " of " + type + " " + driver.getString(column) + ": " + difference);
                    }
                }
            }
            held.close();
        }
        assertThat(differences).isEmpty();
    }

    /** The row as a merge holds it that sorts in memory. */
    private static ResultSet held(ResultSet shard, DatabaseKind kind) throws SQLException {
        Dialect dialect = Dialects.named(kind.name());
        SortKey last = new SortKey(shard.getMetaData().getColumnCount(), false, true, ValueOrder.BY_TYPE);
        MergePlan resort = MergePlan.CONCATENATE.resorted(List.of(last));
        MergedRows rows = Merger.merge(resort, List.of(shard), MergeBounds.NONE, new Object[0], dialect);
        return new MergedResultSet(ResultOwner.NONE, List.of(shard), rows, 0, dialect, LogicNames.AS_THEY_ARE);
    }

    /** Null when the driver refuses or both agree. */
    private static String difference(ResultSet driver, ResultSet held, int column, Getter getter) {
        Object expected;
        try {
            expected = plain(getter.get(driver, column));
            if (driver.wasNull() != (driver.getObject(column) == null)) {
                return null;
            }
        } catch (Exception e) {
            return null;
        }
        try {
            Object actual = plain(getter.get(held, column));
            return same(expected, actual) ? null : show(actual) + " instead of " + show(expected);
        } catch (Exception e) {
            return e + " instead of " + show(expected);
        }
    }

    private static Object plain(Object value) throws SQLException {
        if (value instanceof Blob blob) {
            return blob.getBytes(1, (int) blob.length());
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, (int) clob.length());
        }
        return value;
    }

    private static boolean same(Object expected, Object actual) {
        return Arrays.deepEquals(new Object[] {expected}, new Object[] {actual})
                || expected instanceof java.sql.Array && actual instanceof java.sql.Array;
    }

    private static String show(Object value) {
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        return value == null ? "null" : value + " (" + value.getClass().getSimpleName() + ")";
    }
}
