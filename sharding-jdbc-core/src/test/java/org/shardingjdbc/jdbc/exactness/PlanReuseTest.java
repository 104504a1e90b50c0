package org.shardingjdbc.jdbc.exactness;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * One prepared statement, executed with values of many classes that lead to one node, to several, to all and to none.
 */
class PlanReuseTest {
    private static final Object[][] KEYS = {
        {1}, {2L}, {null}, {"3"}, {new BigDecimal("2")}, {99}, {(short) 1}, {-2}, {2147483647}, {1L}
    };

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void answersEachExecutionByItsOwnValues(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = ExactnessSchema.create(TestServer.of(kind), "reuse");
                Connection plain = shards.plain().getConnection();
                Connection logical = shards.sharded().getConnection()) {
            create(plain);
            create(logical);
            Object[][] keys = kind == DatabaseKind.POSTGRESQL
                    ? Arrays.stream(KEYS)
                            .filter(key -> !(key[0] instanceof String))
                            .toArray(Object[][]::new)
                    : KEYS;
            check(plain, logical, "SELECT ticket_id FROM t_ticket WHERE tenant_id = ?", keys);
            check(plain, logical, "SELECT COUNT(*), SUM(weight) FROM t_ticket WHERE tenant_id = ?", keys);
            check(plain, logical, "SELECT title, COUNT(*) FROM t_ticket WHERE tenant_id <= ? GROUP BY title", keys);
            check(plain, logical, "SELECT ticket_id FROM t_ticket WHERE tenant_id IN (?, ?, ?)", pairs(keys));
            check(plain, logical, "SELECT ticket_id FROM t_ticket WHERE tenant_id NOT IN (?, ?, ?)", pairs(keys));
            check(
                    plain,
                    logical,
                    "SELECT ticket_id FROM t_ticket WHERE tenant_id BETWEEN ? AND ? OR weight = ?",
                    pairs(keys));
            check(
                    plain,
                    logical,
                    "SELECT ticket_id FROM t_ticket WHERE NOT (tenant_id > ? AND tenant_id < ?) AND weight <> ?",
                    pairs(keys));
            checkTimes(plain, logical);
            checkWrites(plain, logical);
        }
    }

    private static void checkTimes(Connection plain, Connection logical) throws SQLException {
        Object[][] moments = {
            {Timestamp.valueOf("2024-02-01 00:00:00")},
            {LocalDateTime.of(2024, 1, 31, 23, 59, 59)},
            {LocalDateTime.of(2024, 3, 1, 0, 0)},
            {null},
            {Timestamp.valueOf("2030-01-01 00:00:00")}
        };
        check(plain, logical, "SELECT n FROM t_event WHERE happened < ?", moments);
        check(plain, logical, "SELECT n FROM t_event WHERE happened >= ?", moments);
        Object[][] days = {
            {Date.valueOf("2024-02-01")}, {LocalDate.of(2024, 1, 31)}, {null}, {LocalDate.of(2024, 2, 29)}
        };
        check(plain, logical, "SELECT n FROM t_day WHERE d = ?", days);
        check(plain, logical, "SELECT n FROM t_day WHERE d <= ?", days);
    }

    private static void checkWrites(Connection plain, Connection logical) throws SQLException {
        for (Connection connection : List.of(plain, logical)) {
            String insert =
                    "INSERT INTO t_ticket (ticket_id, tenant_id, title, weight) VALUES (?, ?, ?, 5), (?, ?, 'b', ?)";
            try (PreparedStatement statement = connection.prepareStatement(insert)) {
                for (int i = 0; i < 6; i++) {
                    Object[] row = {100 + i, i, "x" + i, 200 + i, i % 2 == 0 ? (Object) 4L : 1, i};
                    set(statement, row);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
            String update = "UPDATE t_ticket SET weight = ?, title = ? WHERE tenant_id = ? OR ticket_id = ?";
            try (PreparedStatement statement = connection.prepareStatement(update)) {
                Object[][] rows = {{7, "u", 1, 104}, {8, null, 77, 203}, {null, "n", null, 205}};
                for (Object[] row : rows) {
                    set(statement, row);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        }
        check(plain, logical, "SELECT * FROM t_ticket WHERE ticket_id <> ?", new Object[][] {{-1}});
    }

    private static Object[][] pairs(Object[][] keys) {
        Object[][] pairs = new Object[keys.length][];
        for (int i = 0; i < keys.length; i++) {
            pairs[i] = new Object[] {keys[i][0], keys[(i + 1) % keys.length][0], keys[(i + 3) % keys.length][0]};
        }
        return pairs;
    }

    private static void check(Connection plain, Connection logical, String sql, Object[][] values) throws SQLException {
        try (PreparedStatement one = plain.prepareStatement(sql);
                PreparedStatement other = logical.prepareStatement(sql)) {
            for (Object[] row : values) {
                assertThat(rows(other, row))
                        .as("%s with %s", sql, Arrays.toString(row))
                        .isEqualTo(rows(one, row));
            }
        }
    }

    private static List<List<Object>> rows(PreparedStatement statement, Object[] values) throws SQLException {
        set(statement, values);
        List<List<Object>> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery()) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
        }
        rows.sort(Comparator.comparing(List::toString));
        return rows;
    }

    private static void set(PreparedStatement statement, Object[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    private static void create(Connection connection) throws SQLException {
        String[] statements = {
            "CREATE TABLE t_ticket (ticket_id INT NOT NULL, tenant_id INT NOT NULL, title VARCHAR(20), weight INT)",
            "CREATE TABLE t_event (happened TIMESTAMP NOT NULL, n INT)",
            "CREATE TABLE t_day (d DATE NOT NULL, n INT)",
            "INSERT INTO t_ticket VALUES (1, 1, 'a', 3), (2, 1, 'b', 1), (3, 2, 'a', 2), (4, 3, NULL, 5),"
                    + " (5, 3, 'c', NULL), (6, 8, 'z', 4), (7, 2, 'a', 2)",
            "INSERT INTO t_event VALUES ('2024-01-31 23:59:59', 1), ('2024-02-01 00:00:00', 2), ('2024-05-01 00:00:00', 3)",
            "INSERT INTO t_day VALUES ('2024-01-31', 1), ('2024-02-01', 2), ('2024-02-29', 3), ('2024-06-30', 4)"
        };
        for (String sql : statements) {
            try (var statement = connection.createStatement()) {
                statement.executeUpdate(sql);
            }
        }
    }
}
