package org.shardingjdbc.jdbc.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.rule.internal.value.CalendarTimestamp;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/** Every setter of PreparedStatement arrives at a shard's statement as the same setter with the same arguments. */
class RecordedSettersTest {
    private static ShardingDataSource dataSource;
    private static Connection connection;
    private static StatementHome home;

    @BeforeAll
    static void open() throws SQLException, IOException {
        String yaml = "dataSources: {ds_0: {jdbcUrl: 'jdbc:h2:mem:recorded_setters', username: sa}}\n";
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
        connection = dataSource.getConnection();
        home = connection.unwrap(ShardingConnection.class);
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        dataSource.close();
    }

    private static ShardingPreparedStatement recorder(int parameterCount) throws SQLException {
        String sql = "SELECT ?" + ", ?".repeat(parameterCount - 1);
        return new ShardingPreparedStatement(home, StatementShape.DEFAULT, sql, GeneratedKeyRequest.NONE);
    }

    private record Call(String method, List<Class<?>> types, List<Object> arguments) {}

    static Stream<Method> setters() {
        return Arrays.stream(PreparedStatement.class.getDeclaredMethods())
                .filter(method -> method.getName().startsWith("set"))
                .filter(method -> method.getParameterCount() > 1);
    }

    private static Object sample(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "boolean" -> true;
            case "byte" -> (byte) 3;
            case "short" -> (short) 4;
            case "int" -> Types.VARCHAR;
            case "long" -> 5L;
            case "float" -> 1.5f;
            case "double" -> 2.5d;
            case "String" -> "text";
            case "Object" -> "object";
            case "BigDecimal" -> new BigDecimal("1.50");
            case "byte[]" -> new byte[] {1, 2};
            case "Date" -> Date.valueOf("2024-02-03");
            case "Time" -> Time.valueOf("04:05:06");
            case "Timestamp" -> Timestamp.valueOf("2024-02-03 04:05:06.789");
            case "Calendar" -> Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
            case "InputStream" -> new ByteArrayInputStream(new byte[] {1});
            case "Reader" -> new StringReader("r");
            case "SQLType" -> JDBCType.VARCHAR;
            case "URL" -> url();
            default -> proxy(type);
        };
    }

    private static URL url() {
        try {
            return URI.create("http://localhost/").toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    private static Object proxy(Class<?> type) {
        assertThat(type).isIn(Ref.class, Blob.class, Clob.class, NClob.class, Array.class, RowId.class, SQLXML.class);
        return Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> 1;
                    case "toString" -> "proxy";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static PreparedStatement capturing(List<Call> calls) {
        return (PreparedStatement) Proxy.newProxyInstance(
                PreparedStatement.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (self, method, arguments) -> {
                    if (method.getName().startsWith("set")) {
                        calls.add(new Call(
                                method.getName(), List.of(method.getParameterTypes()), Arrays.asList(arguments)));
                    }
                    return null;
                });
    }

    @ParameterizedTest
    @MethodSource("setters")
    void setterArrivesWithItsOwnArguments(Method setter) throws Exception {
        ShardingPreparedStatement recorder = recorder(2);
        Object[] arguments = new Object[setter.getParameterCount()];
        arguments[0] = 2;
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = sample(setter.getParameterTypes()[i]);
        }
        setter.invoke(recorder, arguments);
        List<Call> calls = new ArrayList<>();

        recorder.parameters.replay(1, capturing(calls), 7);

        arguments[0] = 7;
        assertThat(calls).hasSize(1);
        Call call = calls.get(0);
        assertThat(call.method).isEqualTo(setter.getName());
        assertThat(call.types).isEqualTo(List.of(setter.getParameterTypes()));
        assertThat(call.arguments).usingRecursiveComparison().isEqualTo(Arrays.asList(arguments));
    }

    @ParameterizedTest
    @MethodSource("setters")
    void nullArrivesAsNull(Method setter) throws Exception {
        Class<?> type = setter.getParameterTypes()[1];
        if (type.isPrimitive()) {
            return;
        }
        ShardingPreparedStatement recorder = recorder(1);
        Object[] arguments = new Object[setter.getParameterCount()];
        arguments[0] = 1;
        for (int i = 2; i < arguments.length; i++) {
            arguments[i] = sample(setter.getParameterTypes()[i]);
        }
        setter.invoke(recorder, arguments);
        List<Call> calls = new ArrayList<>();

        recorder.parameters.replay(0, capturing(calls), 1);

        assertThat(recorder.parameters.values()[0]).isNull();
        assertThat(calls.get(0).method).isEqualTo(setter.getName());
        assertThat(calls.get(0).arguments.get(1)).isNull();
    }

    @ParameterizedTest
    @MethodSource("setters")
    void indexOutOfRangeIsNamed(Method setter) throws SQLException {
        ShardingPreparedStatement recorder = recorder(2);
        Object[] arguments = new Object[setter.getParameterCount()];
        arguments[0] = 3;
        for (int i = 1; i < arguments.length; i++) {
            arguments[i] = sample(setter.getParameterTypes()[i]);
        }

        assertThatThrownBy(() -> setter.invoke(recorder, arguments))
                .isInstanceOf(InvocationTargetException.class)
                .hasRootCauseInstanceOf(SQLException.class)
                .rootCause()
                .hasMessageContaining("There is no parameter 3")
                .extracting(error -> ((SQLException) error).getErrorCode())
                .isEqualTo(ErrorCode.PARAMETER_INDEX_OUT_OF_RANGE.number());
    }

    @Test
    void objectsOfAllStreamingKindsKeepTheirTypeArguments() throws SQLException {
        InputStream stream = new ByteArrayInputStream(new byte[0]);
        Reader reader = new StringReader("");
        SQLType type = JDBCType.BLOB;
        ShardingPreparedStatement recorder = recorder(5);
        recorder.setObject(1, stream);
        recorder.setObject(2, reader, Types.CLOB);
        recorder.setObject(3, stream, Types.BLOB, 9);
        recorder.setObject(4, stream, type);
        recorder.setObject(5, stream, type, 8);
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            recorder.parameters.replay(i, capturing(calls), i + 1);
        }

        assertThat(calls)
                .extracting(Call::arguments)
                .containsExactly(
                        List.of(1, stream),
                        List.of(2, reader, Types.CLOB),
                        List.of(3, stream, Types.BLOB, 9),
                        List.of(4, stream, type),
                        List.of(5, stream, type, 8));
        assertThat(recorder.parameters.values()).containsOnly(ShardingValues.UNKNOWN);
    }

    @Test
    void spooledStreamIsOpenedAnewForEachShard() throws SQLException, IOException {
        ShardingPreparedStatement recorder = recorder(1);
        recorder.setBinaryStream(1, new ByteArrayInputStream(new byte[] {1, 2, 3, 4}), 3);
        recorder.parameters.source(0).spool(1);
        List<Call> calls = new ArrayList<>();

        recorder.parameters.replay(0, capturing(calls), 1);
        recorder.parameters.replay(0, capturing(calls), 1);

        for (Call call : calls) {
            assertThat(((InputStream) call.arguments.get(1)).readAllBytes()).containsExactly(1, 2, 3);
            assertThat(call.arguments.get(2)).isEqualTo(3);
        }
    }

    @Test
    void routingSeesWhatTheCalendarsZoneMakesOfAValue() throws SQLException {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        ShardingPreparedStatement recorder = recorder(3);
        recorder.setTimestamp(
                1, Timestamp.from(OffsetDateTime.parse("2024-02-03T20:00:00Z").toInstant()), tokyo);
        recorder.setDate(
                2,
                new Date(
                        OffsetDateTime.parse("2024-02-03T20:00:00Z").toInstant().toEpochMilli()),
                tokyo);
        recorder.setTime(
                3,
                new Time(
                        OffsetDateTime.parse("1970-01-01T20:00:00Z").toInstant().toEpochMilli()),
                tokyo);

        assertThat(recorder.parameters.values())
                .containsExactly(
                        new CalendarTimestamp(OffsetDateTime.parse("2024-02-04T05:00:00+09:00")),
                        LocalDate.parse("2024-02-04"),
                        LocalTime.parse("05:00:00"));
    }

    @Test
    void valuesThatTheApplicationChangesLaterStayAsTheyWere() throws SQLException {
        byte[] bytes = {1};
        Timestamp timestamp = new Timestamp(1000);
        ShardingPreparedStatement recorder = recorder(2);
        recorder.setBytes(1, bytes);
        recorder.setTimestamp(2, timestamp);
        bytes[0] = 9;
        timestamp.setTime(2000);

        assertThat(recorder.parameters.values()).containsExactly(new byte[] {1}, new Timestamp(1000));
    }

    @Test
    void missingParameterIsNamed() throws SQLException {
        ShardingPreparedStatement recorder = recorder(3);
        recorder.setInt(1, 1);
        recorder.setInt(3, 3);

        assertThatThrownBy(recorder.parameters::requireAll).hasMessageContaining("Parameter 2 of 3 is not set");
    }
}
