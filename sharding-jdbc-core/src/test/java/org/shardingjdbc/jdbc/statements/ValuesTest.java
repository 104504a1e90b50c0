package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Setters and getters against the driver itself: a value written and read through one node, through several nodes and
 * through the plain driver is the same value, or the same refusal.
 */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class ValuesTest {
    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.create(kind, "values_");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    /** One call of a setter. */
    private interface Set {
        void on(PreparedStatement statement, int index) throws SQLException;
    }

    /** One call of a getter. */
    private interface Get {
        Object from(ResultSet rows, int column) throws SQLException, IOException;
    }

    private record NamedSet(String name, Set call) {}

    private record NamedGet(String name, Get call) {}

    private static Calendar tokyo() {
        return Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
    }

    private static List<NamedSet> setters() {
        byte[] bytes = "12345".getBytes(StandardCharsets.US_ASCII);
        UUID uuid = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
        Timestamp timestamp = Timestamp.valueOf("2024-02-29 13:14:15.123456");
        OffsetDateTime offset = OffsetDateTime.parse("2024-02-29T13:14:15.123456+03:00");
        return List.of(
                new NamedSet("setNull INT", (s, i) -> s.setNull(i, Types.INTEGER)),
                new NamedSet("setNull VARCHAR", (s, i) -> s.setNull(i, Types.VARCHAR)),
                new NamedSet("setNull NULL", (s, i) -> s.setNull(i, Types.NULL)),
                new NamedSet("setObject null", (s, i) -> s.setObject(i, null)),
                new NamedSet("setBoolean", (s, i) -> s.setBoolean(i, true)),
                new NamedSet("setByte", (s, i) -> s.setByte(i, (byte) 7)),
                new NamedSet("setShort", (s, i) -> s.setShort(i, (short) 1234)),
                new NamedSet("setInt", (s, i) -> s.setInt(i, 12345)),
                new NamedSet("setLong", (s, i) -> s.setLong(i, 12345L)),
                new NamedSet("setFloat", (s, i) -> s.setFloat(i, 12.5f)),
                new NamedSet("setDouble", (s, i) -> s.setDouble(i, 12.25)),
                new NamedSet("setBigDecimal", (s, i) -> s.setBigDecimal(i, new BigDecimal("12.3400"))),
                new NamedSet("setString number", (s, i) -> s.setString(i, "12345")),
                new NamedSet("setString text", (s, i) -> s.setString(i, "häß")),
                new NamedSet("setString date", (s, i) -> s.setString(i, "2024-02-29")),
                new NamedSet("setNString", (s, i) -> s.setNString(i, "n")),
                new NamedSet("setBytes", (s, i) -> s.setBytes(i, bytes)),
                new NamedSet("setDate", (s, i) -> s.setDate(i, Date.valueOf("2024-02-29"))),
                new NamedSet("setDate calendar", (s, i) -> s.setDate(i, Date.valueOf("2024-02-29"), tokyo())),
                new NamedSet("setTime", (s, i) -> s.setTime(i, Time.valueOf("13:14:15"))),
                new NamedSet("setTime calendar", (s, i) -> s.setTime(i, Time.valueOf("13:14:15"), tokyo())),
                new NamedSet("setTimestamp", (s, i) -> s.setTimestamp(i, timestamp)),
                new NamedSet("setTimestamp calendar", (s, i) -> s.setTimestamp(i, timestamp, tokyo())),
                new NamedSet("setAsciiStream", (s, i) -> s.setAsciiStream(i, new ByteArrayInputStream(bytes), 5)),
                new NamedSet("setBinaryStream", (s, i) -> s.setBinaryStream(i, new ByteArrayInputStream(bytes))),
                new NamedSet("setBinaryStream int", (s, i) -> s.setBinaryStream(i, new ByteArrayInputStream(bytes), 5)),
                new NamedSet(
                        "setBinaryStream long", (s, i) -> s.setBinaryStream(i, new ByteArrayInputStream(bytes), 5L)),
                new NamedSet("setCharacterStream", (s, i) -> s.setCharacterStream(i, new StringReader("reader"))),
                new NamedSet(
                        "setCharacterStream int", (s, i) -> s.setCharacterStream(i, new StringReader("reader"), 6)),
                new NamedSet("setBlob stream", (s, i) -> s.setBlob(i, new ByteArrayInputStream(bytes))),
                new NamedSet("setClob reader", (s, i) -> s.setClob(i, new StringReader("clob"))),
                new NamedSet("setObject Integer", (s, i) -> s.setObject(i, 12345)),
                new NamedSet("setObject Long", (s, i) -> s.setObject(i, 12345L)),
                new NamedSet("setObject BigDecimal", (s, i) -> s.setObject(i, new BigDecimal("12.34"))),
                new NamedSet("setObject Boolean", (s, i) -> s.setObject(i, false)),
                new NamedSet("setObject String", (s, i) -> s.setObject(i, "12345")),
                new NamedSet("setObject bytes", (s, i) -> s.setObject(i, bytes)),
                new NamedSet("setObject UUID", (s, i) -> s.setObject(i, uuid)),
                new NamedSet("setObject LocalDate", (s, i) -> s.setObject(i, LocalDate.parse("2024-02-29"))),
                new NamedSet("setObject LocalTime", (s, i) -> s.setObject(i, LocalTime.parse("13:14:15"))),
                new NamedSet("setObject LocalDateTime", (s, i) -> s.setObject(i, timestamp.toLocalDateTime())),
                new NamedSet("setObject OffsetDateTime", (s, i) -> s.setObject(i, offset)),
                new NamedSet("setObject Instant", (s, i) -> s.setObject(i, offset.toInstant())),
                new NamedSet("setObject Timestamp", (s, i) -> s.setObject(i, timestamp)),
                new NamedSet("setObject String INTEGER", (s, i) -> s.setObject(i, "12345", Types.INTEGER)),
                new NamedSet("setObject Integer VARCHAR", (s, i) -> s.setObject(i, 12345, Types.VARCHAR)),
                new NamedSet("setObject decimal scale", (s, i) -> s.setObject(i, 12.3456, Types.DECIMAL, 2)),
                new NamedSet("setObject SQLType", (s, i) -> s.setObject(i, "12345", JDBCType.BIGINT)));
    }

    private static List<NamedGet> getters() {
        return List.of(
                new NamedGet("getObject", (r, c) -> r.getObject(c)),
                new NamedGet("getString", (r, c) -> r.getString(c)),
                new NamedGet("getNString", (r, c) -> r.getNString(c)),
                new NamedGet("getBoolean", (r, c) -> r.getBoolean(c)),
                new NamedGet("getByte", (r, c) -> r.getByte(c)),
                new NamedGet("getShort", (r, c) -> r.getShort(c)),
                new NamedGet("getInt", (r, c) -> r.getInt(c)),
                new NamedGet("getLong", (r, c) -> r.getLong(c)),
                new NamedGet("getFloat", (r, c) -> r.getFloat(c)),
                new NamedGet("getDouble", (r, c) -> r.getDouble(c)),
                new NamedGet("getBigDecimal", (r, c) -> r.getBigDecimal(c)),
                new NamedGet("getBytes", (r, c) -> r.getBytes(c)),
                new NamedGet("getDate", (r, c) -> r.getDate(c)),
                new NamedGet("getDate calendar", (r, c) -> r.getDate(c, tokyo())),
                new NamedGet("getTime", (r, c) -> r.getTime(c)),
                new NamedGet("getTimestamp", (r, c) -> r.getTimestamp(c)),
                new NamedGet("getTimestamp calendar", (r, c) -> r.getTimestamp(c, tokyo())),
                new NamedGet("getBinaryStream", (r, c) -> read(r.getBinaryStream(c))),
                new NamedGet("getCharacterStream", (r, c) -> read(r.getCharacterStream(c))),
                new NamedGet("getBlob", (r, c) -> r.getBlob(c)),
                new NamedGet("getClob", (r, c) -> r.getClob(c)),
                new NamedGet("getObject Integer", (r, c) -> r.getObject(c, Integer.class)),
                new NamedGet("getObject Long", (r, c) -> r.getObject(c, Long.class)),
                new NamedGet("getObject String", (r, c) -> r.getObject(c, String.class)),
                new NamedGet("getObject BigDecimal", (r, c) -> r.getObject(c, BigDecimal.class)),
                new NamedGet("getObject Boolean", (r, c) -> r.getObject(c, Boolean.class)),
                new NamedGet("getObject LocalDate", (r, c) -> r.getObject(c, LocalDate.class)),
                new NamedGet("getObject LocalTime", (r, c) -> r.getObject(c, LocalTime.class)),
                new NamedGet("getObject LocalDateTime", (r, c) -> r.getObject(c, LocalDateTime.class)),
                new NamedGet("getObject OffsetDateTime", (r, c) -> r.getObject(c, OffsetDateTime.class)),
                new NamedGet("getObject Instant", (r, c) -> r.getObject(c, Instant.class)),
                new NamedGet("getObject UUID", (r, c) -> r.getObject(c, UUID.class)),
                new NamedGet("wasNull", (r, c) -> {
                    r.getString(c);
                    return r.wasNull();
                }));
    }

    private static Object read(InputStream stream) throws IOException {
        return stream == null ? null : stream.readAllBytes();
    }

    private static Object read(Reader reader) throws IOException {
        if (reader == null) {
            return null;
        }
        StringWriter text = new StringWriter();
        reader.transferTo(text);
        return text.toString();
    }

    /** Values of equal content look equal. */
    private static String describe(Object value) throws SQLException, IOException {
        if (value instanceof Blob blob) {
            return "Blob " + describe(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof Clob clob) {
            return "Clob " + clob.getSubString(1, (int) clob.length());
        }
        if (value instanceof byte[] bytes) {
            return "bytes " + new String(bytes, StandardCharsets.ISO_8859_1);
        }
        return value == null ? "null" : value.getClass().getSimpleName() + " " + value;
    }

    private static void clear(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement delete = connection.prepareStatement("DELETE FROM t_value")) {
            delete.executeUpdate();
        }
    }

    /** Writes a value; the answer is what it counts, or the kind of its refusal. */
    private static String write(Connection connection, int id, ValueColumn column, Set setter) {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO t_value (id, " + column.column() + ") VALUES (?, ?)")) {
            insert.setInt(1, id);
            setter.on(insert, 2);
            return "count " + insert.executeUpdate();
        } catch (SQLException e) {
            return "refused " + e.getSQLState();
        }
    }

    private static String read(ResultSet rows, int column, Get getter) {
        try {
            return describe(getter.from(rows, column));
        } catch (SQLException | RuntimeException e) {
            // Drivers refuse some conversions by whatever their parsing happens to throw.
            return "refused";
        } catch (IOException e) {
            return "unreadable";
        }
    }

    @Test
    void everySetterWritesWhatTheDriverWrites() throws SQLException {
        List<String> differences = new ArrayList<>();
        try (Connection plain = shards.plain().getConnection();
                Connection sharded = shards.sharded().getConnection()) {
            for (ValueColumn column : ValueColumn.values()) {
                clear(shards.plain());
                clear(shards.sharded());
                int id = 0;
                for (NamedSet setter : setters()) {
                    id++;
                    String expected = write(plain, id, column, setter.call);
                    String actual = write(sharded, id, column, setter.call);
                    if (!expected.equals(actual)) {
                        differences.add(setter.name + " into " + column + ": " + actual + ", not " + expected);
                    }
                }
                compare(plain, sharded, column, "ORDER BY id", List.of(getters().get(1)), differences);
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void everyGetterReadsWhatTheDriverReads() throws SQLException {
        List<String> differences = new ArrayList<>();
        try (Connection plain = shards.plain().getConnection();
                Connection sharded = shards.sharded().getConnection()) {
            for (ValueColumn column : ValueColumn.values()) {
                clear(shards.plain());
                clear(shards.sharded());
                int id = 0;
                for (NamedSet setter : setters()) {
                    id++;
                    write(plain, id, column, setter.call);
                    write(sharded, id, column, setter.call);
                }
                compare(plain, sharded, column, "ORDER BY id", getters(), differences);
                compare(plain, sharded, column, "WHERE id = 12", getters(), differences);
                compare(plain, sharded, column, "WHERE id = 1", getters(), differences);
            }
        }
        assertThat(differences).isEmpty();
    }

    private static boolean isMySql(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().equals("MySQL");
    }

    private static void compare(
            Connection plain,
            Connection sharded,
            ValueColumn column,
            String tail,
            List<NamedGet> getters,
            List<String> differences)
            throws SQLException {
        String sql = "SELECT id, " + column.column() + " FROM t_value " + tail;
        for (NamedGet getter : getters) {
            // MySQL's driver reads a UUID from the beginning of the row, whatever the column.
            if (getter.name.equals("getObject UUID") && isMySql(plain)) {
                continue;
            }
            // No PreparedStatements: PostgreSQL's driver answers differently when it has seen one five times on a
            // connection.
            try (Statement one = plain.createStatement();
                    Statement other = sharded.createStatement();
                    ResultSet expected = one.executeQuery(sql);
                    ResultSet actual = other.executeQuery(sql)) {
                while (expected.next()) {
                    if (!actual.next()) {
                        differences.add(sql + ": a row is missing");
                        break;
                    }
                    String should = read(expected, 2, getter.call);
                    String is = read(actual, 2, getter.call);
                    if (!should.equals(is)) {
                        differences.add(getter.name + " of " + column + ", row " + expected.getInt(1) + ": " + is
                                + ", not " + should);
                    }
                }
            }
        }
    }
}
