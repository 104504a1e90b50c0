package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.mysql.MariaDbMoves;
import org.shardingjdbc.scaling.internal.mysql.MySqlMoves;
import org.shardingjdbc.scaling.internal.mysql.XaSettling;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.shardingjdbc.testkit.TestServer;

/** Tables of MySQL and MariaDB get another layout while they are written. */
abstract class BinlogMovesTest {
    private static final int ROWS = 6_000;
    private static final int WRITERS = 3;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(8);
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 8}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
            rules:
            - !SINGLE
              tables: ["*.*"]
            """;
    private static final String SHARDING = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id % 2}'}}
                tables: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 2}'}}
            """;
    private static final String MORE_NODES = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_new_${0..3}
                  databaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${order_id % 2}'}}
                tables: {type: INLINE, props: {algorithm-expression: 't_order_new_${user_id % 4}'}}
            """;

    private final BinlogServer kind;
    private final TestServer server;
    private String first;
    private String second;

    BinlogMovesTest(BinlogServer kind) {
        this.kind = kind;
        this.server = kind.server();
    }

    @BeforeEach
    void databases() {
        first = server.createDatabase("binlog_0");
        second = server.createDatabase("binlog_1");
    }

    private void orders(int rows) throws SQLException {
        execute(first, """
                CREATE TABLE t_order (
                  order_id BIGINT NOT NULL PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL,
                  note VARCHAR(200) CHARACTER SET utf8mb4 DEFAULT 'none; it''s', price DECIMAL(12, 3),
                  twice INT GENERATED ALWAYS AS (amount * 2) STORED, half INT GENERATED ALWAYS AS (amount / 2) VIRTUAL,
                  counted BIGINT NOT NULL AUTO_INCREMENT, UNIQUE KEY counted (counted, order_id), KEY user (user_id, amount),
                  CONSTRAINT t_order_amount CHECK (amount >= 0)) COMMENT 'what''s ordered'""");
        try (Connection connection = DriverManager.getConnection(first, server.user(), server.password())) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t_order (order_id, user_id, amount, note, price) VALUES (?, ?, ?, ?, ?)")) {
                for (int key = 1; key <= rows; key++) {
                    insert.setLong(1, key);
                    insert.setInt(2, WrittenTable.user(key));
                    insert.setInt(3, WrittenTable.amount(key));
                    insert.setString(4, key % 3 == 0 ? null : "ü€" + key + "\n\\'");
                    insert.setString(5, key + ".125");
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        }
    }

    private void execute(String url, String... statements) throws SQLException {
        BinlogServer.execute(server, url, statements);
    }

    private List<String> texts(String url, String sql) throws SQLException {
        return BinlogServer.texts(server, url, sql);
    }

    private ShardingConfiguration configuration(String more) {
        return YamlConfigurations.parse(
                SOURCES.formatted(first, server.user(), server.password(), second) + more,
                "scaling.yaml",
                PlaceholderType.NONE);
    }

    private List<String> tables(String url) throws SQLException {
        return texts(
                url,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY table_name");
    }

    @Test
    void everyAcknowledgedWriteIsThereOnce() throws Exception {
        orders(ROWS);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            written.start();
            try (ScalingJob job = ScalingJob.of(dataSource, "shard", configuration(SHARDING), List.of("t_order"))) {
                ScalingPlan plan = job.plan();
                assertThat(plan.obstacles()).isEmpty();
                job.start();
                job.awaitFollowing(LONG);
                assertThat(job.check()).isGreaterThan(ROWS / 2);
                System.out.println(kind + " waited " + job.switchOver(STALL).toMillis() + " ms");
                assertThat(dataSource.dataNodes("t_order")).isEqualTo(plan.targets());
                TimeUnit.MILLISECONDS.sleep(200);
                job.check();
                written.end();
                job.complete();
            }
            try (ScalingJob job = ScalingJob.of(dataSource, "grow", configuration(MORE_NODES), List.of("t_order"));
                    WrittenTable again = written.goOn()) {
                job.start();
                job.awaitFollowing(LONG);
                job.check();
                System.out.println(kind + " waited " + job.switchOver(STALL).toMillis() + " ms");
                TimeUnit.MILLISECONDS.sleep(200);
                again.end();
                job.complete();
            }
            assertThat(dataSource.dataNodes("t_order")).hasSize(8);
            assertThat(tables(first))
                    .containsExactly("t_order_new_0", "t_order_new_1", "t_order_new_2", "t_order_new_3");
            assertThat(tables(second)).isEqualTo(tables(first));
            assertThat(texts(second, "SELECT COUNT(*) FROM t_order_new_1 WHERE twice <> 2 * amount OR half IS NULL"))
                    .containsExactly("0");
            assertThat(texts(
                            second,
                            "SELECT DISTINCT index_name FROM information_schema.statistics WHERE table_schema = DATABASE()"
                                    + " AND table_name = 't_order_new_2' ORDER BY index_name"))
                    .containsExactlyInAnyOrder("PRIMARY", "counted", "user");
        }
    }

    @Test
    void theWayBackHasAllThatWasWrittenInTheNewLayout() throws Exception {
        orders(ROWS);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            written.start();
            try (ScalingJob job = ScalingJob.of(dataSource, "shard", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                job.switchOver(STALL);
                TimeUnit.MILLISECONDS.sleep(300);
                job.check();
                job.reverse(STALL);
                TimeUnit.MILLISECONDS.sleep(200);
                written.end();
                assertThat(dataSource.dataNodes("t_order")).containsExactly("ds_0.t_order");
                job.cancel();
            }
            written.assertAll();
            assertThat(tables(first)).containsExactly("t_order");
            assertThat(tables(second)).isEmpty();
        }
    }

    @Test
    void aServerThatIsKilledIsWaitedFor() throws Exception {
        orders(ROWS);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "server", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            execute(first, "UPDATE t_order SET amount = amount + 1");
            server.kill();
            server.restart();
            execute(first, "DELETE FROM t_order WHERE order_id % 3 = 0");
            assertThat(eventuallyChecked(job)).isEqualTo(ROWS - ROWS / 3);
            job.switchOver(STALL);
            job.complete();
        }
    }

    private static long eventuallyChecked(ScalingJob job) throws Exception {
        long end = System.nanoTime() + LONG.toNanos();
        while (true) {
            try {
                return job.check();
            } catch (SQLException e) {
                if (System.nanoTime() - end > 0 || job.progress().phase() != ScalingPhase.FOLLOWING) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    @Test
    void aJobThatIsBrokenOffGoesOn() throws Exception {
        orders(100);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            try (ScalingJob job = ScalingJob.of(dataSource, "broken", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
            }
            execute(first, "UPDATE t_order SET amount = amount + 1", "DELETE FROM t_order WHERE order_id <= 10");
            try (ScalingJob again = ScalingJob.of(dataSource, "broken", configuration(SHARDING), List.of("t_order"))) {
                again.start();
                again.awaitFollowing(LONG);
                assertThat(again.check()).isEqualTo(90);
                again.cancel();
            }
            assertThat(tables(first)).containsExactly("t_order");
        }
    }

    /** What holds all types, with extreme values; each row comes by the copy, by the log, or by both. */
    @Test
    void everyTypeTravelsAsItIs() throws Exception {
        execute(first, """
                CREATE TABLE t_order (
                  order_id BIGINT UNSIGNED NOT NULL, code VARCHAR(20) CHARACTER SET latin1 NOT NULL, user_id INT NOT NULL,
                  t1 TINYINT, t2 TINYINT UNSIGNED, t3 TINYINT(1), s1 SMALLINT, s2 SMALLINT UNSIGNED ZEROFILL,
                  m1 MEDIUMINT, m2 MEDIUMINT UNSIGNED, i1 INT, i2 INT UNSIGNED, b1 BIGINT, b2 BIGINT UNSIGNED,
                  d1 DECIMAL(65, 30), d2 DECIMAL(10, 0), d3 DECIMAL(20, 5) UNSIGNED ZEROFILL, f FLOAT, fd FLOAT(9, 3), g DOUBLE,
                  bit1 BIT(1), bit17 BIT(17), bit64 BIT(64),
                  c1 CHAR(20) CHARACTER SET utf8mb4, c2 CHAR(10) CHARACTER SET latin1, c3 CHAR(10) CHARACTER SET utf16,
                  v1 VARCHAR(300) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, v2 VARCHAR(20) CHARACTER SET latin1,
                  v3 VARCHAR(20) CHARACTER SET utf32, v4 VARCHAR(20) CHARACTER SET sjis, x1 TINYTEXT, x2 TEXT CHARACTER SET ucs2,
                  x3 LONGTEXT, n1 BINARY(8), n2 VARBINARY(300), l1 TINYBLOB, l2 LONGBLOB,
                  e ENUM('a', 'it''s', 'ü,b') CHARACTER SET utf8mb4, se SET('x', 'y', 'z'), j JSON,
                  day DATE, dt DATETIME, dt6 DATETIME(6), dt1 DATETIME(1), ts TIMESTAMP NULL, ts3 TIMESTAMP(3) NULL,
                  ti TIME, ti6 TIME(6), ti3 TIME(3), ti1 TIME(1), y YEAR,
                  hash INT GENERATED ALWAYS AS (user_id * 3) VIRTUAL, sum INT GENERATED ALWAYS AS (user_id + 1) STORED,
                  last VARCHAR(10) CHARACTER SET utf8mb4 DEFAULT '`),\\n',
                  PRIMARY KEY (order_id, code), FULLTEXT KEY words (x3), KEY part (x1(10)), UNIQUE KEY b (b2, order_id, code))""");
        String columns = String.join(
                ", ",
                "t1, t2, t3, s1, s2, m1, m2, i1, i2, b1, b2, d1, d2, d3, f, fd, g, bit1, bit17, bit64, c1, c2, c3",
                "v1, v2, v3, v4, x1, x2, x3, n1, n2, l1, l2, e, se, j, day, dt, dt6, dt1, ts, ts3, ti, ti6, ti3, ti1, y, last");
        List<String> rows = new ArrayList<>();
        rows.add(
                "-128, 0, 0, -32768, 0, -8388608, 0, -2147483648, 0, -9223372036854775808, 0,"
                        + " -99999999999999999999999999999999999.999999999999999999999999999999, -9999999999, 0, -3.402823466E+38, -0.001,"
                        + " -1.7976931348623157E+308, b'0', 0, 0, '', '', '', '', '', '', '', '', '', '', '', '', '', '', 'a', '',"
                        + " '{}', '0000-00-00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', "
                        + "'1000-01-01 00:00:00.1', '1970-01-01 00:00:01',"
                        + " '1970-01-01 00:00:01.001', '-838:59:59', '-838:59:59.000000', '-00:00:00.001', '-00:00:00.1', 0, ''");
        rows.add(
                "127, 255, 1, 32767, 65535, 8388607, 16777215, 2147483647, 4294967295, 9223372036854775807, 18446744073709551615,"
                        + " 99999999999999999999999999999999999.999999999999999999999999999999, "
                        + "9999999999, 12.5, 1.17549435E-38, 123456.789,"
                        + " 2.2250738585072014E-308, b'1', b'10000000000000001', b'" + "1".repeat(64)
                        + "', 'ü€😀', 'ü€', 'ü€😀',"
                        + " 'trailing  ', 'ÿ', '😀', 'ソ表', 'it''s \\\\ \"', 'ucs', '`x`', "
                        + "x'0001020000000000', x'00ff27225c0a00', x'ff00', x'00',"
                        + " 'ü,b', 'x,z',"
                        + " '{\"a\": [1, 1.0, 1.5e300, -0.1, 18446744073709551615, -9223372036854775808, "
                        + "null, true, false, \"ü\\\\n\\\\\"\\\\u0001\"], \"\": {\"b\": {}}}',"
                        + " '9999-12-31', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999999', "
                        + "'2026-02-31 00:00:00', '2038-01-19 03:14:07',"
                        + " '2026-10-25 00:30:00.999', '838:59:59', '-12:34:56.000001', '-99:00:00.999', '00:00:00.9', 2155, '€'");
        rows.add("NULL" + ", NULL".repeat(48));
        rows.add(
                "1, 2, 5, 3, 4, 5, 6, 7, 8, 9, 10, 0.1, 1, 1, 0.1, 0.1, 0.1, b'1', 1, 9223372036854775808, 'a', 'b', 'c', 'd', 'e', 'f',"
                        + " 'g', REPEAT('t', 255), REPEAT('u', 3000), REPEAT('€', 30000), 'n', REPEAT(x'00', 300), REPEAT(x'0a', 255),"
                        + " REPEAT(x'27', 70000), '', 'x,y,z', '\"s\"', '2026-00-00', '2026-02-30 12:00:00', '0000-00-00 00:00:00.000001',"
                        + " '0001-01-01 00:00:00.9', '0000-00-00 00:00:00', NULL, '24:00:01', "
                        + "'100:00:00.5', '-00:00:59.001', '-01:00:00.5', 1901, 'x'");
        String lenient =
                "SET SESSION sql_mode = 'ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO', time_zone = '+00:00', NAMES utf8mb4";
        List<String> values = rows;
        try (Connection connection = DriverManager.getConnection(first, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(lenient.replace(", NAMES utf8mb4", ""));
            write(statement, columns, values, 0);
            try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                    ScalingJob job = ScalingJob.of(dataSource, "types", configuration(SHARDING), List.of("t_order"))) {
                assertThat(job.plan().obstacles()).isEmpty();
                job.start();
                job.awaitFollowing(LONG);
                assertThat(job.check()).isEqualTo(2L * values.size());
                // by the log: new rows, rows that change in all columns, keys that change
                write(statement, columns, values, 100);
                statement.execute(
                        "UPDATE t_order SET user_id = user_id + 1, last = 'new' WHERE order_id < 100 AND code = 'A'");
                statement.execute("UPDATE t_order SET code = 'b' WHERE order_id < 100 AND code <> 'A'");
                statement.execute("UPDATE t_order SET order_id = order_id + 18446744073709551500 WHERE order_id = 3");
                assertThat(job.check()).isEqualTo(4L * values.size());
                job.switchOver(STALL);
                assertThat(job.check()).isEqualTo(4L * values.size());
                assertThat(all("t_order_0", "t_order_1")).isEqualTo(all("t_order_left"));
                job.complete();
            }
        }
    }

    /** Each under two keys that differ by case alone where keys do not. */
    private static void write(Statement statement, String columns, List<String> values, int from) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            for (String code : List.of("A", "ü'\\\\")) {
                String row = values.get(i);
                statement.execute("INSERT INTO t_order (order_id, code, user_id, " + columns + ") VALUES (" + (from + i)
                        + ", '" + (code.equals("A") ? code : "ü''\\\\") + "', " + i + ", " + row + ")");
            }
        }
    }

    /** All columns of all rows, by their bytes. */
    private List<String> all(String... tables) throws SQLException {
        List<String> columns = texts(
                first,
                "SELECT column_name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = '"
                        + tables[0] + "' ORDER BY ordinal_position");
        StringBuilder sql = new StringBuilder("CONCAT_WS(',' ");
        for (String column : columns) {
            String quoted = '`' + column + '`';
            String asked = column.equals("f") || column.equals("g") ? "(" + quoted + " + 0e0)" : quoted;
            sql.append(", COALESCE(HEX(CAST(").append(asked).append(" AS CHAR CHARACTER SET utf8mb4)), 'NULL')");
            if (column.startsWith("n") || column.startsWith("l") || column.startsWith("bit")) {
                sql.append(", COALESCE(HEX(").append(quoted).append("), 'NULL')");
            }
        }
        sql.append(")");
        List<String> all = new ArrayList<>();
        for (String url : List.of(first, second)) {
            for (String table : tables) {
                if (tables(url).contains(table)) {
                    all.addAll(texts(url, "SELECT " + sql + " FROM " + table));
                }
            }
        }
        all.sort(null);
        return all;
    }

    @Test
    void whatIsNoChangeOfARowStopsIt() throws Exception {
        for (String sql : List.of(
                "TRUNCATE TABLE t_order",
                "ALTER TABLE t_order ADD COLUMN more INT",
                "CREATE INDEX i ON `t_order` (amount)",
                "RENAME TABLE t_order TO t_aside, t_fresh TO t_order",
                "RENAME TABLE t_order TO t_aside, t_fresh TO t_order, t_aside TO t_fresh",
                "RENAME TABLE t_order TO t_order_left, t_fresh TO t_order")) {
            databases();
            orders(10);
            execute(first, "CREATE TABLE t_fresh LIKE t_order");
            try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                    ScalingJob job =
                            ScalingJob.of(dataSource, "defined", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                execute(
                        first,
                        "CREATE TABLE t_other LIKE t_order",
                        "CREATE TABLE t_third (t_order INT)",
                        "CREATE VIEW t_view AS SELECT * FROM t_order",
                        "DROP TABLE t_other",
                        "ANALYZE TABLE t_order");
                assertThat(job.check()).isEqualTo(10);
                execute(first, sql);
                assertThatThrownBy(job::check)
                        .hasMessageContaining("Something other than rows changed in data source ds_0: " + sql);
                assertThat(job.progress().failure()).contains(sql);
                job.cancel();
            }
        }
    }

    @Test
    void movedTablesThatChangeTheirNamesWithEachOtherStopIt() throws Exception {
        for (String url : List.of(first, second)) {
            for (String table : List.of("t_order_0", "t_order_1")) {
                execute(url, "CREATE TABLE " + table + " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL)");
            }
        }
        execute(first, "INSERT INTO t_order_0 VALUES (2, 4)", "INSERT INTO t_order_1 VALUES (3, 6)");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(SHARDING));
                ScalingJob job = ScalingJob.of(dataSource, "swapped", configuration(MORE_NODES), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            String swap = "RENAME TABLE t_order_0 TO t_aside, t_order_1 TO t_order_0, t_aside TO t_order_1";
            execute(first, swap, "INSERT INTO t_order_1 VALUES (5, 8)");
            assertThatThrownBy(job::check)
                    .hasMessageContaining("Something other than rows changed in data source ds_0: " + swap);
            job.cancel();
        }
    }

    /** As of a copy that was killed behind the commit of a chunk, and before it was noted. */
    @Test
    void rowsWithNoMemberOfTheirEnumAreCopiedAgain() throws Exception {
        members();
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            try (ScalingJob job = ScalingJob.of(dataSource, "again", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
            }
            execute(
                    first,
                    "UPDATE sharding_jdbc_scaling SET content = 'COPYING' WHERE item = 'phase'",
                    "DELETE FROM sharding_jdbc_scaling WHERE item LIKE 'copied %'",
                    "DELETE FROM t_order_0 WHERE order_id = 4");
            try (ScalingJob again = ScalingJob.of(dataSource, "again", configuration(SHARDING), List.of("t_order"))) {
                again.start();
                again.awaitFollowing(LONG);
                assertThat(again.check()).isEqualTo(5);
                again.cancel();
            }
        }
    }

    private void members() throws SQLException {
        execute(
                first,
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, e ENUM('a', 'b'), f ENUM('c'),"
                        + " note VARCHAR(20) CHARACTER SET ucs2, old VARCHAR(20) CHARACTER SET utf8 DEFAULT 'ü')",
                "INSERT INTO t_order (order_id, user_id, e, f, note) VALUES (1, 2, 'b', NULL, 'x')",
                "INSERT IGNORE INTO t_order (order_id, user_id, e, f, note) VALUES (2, 2, '', 'c', 'y'), (3, 2, '', '', 'long'),"
                        + " (4, 2, NULL, '', NULL), (5, 2, 'a', '', 'z')");
    }

    @Test
    void rowsWithNoMemberOfTheirEnumAreWrittenAsTheyAreOrNotAtAll() throws Exception {
        members();
        ScalingDatabase moves = kind == BinlogServer.MARIADB ? new MariaDbMoves() : new MySqlMoves();
        execute(first, "CREATE TABLE t_same LIKE t_order", "CREATE TABLE t_narrow LIKE t_order");
        execute(first, "ALTER TABLE t_narrow MODIFY note VARCHAR(2) CHARACTER SET ucs2");
        Properties properties = moves.connectionProperties();
        properties.setProperty("user", server.user());
        properties.setProperty("password", server.password());
        try (Connection connection = DriverManager.getConnection(first, properties)) {
            moves.prepare(connection);
            MovedTable from = Objects.requireNonNull(moves.read(connection, "t_order"));
            List<MovedRow> rows = moves.chunk(connection, from, null, 10, Long.MAX_VALUE);
            MovedTable same = Objects.requireNonNull(moves.read(connection, "t_same"));
            moves.insert(connection, same, rows);
            assertThat(moves.rowsOf(connection, same, keys(rows, from), false))
                    .isEqualTo(moves.rowsOf(connection, from, keys(rows, from), false))
                    .hasSize(5);
            assertThatThrownBy(() -> moves.insert(connection, same, rows.subList(2, 3)))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(moves.isDuplicate(e))
                            .isTrue());
            MovedTable narrow = new MovedTable("t_narrow", from.columns(), from.key());
            assertThatThrownBy(() -> moves.insert(connection, narrow, rows.subList(2, 3)))
                    .hasMessageContaining("A row of t_narrow was not written as it is: Data truncated")
                    .hasMessageContaining("note");
            try (Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.execute("INSERT INTO t_narrow VALUES (9, 9, 'a', 'c', 'long', '')"))
                        .as("the session is strict again")
                        .isInstanceOf(SQLException.class);
            }
        }
    }

    private static List<List<Object>> keys(List<MovedRow> rows, MovedTable table) {
        return rows.stream().map(row -> row.key(table)).toList();
    }

    @Test
    void preparedTransactionsAreToldWhenTheyAreCommitted() throws Exception {
        orders(10);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "prepared", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            execute(
                    first,
                    "XA START 'one', 'branch', 7",
                    "UPDATE t_order SET amount = 77 WHERE order_id = 1",
                    "XA END 'one', 'branch', 7",
                    "XA PREPARE 'one', 'branch', 7");
            execute(
                    first,
                    "XA START 'two'",
                    "UPDATE t_order SET amount = 88 WHERE order_id = 2",
                    "XA END 'two'",
                    "XA PREPARE 'two'");
            execute(first, "UPDATE t_order SET amount = 99 WHERE order_id = 3");
            assertThat(job.check()).isEqualTo(10);
            execute(first, "XA COMMIT 'one', 'branch', 7");
            execute(first, "XA ROLLBACK 'two'");
            assertThat(job.check()).isEqualTo(10);
            assertThat(texts(
                            first,
                            "SELECT amount FROM t_order_1 WHERE order_id = 1 UNION ALL"
                                    + " SELECT amount FROM t_order_0 WHERE order_id = 2"))
                    .isSubsetOf("77", "2");
            job.cancel();
        }
    }

    /** Its rows stand in the log before the job's place, and are there for others behind it. */
    @Test
    void whatWasPreparedBeforeTheJobIsWaitedFor() throws Exception {
        orders(10);
        execute(
                first,
                "XA START 'early', 'branch', 7",
                "UPDATE t_order SET amount = 77 WHERE order_id = 1",
                "XA END 'early', 'branch', 7",
                "XA PREPARE 'early', 'branch', 7");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "early", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            TimeUnit.MILLISECONDS.sleep(500);
            assertThat(job.progress().phase()).isEqualTo(ScalingPhase.PREPARING);
            execute(first, "XA COMMIT 'early', 'branch', 7");
            job.awaitFollowing(LONG);
            assertThat(job.check()).isEqualTo(10);
            assertThat(texts(first, "SELECT amount FROM t_order_1 WHERE order_id = 1"))
                    .isSubsetOf("77");
            job.cancel();
        }
    }

    @Test
    void whatStaysPreparedIsToldByItsName() throws Exception {
        orders(10);
        execute(
                first,
                "XA START X'00ff', X'c380', 7",
                "UPDATE t_order SET amount = 77 WHERE order_id = 1",
                "XA END X'00ff', X'c380', 7",
                "XA PREPARE X'00ff', X'c380', 7");
        try (Connection connection = DriverManager.getConnection(first, server.user(), server.password())) {
            assertThat(XaSettling.of(connection)).contains("x'00ff',x'c380',7");
            assertThatThrownBy(() -> XaSettling.settle(connection, Duration.ofMillis(50)))
                    .hasMessageContaining("x'00ff',x'c380',7")
                    .hasMessageContaining("XA COMMIT or XA ROLLBACK");
        } finally {
            execute(first, "XA ROLLBACK X'00ff', X'c380', 7");
        }
    }

    /** So what was prepared before is waited for once, and what is prepared behind that place is told. */
    @Test
    void theLogOfAServerIsBegunAtOnePlaceForAllItsDatabases() throws Exception {
        orders(10);
        Databases databases = new Databases(configuration("").dataSources());
        KeptPlace one = new KeptPlace();
        KeptPlace other = new KeptPlace();
        Map<String, String> servers = new HashMap<>();
        try (ChangeLog log = databases.kind().log("begun", databases.access("ds_0", one));
                ChangeLog beside = databases.kind().log("begun", databases.access("ds_1", other))) {
            log.begin(List.of(), 0, servers);
            execute(
                    first,
                    "XA START 'behind', 'branch', 7",
                    "UPDATE t_order SET amount = 77 WHERE order_id = 1",
                    "XA END 'behind', 'branch', 7",
                    "XA PREPARE 'behind', 'branch', 7");
            try {
                beside.begin(List.of(), 0, servers);
            } finally {
                execute(first, "XA ROLLBACK 'behind', 'branch', 7");
            }
            assertThat(other.text).isNotEmpty().isEqualTo(one.text);
            log.drop();
            beside.drop();
        }
    }

    private static final class KeptPlace implements ScalingDatabase.KeptText {
        private @Nullable String text;

        @Override
        public @Nullable String read() {
            return text;
        }

        @Override
        public void write(String written) {
            text = written;
        }
    }

    /** MySQL 8 shows them to those alone that it has given the right; what is not seen is not taken for ended. */
    @Test
    void whoMayNotSeeWhatIsPreparedDoesNotTakeItForEnded() throws Exception {
        orders(10);
        execute(
                first,
                "CREATE USER 'blind'@'localhost' IDENTIFIED BY 'blind'",
                "GRANT SELECT ON *.* TO 'blind'@'localhost'");
        try (Connection connection = DriverManager.getConnection(first, "blind", "blind")) {
            boolean sees = kind != BinlogServer.MYSQL;
            assertThat(XaSettling.of(connection) != null).isEqualTo(sees);
            assertThat(XaSettling.settle(connection, Duration.ofSeconds(30))).isEqualTo(sees);
        } finally {
            execute(first, "DROP USER 'blind'@'localhost'");
        }
    }

    @Test
    void whatForbidsItIsToldBeforeAnythingIsChanged() throws Exception {
        orders(10);
        execute(
                first,
                "CREATE TRIGGER tr BEFORE INSERT ON t_order FOR EACH ROW SET NEW.amount = 1",
                "CREATE TABLE t_line (id INT PRIMARY KEY, order_id BIGINT, CONSTRAINT fk FOREIGN KEY (order_id)"
                        + " REFERENCES t_order (order_id))",
                "CREATE TABLE t_keyless (user_id INT, order_id INT)",
                "CREATE TABLE t_isam (user_id INT, order_id INT PRIMARY KEY) ENGINE = MyISAM",
                "CREATE TABLE t_place (user_id INT, order_id INT PRIMARY KEY, place GEOMETRY)",
                "CREATE TABLE t_part (user_id INT, order_id TEXT, PRIMARY KEY (order_id(10)))");
        assertThat(obstacles("t_order"))
                .anyMatch(each ->
                        each.contains("t_order has triggers, which would not be at its new place; drop them: tr"))
                .anyMatch(each -> each.contains("foreign keys, or is referred to by some; drop them: fk"));
        assertThat(obstacles("t_keyless")).singleElement().asString().contains("has no primary key; give it one");
        assertThat(obstacles("t_isam"))
                .singleElement()
                .asString()
                .contains("the engine MyISAM, which has no transactions");
        assertThat(obstacles("t_place"))
                .singleElement()
                .asString()
                .contains("place of table t_place is of type geometry");
        assertThat(obstacles("t_part")).singleElement().asString().contains("only a part of column order_id");
        execute(first, "DROP TRIGGER tr", "DROP TABLE t_line");
        execute(second, "CREATE TABLE t_order_1 (i INT)");
        assertThat(obstacles("t_order")).singleElement().asString().contains("ds_1.t_order_1 is there already");
        execute(second, "DROP TABLE t_order_1");
        execute(first, "CREATE TABLE t_right (user_id INT, order_id INT PRIMARY KEY)");
        assertThat(obstacles("t_right")).isEmpty();
        for (String[] each : List.of(
                new String[] {"binlog_format", "STATEMENT", "ROW"},
                new String[] {"binlog_row_image", "MINIMAL", "FULL"})) {
            execute(first, "SET GLOBAL " + each[0] + " = '" + each[1] + "'");
            try {
                assertThat(obstacles("t_right"))
                        .as("the log of ds_1 is read for the way back")
                        .hasSize(2)
                        .allMatch(obstacle -> obstacle.contains(each[0] + " is " + each[1]));
            } finally {
                execute(first, "SET GLOBAL " + each[0] + " = '" + each[2] + "'");
            }
        }
        assertThat(tables(first)).doesNotContain("sharding_jdbc_scaling");
    }

    private static final String KINDS = """
            - !SHARDING
              autoTables:
                t_kind:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: placed, shardingAlgorithmName: kinds}}
              shardingAlgorithms:
                kinds: {type: HASH_MOD, props: {sharding-count: 4}}
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            BIGINT UNSIGNED                         | 18446744073709551600 + i
            DECIMAL(12, 3)                          | i * 1.125
            VARCHAR(20) CHARACTER SET utf8mb4       | CONCAT('ü€', i)
            VARCHAR(20) CHARACTER SET latin1        | CONCAT('ü', i)
            DATE                                    | DATE('2026-01-01') + INTERVAL i DAY
            DATETIME(3)                             | TIMESTAMP('2026-01-01 00:00:00.125') + INTERVAL i HOUR
            """)
    void rowsArePlacedByColumnsOfManyTypes(String type, String value) throws Exception {
        execute(first, "CREATE TABLE t_kind (i INT PRIMARY KEY, placed " + type + " NOT NULL)");
        for (int i = 1; i <= 10; i++) {
            execute(first, insertOfKind(i, value));
        }
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "kinds", configuration(KINDS), List.of("t_kind"))) {
            assertThat(job.plan().obstacles()).isEmpty();
            job.start();
            job.awaitFollowing(LONG);
            for (int i = 11; i <= 15; i++) {
                execute(first, insertOfKind(i, value));
            }
            assertThat(job.check()).isEqualTo(15);
            job.switchOver(STALL);
            job.complete();
            CheckReport report = dataSource.check();
            assertThat(report.rows()).isEqualTo(15);
            assertThat(report.findings())
                    .extracting(CheckFinding::kind)
                    .doesNotContain(FindingKind.ROWS_MISPLACED, FindingKind.ROWS_WITHOUT_NODE, FindingKind.NOT_CHECKED);
        }
    }

    private static String insertOfKind(int key, String value) {
        return "INSERT INTO t_kind SELECT i, " + value + " FROM (SELECT " + key + " AS i) AS it";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TIMESTAMP NULL",
                "TIME",
                "YEAR",
                "ENUM('a', 'b')",
                "DOUBLE",
                "BIT(4)",
                "VARBINARY(9)",
                "VARCHAR(9) CHARACTER SET sjis"
            })
    void aShardingColumnByWhichRowsAreNotPlacedIsToldBeforeAnythingIsChanged(String type) throws Exception {
        execute(first, "CREATE TABLE t_kind (i INT PRIMARY KEY, placed " + type + ")");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "kinds", configuration(KINDS), List.of("t_kind"))) {
            assertThat(job.plan().obstacles())
                    .singleElement()
                    .asString()
                    .startsWith("The sharding column placed of t_kind is of type ")
                    .contains("shard it by a column of another type");
            assertThatThrownBy(job::start).hasMessageContaining("SHD-8001").hasMessageContaining("nothing was changed");
            assertThat(tables(first)).containsExactly("t_kind");
        }
    }

    @Test
    void aUserWithoutRightsIsTold() throws Exception {
        orders(10);
        execute(
                first,
                "DROP USER IF EXISTS 'mover'@'localhost'",
                "CREATE USER 'mover'@'localhost' IDENTIFIED BY 'secret'",
                "GRANT ALL ON binlog_0.* TO 'mover'@'localhost'",
                "GRANT ALL ON binlog_1.* TO 'mover'@'localhost'");
        assertThat(obstacles("t_order", "mover", "secret"))
                .hasSize(4)
                .anyMatch(each -> each.contains("may not ask for the log; GRANT"))
                .anyMatch(each -> each.contains("may not read the log; GRANT REPLICATION SLAVE"));
        execute(first, "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO 'mover'@'localhost'");
        assertThat(obstacles("t_order", "mover", "secret")).isEmpty();
    }

    private List<String> obstacles(String table) throws SQLException {
        return obstacles(table, server.user(), server.password());
    }

    private List<String> obstacles(String table, String user, String password) throws SQLException {
        String sources = SOURCES.formatted(first, user, password, second);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        YamlConfigurations.parse(sources, "scaling.yaml", PlaceholderType.NONE));
                ScalingJob job = ScalingJob.of(
                        dataSource,
                        "forbidden",
                        YamlConfigurations.parse(
                                sources + SHARDING.replace("t_order", table), "scaling.yaml", PlaceholderType.NONE),
                        List.of(table))) {
            return job.plan().obstacles();
        }
    }

    /** A log is kept for as long as the server has not seen that its reader is gone. */
    private void purge() throws Exception {
        List<String> logs = texts(first, "SHOW BINARY LOGS");
        String last = logs.get(logs.size() - 1);
        long end = System.nanoTime() + LONG.toNanos();
        while (logs.contains(last) && System.nanoTime() - end < 0) {
            execute(first, "FLUSH BINARY LOGS");
            logs = texts(first, "SHOW BINARY LOGS");
            execute(first, "PURGE BINARY LOGS TO '" + logs.get(logs.size() - 1) + "'");
            logs = texts(first, "SHOW BINARY LOGS");
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(logs).doesNotContain(last);
    }

    @Test
    void aLogThatIsPurgedIsMissed() throws Exception {
        orders(10);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            try (ScalingJob job = ScalingJob.of(dataSource, "purged", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
            }
            if (kind == BinlogServer.MARIADB) {
                execute(first, "SET GLOBAL slave_connections_needed_for_purge = 0");
            }
            purge();
            try (ScalingJob job = ScalingJob.of(dataSource, "purged", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                long end = System.nanoTime() + LONG.toNanos();
                while (job.progress().failure() == null && System.nanoTime() - end < 0) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
                assertThat(job.progress().failure()).contains("the server has purged its log");
                job.cancel();
            }
        }
    }
}
