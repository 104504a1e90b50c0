package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Two data sources with three tables each, of which each data source reads all in one statement where that is exact.
 */
class UnionAllTest {
    private static final int ROWS = 60;
    private static final int NODES = 6;
    private static final int DATA_SOURCES = 2;
    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..2}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: mod_2
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: mod_3
                shardingAlgorithms:
                  mod_2: {type: MOD, props: {sharding-count: 2}}
                  mod_3: {type: MOD, props: {sharding-count: 3}}
            """;
    private static final String COLUMNS = "order_id, user_id, small, amount, status, born, created, at_time, big";

    private final JdbcProbe probe = new JdbcProbe();
    private Fixture<ShardingDataSource> shards;
    private DatabaseKind kind;

    private ShardingDataSource create(DatabaseKind database, String unionAll) throws SQLException, IOException {
        kind = database;
        shards = Fixture.on(kind, "united")
                .rules(RULES)
                .pool("maximumPoolSize: 1")
                .props("connection-linger-milliseconds: 0")
                .through(probe)
                .open(ShardingDataSourceFactory::create);
        ShardingDataSource dataSource = open(unionAll);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, small SMALLINT,"
                    + " amount DECIMAL(10,2), status VARCHAR(20), born DATE, created TIMESTAMP NULL, at_time TIME,"
                    + " big NUMERIC(30,10)" + ownColumns() + ")");
            for (int i = 0; i < ROWS; i++) {
                String created = i % 7 == 0 ? "NULL" : "'2024-01-02 03:04:" + (10 + i % 50) + "'";
                statement.execute("INSERT INTO t_order (" + COLUMNS + ") VALUES (" + i + ", " + i / NODES + ", " + i % 4
                        + ", " + i * 7 % 11 + ".50, 'S" + i % 5 + "', '2020-02-" + (10 + i % 9)
                        + "', " + created + ", '10:11:" + (10 + i % 50) + "', " + i + "12345678901234.5)");
            }
        }
        probe.reset();
        return dataSource;
    }

    /** Types that only MySQL and MariaDB have, or PostgreSQL, with a default value each. */
    private String ownColumns() {
        if (kind == DatabaseKind.POSTGRESQL) {
            return ", code CHAR(5) DEFAULT 'c ', note TEXT DEFAULT 'ß ', flag BOOLEAN DEFAULT true,"
                    + " uid UUID DEFAULT 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', real4 REAL DEFAULT 0.1,"
                    + " real8 DOUBLE PRECISION DEFAULT 0.1, doc JSONB DEFAULT '{\"b\": 1, \"a\": 2}', plain JSON DEFAULT '{\"a\" : 1}',"
                    + " moment TIMESTAMPTZ(3) DEFAULT '2021-02-03 04:05:06.789+02', zoned TIMETZ DEFAULT '04:05:06+02',"
                    + " narrow SMALLINT DEFAULT -7, digits NUMERIC DEFAULT 1.10";
        }
        return !kind.speaksMySql()
                ? ""
                : ", code CHAR(5) DEFAULT 'c ', natural_number BIGINT UNSIGNED DEFAULT 18446744073709551615,"
                        + " tiny TINYINT UNSIGNED NOT NULL DEFAULT 200, middle MEDIUMINT DEFAULT -7,"
                        + " fine DATETIME(3) DEFAULT '2021-02-03 04:05:06.789',"
                        + " finest TIMESTAMP(6) NULL DEFAULT '2021-02-03 04:05:06.789012',"
                        + " long_time TIME(2) DEFAULT '"
                        // Connector/J reads times of a day only
                        + (kind == DatabaseKind.MARIADB ? "-100" : "10")
                        + ":11:12.34', latin VARCHAR(9) CHARACTER SET latin1 DEFAULT 'ä ',"
                        + " bin VARCHAR(900) COLLATE utf8mb4_bin DEFAULT 'ß '";
    }

    private String ownNames() {
        if (kind == DatabaseKind.POSTGRESQL) {
            return ", code, note, flag, uid, real4, real8, doc, plain, moment, zoned, narrow, digits";
        }
        return !kind.speaksMySql() ? "" : ", code, natural_number, tiny, middle, fine, finest, long_time, latin, bin";
    }

    private ShardingDataSource open(String unionAll) throws SQLException, IOException {
        return shards.another("union-all: " + unionAll);
    }

    @AfterEach
    void close() throws SQLException {
        assertThat(probe.open().statements()).isZero();
        assertThat(probe.open().resultSets()).isZero();
        shards.close();
    }

    private long calls(String method) {
        return probe.calls().stream()
                .filter(call -> call.is("PreparedStatement", method)
                        || call.is("Connection", method) && call.sql().contains("t_order")
                        || call.is("Statement", method) && call.sql().contains("t_order"))
                .count();
    }

    /** How many statements the databases were sent for a query. */
    private long executions(ShardingDataSource dataSource, String sql, Object... parameters) throws SQLException {
        probe.reset();
        read(dataSource, sql, parameters);
        return calls("execute");
    }

    /** How many of them are unions. */
    private long unions(ShardingDataSource dataSource, String sql) throws SQLException {
        probe.reset();
        read(dataSource, sql);
        return probe.calls().stream()
                .filter(call ->
                        call.is("Connection", "prepareStatement") && call.sql().contains(") UNION ALL ("))
                .count();
    }

    /** All that can be read: the columns' descriptions, then each value as text, and with its class. */
    private static List<String> read(ShardingDataSource dataSource, String sql, Object... parameters)
            throws SQLException {
        List<String> all = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                int columns = rows.getMetaData().getColumnCount();
                for (int column = 1; column <= columns; column++) {
                    all.add(described(rows.getMetaData(), column));
                }
                while (rows.next()) {
                    for (int column = 1; column <= columns; column++) {
                        Object value = rows.getObject(column);
                        all.add(rows.getString(column) + " " + value + (value == null ? "" : value.getClass()));
                    }
                }
            }
        }
        return all;
    }

    private static String described(ResultSetMetaData columns, int column) throws SQLException {
        return columns.getColumnLabel(column)
                + " " + columns.getColumnName(column)
                + " " + columns.getTableName(column)
                + " " + columns.getColumnTypeName(column)
                + " " + columns.getColumnType(column)
                + " " + columns.getColumnClassName(column)
                + " " + columns.getPrecision(column)
                + " " + columns.getScale(column)
                + " " + columns.getColumnDisplaySize(column)
                + " " + columns.isNullable(column)
                + " " + columns.isSigned(column)
                + " " + columns.isAutoIncrement(column)
                + " " + columns.isReadOnly(column);
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void nobodyCanTell(DatabaseKind database) throws SQLException, IOException {
        ShardingDataSource united = create(database, "always");
        ShardingDataSource single = open("never");
        String[] queries = {
            "SELECT " + COLUMNS + ownNames() + " FROM t_order ORDER BY order_id LIMIT 17",
            "SELECT " + COLUMNS + " FROM t_order ORDER BY created DESC, amount, order_id DESC LIMIT 20 OFFSET 9",
            "SELECT status AS s, amount FROM t_order ORDER BY born, order_id LIMIT 11",
            "SELECT COUNT(*), COUNT(created), SUM(amount), AVG(amount) AS a, MIN(small), MAX(order_id), SUM(big) FROM t_order",
            "SELECT SUM(amount), MIN(amount), AVG(small) FROM t_order WHERE order_id < 0",
            "SELECT o.status, o.amount FROM t_order o WHERE o.status <> 'S1' ORDER BY o.order_id LIMIT 5",
            "SELECT status, COUNT(*), SUM(amount), AVG(amount) FROM t_order GROUP BY status",
            "SELECT born, small, MIN(created), COUNT(created) FROM t_order GROUP BY small, born ORDER BY born DESC, 2",
            "SELECT COUNT(*) AS n FROM t_order GROUP BY created",
            "SELECT status, SUM(big) FROM t_order GROUP BY status ORDER BY SUM(big) DESC, status LIMIT 3 OFFSET 1",
            "SELECT small FROM t_order GROUP BY small LIMIT 3",
            "SELECT " + COLUMNS + " FROM t_order WHERE order_id BETWEEN 3 AND 41 ORDER BY status DESC, order_id",
            "SELECT DISTINCT status FROM t_order WHERE order_id BETWEEN 3 AND 41 ORDER BY status",
            "SELECT DISTINCT status FROM t_order WHERE order_id > 3 AND order_id <= 41 ORDER BY status LIMIT 2 OFFSET 1",
            "SELECT DISTINCT created, small FROM t_order WHERE order_id IN (1, 2, 3, 9, 11, 7, 14, 21) ORDER BY 2, 1",
            "SELECT DISTINCT small FROM t_order WHERE order_id BETWEEN 3 AND 41 ORDER BY small",
            "SELECT amount FROM t_order WHERE order_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9) ORDER BY created, order_id"
        };
        for (String sql : queries) {
            assertThat(String.join("\n", read(united, sql))).as(sql).isEqualTo(String.join("\n", read(single, sql)));
            assertThat(unions(united, sql)).as(sql).isEqualTo(DATA_SOURCES);
            assertThat(unions(single, sql)).as(sql).isZero();
        }
    }

    /** By types whose values it may be that only their own database compares. */
    @Test
    void groupsByTypesOfPostgreSqlAreThoseOfItsTables() throws SQLException, IOException {
        ShardingDataSource united = create(DatabaseKind.POSTGRESQL, "always");
        ShardingDataSource single = open("never");
        try (Connection connection = united.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE t_order SET code = 'b' || small, note = 'n' || small, flag = small > 1,"
                    + " uid = ('00000000-0000-0000-0000-00000000000' || small)::uuid, real4 = small, real8 = -small,"
                    + " doc = ('{\"a\": ' || small || '}')::jsonb,"
                    + " moment = TIMESTAMPTZ '2021-02-03 04:05:06+02' + small * INTERVAL '1 day',"
                    + " zoned = TIMETZ '04:05:06+02' + small * INTERVAL '1 hour', narrow = small, digits = small / 3.0"
                    + " WHERE small > 0");
        }
        for (String column : List.of(
                "code", "note", "flag", "uid", "real4", "real8", "doc", "moment", "zoned", "narrow", "digits")) {
            for (String sql : List.of(
                    "SELECT " + column + ", COUNT(*), MIN(order_id) FROM t_order GROUP BY " + column + " ORDER BY 2, 3",
                    "SELECT COUNT(*) FROM t_order GROUP BY " + column + " ORDER BY 1",
                    "SELECT " + column + " FROM t_order WHERE order_id BETWEEN 0 AND 40 ORDER BY " + column
                            + ", order_id",
                    "SELECT DISTINCT " + column + " FROM t_order WHERE order_id BETWEEN 0 AND 40 ORDER BY " + column,
                    "SELECT MIN(moment), MAX(moment), COUNT(" + column + ") FROM t_order")) {
                assertThat(answer(united, sql)).as(sql).isEqualTo(answer(single, sql));
            }
        }
    }

    /** What is read, or the error. */
    private static String answer(ShardingDataSource dataSource, String sql) {
        try {
            return String.join("\n", read(dataSource, sql));
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void groupsAreNotHeld(DatabaseKind database) throws SQLException, IOException {
        create(database, "never");
        ShardingDataSource united = shards.another("union-all: always", "max-rows-in-memory: 20");
        for (String sql : List.of(
                "SELECT order_id, COUNT(*) FROM t_order GROUP BY order_id",
                "SELECT created, COUNT(*), order_id FROM t_order GROUP BY order_id, created ORDER BY order_id DESC")) {
            assertThat(read(united, sql)).as(sql).hasSizeGreaterThan(ROWS);
            assertThat(unions(united, sql)).as(sql).isEqualTo(DATA_SOURCES);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void parametersAreThoseOfEachBranchAndOfTheWhole(DatabaseKind database) throws SQLException, IOException {
        ShardingDataSource united = create(database, "always");
        ShardingDataSource single = open("never");
        String page = "SELECT order_id FROM t_order WHERE order_id > ? ORDER BY order_id LIMIT ? OFFSET ?";
        assertThat(read(united, page, 5, 7, 3))
                .isEqualTo(read(single, page, 5, 7, 3))
                .hasSize(1 + 7);
        assertThat(executions(united, page, 5, 7, 3)).isEqualTo(DATA_SOURCES);
        String list = "SELECT order_id FROM t_order WHERE order_id IN (?, ?, ?, ?, ?, ?) ORDER BY order_id LIMIT ?";
        assertThat(read(united, list, 1, 2, 3, 4, 5, 59, 5))
                .isEqualTo(read(single, list, 1, 2, 3, 4, 5, 59, 5))
                .hasSize(1 + 5);
        assertThat(executions(united, list, 1, 2, 3, 4, 5, 59, 5)).isEqualTo(DATA_SOURCES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT order_id, amount FROM t_order ORDER BY amount DESC, order_id LIMIT 10",
                "SELECT order_id, status FROM t_order LIMIT 10",
                "SELECT order_id, status FROM t_order WHERE order_id IN (1, 2, 3, 4)",
                "SELECT COUNT(*), SUM(amount) FROM t_order",
                "SELECT order_id, status FROM t_order",
                "SELECT order_id, status FROM t_order WHERE order_id BETWEEN 7 AND 30",
                "SELECT status, COUNT(*) FROM t_order GROUP BY status",
                "SELECT small, COUNT(*), AVG(amount) FROM t_order GROUP BY small ORDER BY 2 DESC, small LIMIT 2",
                "SELECT order_id, status FROM t_order ORDER BY status LIMIT 10",
                "SELECT status FROM t_order WHERE order_id BETWEEN 7 AND 30 ORDER BY status",
                "SELECT DISTINCT status FROM t_order WHERE order_id BETWEEN 7 AND 30 ORDER BY status",
                "SELECT DISTINCT status FROM t_order WHERE order_id IN (1, 2, 3, 4, 5, 6, 7)",
                "SELECT DISTINCT order_id FROM t_order LIMIT 10"
            })
    void oneStatementForADataSourceOfMariaDb(String sql) throws SQLException, IOException {
        assertThat(executions(create(DatabaseKind.MARIADB, "auto"), sql)).isEqualTo(DATA_SOURCES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT order_id, status FROM t_order ORDER BY order_id",
                "SELECT order_id, status FROM t_order ORDER BY order_id LIMIT 101",
                "SELECT order_id, status FROM t_order ORDER BY status LIMIT 10000",
                "SELECT status FROM t_order WHERE order_id BETWEEN 7 AND 10000 ORDER BY status",
                "SELECT status FROM t_order WHERE user_id BETWEEN 7 AND 8 ORDER BY status",
                "SELECT status FROM t_order WHERE order_id BETWEEN 7 AND 8 OR small = 3 ORDER BY status",
                "SELECT DISTINCT status FROM t_order ORDER BY status",
                "SELECT * FROM t_order ORDER BY order_id LIMIT 10",
                "SELECT order_id, 'x' FROM t_order LIMIT 10",
                "SELECT order_id, amount + 1 FROM t_order LIMIT 10",
                "SELECT order_id, status FROM t_order LIMIT 10 FOR UPDATE",
                "SELECT status, COUNT(*) FROM t_order GROUP BY status HAVING COUNT(*) > 1",
                "SELECT small, COUNT(*) FROM t_order GROUP BY small ORDER BY MAX(status), small",
                "SELECT amount + 1, COUNT(*) FROM t_order GROUP BY amount + 1",
                "SELECT COUNT(DISTINCT amount) FROM t_order"
            })
    void severalStatementsOtherwise(String sql) throws SQLException, IOException {
        assertThat(executions(create(DatabaseKind.MARIADB, "auto"), sql)).isEqualTo(NODES);
    }

    @Test
    void columnsAreAskedForOnceAndOnlyWhereSomebodyReadsThem() throws SQLException, IOException {
        ShardingDataSource united = create(DatabaseKind.MARIADB, "auto");
        String sql = "SELECT order_id FROM t_order ORDER BY order_id LIMIT 4";
        try (Connection connection = united.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getLong("order_id")).isZero();
            assertThat(calls("prepareStatement")).isEqualTo(DATA_SOURCES);
            assertThat(rows.getMetaData().getTableName(1)).isEqualTo("t_order");
            assertThat(rows.getMetaData().getTableName(1)).isEqualTo("t_order");
            assertThat(calls("prepareStatement")).isEqualTo(DATA_SOURCES + 1);
        }
        probe.reset();
        read(united, sql);
        assertThat(calls("prepareStatement")).isEqualTo(DATA_SOURCES);
    }

    /** Nobody's bound of what a merge may hold fails a statement that drivers would have held as well. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void fewRowsAreSortedWhateverMayBeHeld(DatabaseKind database) throws SQLException, IOException {
        create(database, "never");
        ShardingDataSource united = shards.another("union-all: always", "max-rows-in-memory: 5");
        String sql = "SELECT DISTINCT order_id FROM t_order WHERE order_id BETWEEN 7 AND 30 ORDER BY order_id";
        assertThat(read(united, sql)).hasSize(1 + 24);
        assertThat(unions(united, sql)).isEqualTo(DATA_SOURCES);
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void maxRowsAreThoseOfTheMerge(DatabaseKind database) throws SQLException, IOException {
        ShardingDataSource united = create(database, "always");
        try (Connection connection = united.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(3);
            List<String> read = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery(
                    "SELECT DISTINCT status FROM t_order WHERE order_id BETWEEN 1 AND 50 ORDER BY status DESC")) {
                while (rows.next()) {
                    read.add(rows.getString(1));
                }
            }
            assertThat(read).containsExactly("S4", "S3", "S2");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void maxRowsTimeoutAndFetchSizeAreOfTheWhole(DatabaseKind database) throws SQLException, IOException {
        ShardingDataSource united = create(database, "always");
        try (Connection connection = united.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(7);
            statement.setQueryTimeout(30);
            statement.setFetchSize(2);
            for (boolean autoCommit : new boolean[] {true, false}) {
                connection.setAutoCommit(autoCommit);
                List<Long> read = new ArrayList<>();
                try (ResultSet rows =
                        statement.executeQuery("SELECT order_id FROM t_order ORDER BY order_id LIMIT 40")) {
                    assertThat(rows.getMetaData().getTableName(1)).isEqualToIgnoringCase("t_order");
                    while (rows.next()) {
                        read.add(rows.getLong(1));
                    }
                }
                assertThat(read).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
            }
            connection.commit();
        }
    }

    /** Which this one is not told of. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void typesAreThoseOfTablesThatAnotherInstanceHasRedefined(DatabaseKind database) throws SQLException, IOException {
        try (ShardingDataSource dataSource = create(database, "always");
                ShardingDataSource other = open("always")) {
            assertThat(typeOfSmall(dataSource)).isEqualTo(JDBCType.SMALLINT);
            try (Connection connection = other.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        database == DatabaseKind.POSTGRESQL
                                ? "ALTER TABLE t_order ALTER COLUMN small TYPE BIGINT"
                                : "ALTER TABLE t_order MODIFY small BIGINT");
            }
            assertThat(typeOfSmall(dataSource)).isEqualTo(JDBCType.BIGINT);
        }
    }

    private static JDBCType typeOfSmall(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT small FROM t_order")) {
            assertThat(rows.getMetaData().getTableName(1)).isEqualToIgnoringCase("t_order");
            return JDBCType.valueOf(rows.getMetaData().getColumnType(1));
        }
    }
}
