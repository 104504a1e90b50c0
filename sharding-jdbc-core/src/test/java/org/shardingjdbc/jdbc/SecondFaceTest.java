package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.engine.door.Door;
import org.shardingjdbc.engine.door.DoorRows;
import org.shardingjdbc.engine.door.Doors;
import org.shardingjdbc.engine.door.PreparedSql;
import org.shardingjdbc.engine.door.Reply;
import org.shardingjdbc.engine.door.RowColumn;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** A face that is not JDBC goes through the engine's door, and is told what JDBC is told. */
class SecondFaceTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:second_face_0;DB_CLOSE_DELAY=-1', username: sa, maximumPoolSize: 4}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:second_face_1;DB_CLOSE_DELAY=-1', username: sa, maximumPoolSize: 4}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_order}}
                t_item:
                  actualDataNodes: ds_${0..1}.t_item
                  databaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_item}}
                t_keyed:
                  actualDataNodes: ds_${0..1}.t_keyed
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                  keyGenerateStrategy: {column: id, keyGeneratorName: snowflake}
              shardingAlgorithms:
                by_user: {type: INLINE, props: {algorithm-expression: 'ds_${user_id % 2}'}}
                by_order: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 2}'}}
                by_item: {type: INLINE, props: {algorithm-expression: 'ds_${order_id % 2}'}}
              keyGenerators:
                snowflake: {type: SNOWFLAKE}
            """;
    private static final int USERS = 6;
    private static final int ORDERS_EACH = 5;

    private ShardingDataSource jdbc;
    private Door door;

    @BeforeEach
    void open() throws SQLException {
        for (int i = 0; i < 2; i++) {
            onDatabase(i, "CREATE TABLE t_order_0 (order_id INT PRIMARY KEY, user_id INT, amount DECIMAL(10, 2))");
            onDatabase(i, "CREATE TABLE t_order_1 (order_id INT PRIMARY KEY, user_id INT, amount DECIMAL(10, 2))");
            onDatabase(i, "CREATE TABLE t_item (order_id INT, name VARCHAR(20))");
            onDatabase(i, "CREATE TABLE t_keyed (id BIGINT PRIMARY KEY, user_id INT)");
        }
        ShardingConfiguration configuration = YamlConfigurations.parse(YAML, "test", PlaceholderType.NONE);
        jdbc = ShardingDataSourceFactory.create(configuration);
        door = jdbc.unwrap(Doors.class).open();
        fill();
    }

    private static void onDatabase(int number, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url(number), "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String url(int number) {
        return "jdbc:h2:mem:second_face_" + number + ";DB_CLOSE_DELAY=-1";
    }

    private void fill() throws SQLException {
        try (PreparedSql order = door.prepare("INSERT INTO t_order VALUES (?, ?, ?)");
                PreparedSql item = door.prepare("INSERT INTO t_item VALUES (?, ?)")) {
            for (int i = 0; i < USERS * ORDERS_EACH; i++) {
                assertThat(count(door.execute(order, List.of(i, i % USERS, i * 10), Door.Limits.NONE)))
                        .isOne();
                door.execute(item, List.of(i, "item " + i % 3), Door.Limits.NONE);
            }
        }
    }

    private static long count(Reply reply) {
        return ((Reply.Changes) reply).count();
    }

    @AfterEach
    void close() throws SQLException {
        door.close();
        jdbc.close();
        onDatabase(0, "SHUTDOWN");
        onDatabase(1, "SHUTDOWN");
    }

    /**
     * Of one node, merged by their order, of groups, and of tables whose rows are pulled together; steps, SHOW and
     * EXPLAIN.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM t_order WHERE user_id = 3 AND order_id = 9",
                "SELECT order_id, amount FROM t_order WHERE user_id = 3 ORDER BY order_id DESC",
                "SELECT order_id AS o, amount * 2 AS twice FROM t_order ORDER BY amount DESC, order_id LIMIT 7 OFFSET 2",
                "SELECT user_id, COUNT(*), SUM(amount), AVG(amount) FROM t_order GROUP BY user_id ORDER BY user_id",
                "SELECT o.user_id, i.name, COUNT(*) FROM t_order o JOIN t_item i ON i.order_id = o.order_id + 1"
                        + " GROUP BY o.user_id, i.name ORDER BY o.user_id, i.name",
                "SELECT order_id FROM t_order WHERE amount > (SELECT AVG(amount) FROM t_order) ORDER BY order_id",
                "SELECT * FROM t_order WHERE user_id = 100",
                "SELECT order_id FROM t_order WHERE amount < NULL",
                "EXPLAIN SHARDING SELECT COUNT(*) FROM t_order"
            })
    void rowsAreThoseOfJdbc(String sql) throws SQLException {
        try (Connection connection = jdbc.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet expected = statement.executeQuery();
                PreparedSql prepared = door.prepare(sql);
                DoorRows rows = rows(door.execute(prepared, List.of(), Door.Limits.NONE))) {
            assertThat(rows.columns()).isEqualTo(columns(expected.getMetaData()));
            assertThat(values(rows)).isEqualTo(values(expected));
        }
    }

    private static DoorRows rows(Reply reply) {
        return (DoorRows) reply;
    }

    private static List<RowColumn> columns(ResultSetMetaData described) throws SQLException {
        List<RowColumn> columns = new ArrayList<>();
        for (int i = 1; i <= described.getColumnCount(); i++) {
            columns.add(new RowColumn(
                    described.getColumnLabel(i),
                    described.getColumnName(i),
                    described.getTableName(i),
                    described.getColumnType(i),
                    described.getColumnTypeName(i),
                    described.getPrecision(i),
                    described.getScale(i)));
        }
        return columns;
    }

    private static List<List<Object>> values(DoorRows rows) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= rows.columns().size(); i++) {
                row.add(rows.value(i));
            }
            all.add(row);
        }
        return all;
    }

    private static List<List<Object>> values(ResultSet rows) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(rows.getObject(i));
            }
            all.add(row);
        }
        return all;
    }

    @Test
    void sqlIsPreparedOnceAndExecutedWithOtherValues() throws SQLException {
        try (PreparedSql prepared = door.prepare("SELECT order_id FROM t_order WHERE user_id = ? ORDER BY order_id")) {
            assertThat(prepared.parameterCount()).isOne();
            for (int user = 0; user < USERS; user++) {
                DoorRows rows = rows(door.execute(prepared, List.of(user), new Door.Limits(2, 0, 0)));
                assertThat(values(rows)).containsExactly(List.of(user), List.of(user + USERS));
            }
            assertThatThrownBy(() -> door.execute(prepared, List.of(), Door.Limits.NONE))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-" + ErrorCode.PARAMETER_MISSING.number());
        }
    }

    @Test
    void keysAreToldWithTheCount() throws SQLException {
        try (PreparedSql prepared = door.prepareForKeys("INSERT INTO t_keyed (user_id) VALUES (?), (?)")) {
            Reply.Changes changes = (Reply.Changes) door.execute(prepared, List.of(1, 2), Door.Limits.NONE);
            assertThat(changes.count()).isEqualTo(2);
            List<List<Object>> keys = values(changes.keys());
            assertThat(keys).hasSize(2);
            try (Connection connection = jdbc.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id FROM t_keyed ORDER BY user_id")) {
                assertThat(values(rows)).isEqualTo(keys);
            }
        }
    }

    /** The session has one transaction over all data sources, which ends as it says. */
    @Test
    void aTransactionIsTheSessions() throws SQLException {
        door.begin();
        try (PreparedSql delete = door.prepare("DELETE FROM t_order");
                PreparedSql left = door.prepare("SELECT COUNT(*) FROM t_order")) {
            assertThat(count(door.execute(delete, List.of(), Door.Limits.NONE))).isEqualTo(USERS * ORDERS_EACH);
            assertThat(values(rows(door.execute(left, List.of(), Door.Limits.NONE))))
                    .containsExactly(List.of(0L));
            door.rollback();
            assertThat(values(rows(door.execute(left, List.of(), Door.Limits.NONE))))
                    .containsExactly(List.of((long) USERS * ORDERS_EACH));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT FROM WHERE t_order", "INSERT INTO t_order (amount) VALUES (1)"})
    void whatIsRefusedIsToldAsByJdbc(String sql) throws SQLException {
        try (Connection connection = jdbc.getConnection()) {
            SQLException told = catchThrowableOfType(SQLException.class, () -> connection.prepareStatement(sql));
            assertThat(told.getMessage()).startsWith("SHD-");
            assertThatThrownBy(() -> door.prepare(sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessage(told.getMessage());
        }
    }

    /** On one node, on which it would take for ever. */
    @Test
    void anotherThreadCancels() throws SQLException {
        StringBuilder sql = new StringBuilder("SELECT COUNT(*) FROM t_item a");
        for (String alias : List.of("b", "c", "d", "e", "f", "g", "h", "i", "j")) {
            sql.append(" JOIN t_item ")
                    .append(alias)
                    .append(" ON ")
                    .append(alias)
                    .append(".order_id <> 1");
        }
        sql.append(" WHERE a.order_id = 2");
        for (String alias : List.of("b", "c", "d", "e", "f", "g", "h", "i", "j")) {
            sql.append(" AND ").append(alias).append(".order_id IN (2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26)");
        }
        try (PreparedSql endless = door.prepare(sql.toString())) {
            CompletableFuture<Reply> execution = CompletableFuture.supplyAsync(() -> {
                try {
                    return door.execute(endless, List.of(), Door.Limits.NONE);
                } catch (SQLException e) {
                    throw new IllegalStateException(e.getMessage(), e);
                }
            });
            while (!execution.isDone()) {
                door.cancel();
                Thread.onSpinWait();
            }
            assertThatThrownBy(execution::join).hasMessageContaining("SHD-" + ErrorCode.CANCELLED.number());
        }
        try (PreparedSql next = door.prepare("SELECT COUNT(*) FROM t_item")) {
            assertThat(values(rows(door.execute(next, List.of(), Door.Limits.NONE))))
                    .containsExactly(List.of((long) USERS * ORDERS_EACH));
        }
    }

    @Test
    void closingItGivesEveryConnectionBack() throws SQLException {
        PreparedSql prepared = door.prepare("SELECT * FROM t_order");
        DoorRows rows = rows(door.execute(prepared, List.of(), Door.Limits.NONE));
        assertThat(rows.next()).isTrue();
        door.close();

        for (DataSource pool : jdbc.dataSources().values()) {
            assertThat(((HikariDataSource) pool).getHikariPoolMXBean().getActiveConnections())
                    .isZero();
        }
        assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> door.execute(prepared, List.of(), Door.Limits.NONE))
                .isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> door.prepare("SELECT 1")).isInstanceOf(SQLException.class);
    }
}
