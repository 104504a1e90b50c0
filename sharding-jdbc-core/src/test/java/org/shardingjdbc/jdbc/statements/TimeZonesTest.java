package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Calendar;
import java.util.TimeZone;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A moment as a sharding value is placed by the date and time that the driver stores of it. */
class TimeZonesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_day:
                  actualDataNodes: ds_0.t_day_${202401..202406}
                  tableStrategy:
                    standard:
                      shardingColumn: at
                      shardingAlgorithmName: by_month
              shardingAlgorithms:
                by_month:
                  type: INTERVAL
                  props:
                    datetime-pattern: 'yyyy-MM-dd HH:mm:ss'
                    datetime-lower: '2024-01-01 00:00:00'
                    datetime-upper: '2024-06-30 23:59:59'
                    sharding-suffix-pattern: 'yyyyMM'
                    datetime-interval-amount: 1
                    datetime-interval-unit: 'MONTHS'
            """;

    /** In April, or still in March, by the zone. */
    private static final Timestamp EVE = Timestamp.from(Instant.parse("2024-03-31T20:00:00Z"));

    private static final String[] ZONES = {"Asia/Shanghai", "America/New_York", "UTC"};

    private static Fixture<ShardingDataSource> open(TestServer server) throws Exception {
        return Fixture.on(server, "zones").dataSources(1).rules(RULES).open(ShardingDataSourceFactory::create);
    }

    private static String zoned(DatabaseKind kind, String zone) {
        return switch (kind) {
            case H2 -> ";TIME ZONE=" + zone;
            case MYSQL -> "connectionTimeZone=" + zone;
            case MARIADB -> "connectionTimeZone=" + zone + "&forceConnectionTimeZoneToSession=false";
            default -> "options=-c%20TimeZone=" + zone;
        };
    }

    private static int rows(Connection connection, String text) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_day WHERE " + text)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Writes the moment, finds it by the whole and by the month that the database says, and deletes it. */
    private static void writeAndFind(Connection connection, Calendar calendar) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_day (id, at) VALUES (1, ?)")) {
            set(insert, calendar);
            insert.executeUpdate();
        }
        assertThat(rows(connection, "at >= '2024-04-01 00:00:00'") + rows(connection, "at < '2024-04-01 00:00:00'"))
                .isEqualTo(1);
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM t_day WHERE at = ?")) {
            set(select, calendar);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
            }
        }
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM t_day WHERE at = ?")) {
            set(delete, calendar);
            assertThat(delete.executeUpdate()).isEqualTo(1);
        }
    }

    private static void set(PreparedStatement statement, Calendar calendar) throws SQLException {
        if (calendar == null) {
            statement.setTimestamp(1, EVE);
        } else {
            statement.setTimestamp(1, EVE, calendar);
        }
    }

    private static void createTable(Connection connection, DatabaseKind kind) throws SQLException {
        String type = kind.speaksMySql() ? "DATETIME(3)" : "TIMESTAMP(3)";
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_day (id INT NOT NULL, at " + type + " NOT NULL)");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void timestampsArePlacedByTheZoneOfTheirConnection(DatabaseKind kind) throws Exception {
        for (String zone : ZONES) {
            try (Fixture<ShardingDataSource> shards = open(TestServer.of(kind).with(zoned(kind, zone)));
                    Connection connection = shards.sharded().getConnection()) {
                createTable(connection, kind);
                writeAndFind(connection, null);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void timestampsWithCalendarsArePlacedByTheirZones(DatabaseKind kind) throws Exception {
        for (String own : ZONES) {
            try (Fixture<ShardingDataSource> shards = open(TestServer.of(kind).with(zoned(kind, own)));
                    Connection connection = shards.sharded().getConnection()) {
                createTable(connection, kind);
                for (String zone : ZONES) {
                    writeAndFind(connection, Calendar.getInstance(TimeZone.getTimeZone(zone)));
                }
                writeAndFind(connection, Calendar.getInstance());
            }
        }
    }
}
