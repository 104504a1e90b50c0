package org.shardingjdbc.jdbc.exactness;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Values of another class or form than the sharding column's: what one database stores of them is stored here too, and
 * on the data node on which it is looked for.
 */
class ForeignValuesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0, ds_1
                  shardingStrategy: {standard: {shardingColumn: v, shardingAlgorithmName: by_hash}}
              shardingAlgorithms:
                by_hash: {type: HASH_MOD, props: {sharding-count: 4}}
            """;

    /** Of each type the values of its own and of other classes; a text in quotes is a literal of the statement. */
    private static Map<String, List<Object>> values(DatabaseKind kind) {
        Map<String, List<Object>> values = new LinkedHashMap<>();
        List<Object> wholes = List.of(
                4,
                (short) 5,
                6L,
                BigInteger.TEN,
                new BigDecimal("7.0"),
                new BigDecimal("8.5"),
                new BigDecimal("9.4"),
                10.0,
                11.4,
                12.5,
                13.5f,
                "14",
                "15.5",
                " 16",
                true,
                "'17'",
                "18.5",
                "CAST('19' AS " + wholeCast(kind) + ")",
                "CAST(? AS " + wholeCast(kind) + ")",
                "-20",
                "21e0",
                new BigInteger("18446744073709551615"));
        values.put("INT", wholes);
        values.put("BIGINT", wholes);
        if (kind.speaksMySql()) {
            values.put("BIGINT UNSIGNED", wholes);
        }
        values.put(
                "DECIMAL(10, 2)",
                List.of(
                        4,
                        5L,
                        0.1,
                        0.25f,
                        1.005,
                        1.125,
                        0.7f,
                        12345.678,
                        1e-7,
                        "6.5",
                        "7.125",
                        new BigDecimal("8.125"),
                        new BigDecimal("-8.125"),
                        new BigDecimal("9.0000"),
                        "'10.5'",
                        "11.005",
                        "12.5e0",
                        BigInteger.TWO));
        List<Object> moments = List.of(
                Timestamp.valueOf("2024-03-31 20:00:00"),
                Timestamp.valueOf("2024-03-31 23:59:59.7"),
                Date.valueOf("2024-03-31"),
                new java.util.Date(1_711_929_600_000L),
                LocalDate.of(2024, 3, 30),
                LocalDateTime.of(2024, 3, 31, 20, 0),
                LocalDateTime.of(2024, 3, 31, 23, 59, 59, 400_000_000),
                LocalDateTime.of(2024, 3, 31, 23, 59, 59, 900_000_000),
                OffsetDateTime.parse("2024-03-31T20:00:00+08:00"),
                OffsetDateTime.parse("2024-03-31T20:00:00Z"),
                Instant.parse("2024-03-31T19:00:00Z"),
                ZonedDateTime.parse("2024-03-31T20:00:00+02:00[Europe/Berlin]"),
                LocalTime.of(7, 8, 9),
                "'2024-4-7 1:2:3'",
                "'2024-4-7'",
                "'2024-04-07 01:02:03.5'",
                "'2024-04-07T01:02'",
                "'20240408'",
                "'20240408010203'",
                "20240304050607",
                "20240304",
                "2024-4-7 1:2:3",
                "2024-04-07 01:02:03+03:00",
                "2024-02-30",
                "2024-04-07 01:02:03 and more",
                "'2024-04-07 24:00:00'");
        values.put("DATE", moments);
        values.put(kind.speaksMySql() ? "DATETIME(6)" : "TIMESTAMP(6)", moments);
        values.put(kind.speaksMySql() ? "TIMESTAMP(6)" : "TIMESTAMP(6) WITH TIME ZONE", moments);
        values.put(
                "TIME",
                List.of(LocalTime.of(1, 2, 3), java.sql.Time.valueOf("04:05:06"), "'1:2:3'", "'01:02'", "7:8:9"));
        if (kind != DatabaseKind.MYSQL) {
            values.put(
                    "UUID",
                    List.of(
                            UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
                            "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12",
                            "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A13'",
                            "'{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a14}'",
                            "'a0eebc999c0b4ef8bb6d6bb9bd380a15'",
                            "'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a16'"));
        }
        return values;
    }

    private static String wholeCast(DatabaseKind kind) {
        return kind.speaksMySql() ? "SIGNED" : "INTEGER";
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void areStoredAsInOneDatabaseWhereTheyAreLookedFor(DatabaseKind kind) throws Exception {
        List<String> different = new ArrayList<>();
        TreeSet<String> refused = new TreeSet<>();
        int[] answered = {0};
        for (Map.Entry<String, List<Object>> column : values(kind).entrySet()) {
            try (Fixture<ShardingDataSource> shards =
                            Fixture.on(kind, "foreign_values").rules(RULES).open(ShardingDataSourceFactory::create);
                    Connection plain = shards.plain().getConnection();
                    Connection sharded = shards.sharded().getConnection()) {
                for (Connection each : List.of(plain, sharded)) {
                    execute(each, "DROP TABLE IF EXISTS t");
                    execute(each, "CREATE TABLE t (id INT PRIMARY KEY, v " + column.getKey() + " NOT NULL)");
                }
                int id = 0;
                for (Object value : column.getValue()) {
                    compare(plain, sharded, ++id, value, column.getKey(), different, refused, answered);
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(answered[0]).as("values that are stored").isGreaterThan(90);
        assertThat(refused).containsExactlyInAnyOrderElementsOf(stillRefused(kind));
    }

    /** Of which one database makes something that is not computed here. */
    private static List<String> stillRefused(DatabaseKind kind) {
        // halves of binary floating point are rounded to the next or to the even one; 23:59:59.7 is the next day's of
        // one
        List<String> refused = new ArrayList<>(List.of(
                "INT of Double 12.5",
                "INT of Float 13.5",
                "BIGINT of Double 12.5",
                "BIGINT of Float 13.5",
                "DECIMAL(10, 2) of Double 1.005",
                "DATE of LocalDateTime 2024-03-31T23:59:59.900",
                "DATE of Timestamp 2024-03-31 23:59:59.7"));
        if (kind.speaksMySql()) {
            refused.addAll(List.of(
                    "BIGINT UNSIGNED of Double 12.5",
                    "BIGINT UNSIGNED of Float 13.5",
                    "BIGINT UNSIGNED of String  16"));
        }
        if (kind == DatabaseKind.H2 || kind == DatabaseKind.POSTGRESQL) {
            refused.add("TIMESTAMP(6) WITH TIME ZONE of Date 2024-03-31");
        }
        if (kind != DatabaseKind.POSTGRESQL) {
            refused.addAll(List.of("INT of String  16", "BIGINT of String  16"));
        }
        if (kind != DatabaseKind.MYSQL) {
            refused.add("UUID of String 'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a16'");
        }
        return refused;
    }

    private static void compare(
            Connection plain,
            Connection sharded,
            int id,
            Object value,
            String type,
            List<String> different,
            TreeSet<String> refused,
            int[] answered)
            throws SQLException {
        String name = type + " of " + value.getClass().getSimpleName() + " " + value;
        SQLException alone = insert(plain, id, value);
        SQLException here = insert(sharded, id, value);
        if (alone != null) {
            if (here == null) {
                different.add(name + ": one database says " + alone.getMessage());
            }
            return;
        }
        if (here != null) {
            String message = here.getMessage();
            if (message.contains("SHD-4106") || message.contains("SHD-4107")) {
                refused.add(name);
            } else {
                different.add(name + ": " + message);
            }
            return;
        }
        answered[0]++;
        String stored = stored(plain, id);
        if (!stored.equals(stored(sharded, id))) {
            different.add(name + ": " + stored + " and here " + stored(sharded, id));
        }
        if (!found(plain, id) || !found(sharded, id)) {
            different.add(name + ": not found by what is stored, " + found(plain, id));
        }
    }

    private static SQLException insert(Connection connection, int id, Object value) {
        String text = value instanceof String string ? string : "";
        boolean literal =
                text.startsWith("'") || text.startsWith("CAST") || text.matches("[-0-9.e]+") && text.length() != 2;
        String sql = "INSERT INTO t (id, v) VALUES (" + id + ", " + (literal ? text : "?") + ")";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            if (text.contains("?")) {
                insert.setString(1, "22");
            } else if (!literal) {
                insert.setObject(1, value);
            }
            insert.executeUpdate();
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private static String stored(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = " + id)) {
            return rows.next() ? String.valueOf(rows.getObject(1)) : "nothing";
        }
    }

    /** By a query that is sent to the data node of the value. */
    private static boolean found(Connection connection, int id) throws SQLException {
        Object value;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = " + id)) {
            rows.next();
            value = rows.getObject(1);
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM t WHERE v = ?")) {
            select.setObject(1, value);
            try (ResultSet rows = select.executeQuery()) {
                boolean found = false;
                while (rows.next()) {
                    found |= rows.getInt(1) == id;
                }
                return found;
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
