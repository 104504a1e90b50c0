package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;

/** What limits refuse, warn of, and let through: t has 12 rows on 4 data nodes, u as many. */
class LimitsTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:limits_0;DB_CLOSE_DELAY=-1'}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:limits_1;DB_CLOSE_DELAY=-1'}
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: t_by_k}}
                u:
                  actualDataNodes: ds_${0..1}.u_${0..1}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  tableStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: u_by_k}}
              shardingAlgorithms:
                by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id % 2}'}}
                t_by_k: {type: INLINE, props: {algorithm-expression: 't_${k % 2}'}}
                u_by_k: {type: INLINE, props: {algorithm-expression: 'u_${k % 2}'}}
            - !LIMITS
              limits:
            """;

    private ShardingDataSource dataSource;

    @BeforeEach
    void create() throws SQLException {
        for (int node = 0; node < 2; node++) {
            for (String table : List.of("t_0", "t_1", "u_0", "u_1")) {
                on(node, "CREATE TABLE " + table + " (id INT, k INT, v INT)");
            }
            on(
                    node,
                    "CREATE ALIAS pause AS 'boolean pause(int ms) throws Exception { Thread.sleep(ms); return true; }'");
        }
        open("none: {maxRowsReturned: 1000}");
        for (int i = 0; i < 12; i++) {
            run("INSERT INTO t (id, k, v) VALUES (" + i % 2 + ", " + i / 2 % 2 + ", " + i + ")");
            run("INSERT INTO u (id, k, v) VALUES (" + i % 2 + ", " + i / 2 % 2 + ", " + i + ")");
        }
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
        on(0, "SHUTDOWN");
        on(1, "SHUTDOWN");
    }

    /** @param limits lines, each an entry */
    private void open(String limits) throws SQLException {
        if (dataSource != null) {
            dataSource.close();
        }
        dataSource = create(limits);
    }

    private static ShardingDataSource create(String limits) throws SQLException {
        String yaml = YAML + limits.indent(8);
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void toReachTooManyDataNodesIsRefusedBeforeOneIsTouched() throws SQLException {
        open("few: {tables: [T], maxDataNodes: 2}\nall: {statements: WRITES, allDataNodes: true}");
        assertThat(count("SELECT * FROM t WHERE id = 1")).isEqualTo(6);
        refused(
                "SELECT * FROM t",
                ErrorCode.LIMIT_NODES,
                "Limit few of logic table t refuses the statement: it would reach 4 data nodes, allowed are 2");
        refused("SELECT * FROM t WHERE id IN (0, 1)", ErrorCode.LIMIT_NODES, "Limit few");
        refused("UPDATE u SET v = 0", ErrorCode.LIMIT_NODES, "Limit all of all tables", "allowed are fewer than all 4");
        refused("DELETE FROM t", ErrorCode.LIMIT_NODES, "Limit few");
        assertThat(count("SELECT * FROM u WHERE v = 0")).isEqualTo(1);
        run("UPDATE u SET v = 100 WHERE id = 1 AND v = 1");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE id IN (?, ?)")) {
            select.setInt(1, 1);
            select.setInt(2, 3);
            assertThat(count(select.executeQuery())).isEqualTo(6);
            select.setInt(2, 2);
            assertThatThrownBy(select::executeQuery).hasMessageContaining("Limit few");
            select.setInt(2, 1);
            assertThat(count(select.executeQuery())).isEqualTo(6);
        }
    }

    @Test
    void aTextNamesSeveralTables() throws SQLException {
        open("few: {tables: 'x, t', maxDataNodes: 2}");
        refused("SELECT * FROM t", ErrorCode.LIMIT_NODES, "Limit few");
    }

    @Test
    void stepsAreBoundedByTheDataNodesOfEach() throws SQLException {
        open("few: {maxDataNodes: 2}");
        refused("SELECT t.v FROM t JOIN u ON t.v = u.v", ErrorCode.LIMIT_NODES, "Limit few");
        assertThat(count("SELECT t.v FROM t LEFT JOIN u ON t.v = u.v AND u.id = 1 AND u.k = 1"
                        + " WHERE t.id = 0 AND t.k = 0"))
                .isEqualTo(3);
        refused("INSERT INTO u (id, k, v) SELECT id + 1, k, v FROM t", ErrorCode.LIMIT_NODES, "Limit few");
    }

    @Test
    void batchesAreLookedAt() throws SQLException {
        open("few: {maxDataNodes: 2}");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement("UPDATE t SET v = ?");
                Statement batch = connection.createStatement()) {
            update.setInt(1, 7);
            update.addBatch();
            assertThatThrownBy(update::executeBatch).hasMessageContaining("Limit few");
            batch.addBatch("UPDATE t SET v = 7");
            assertThatThrownBy(batch::executeBatch).hasMessageContaining("Limit few");
        }
        assertThat(count("SELECT * FROM t WHERE id = 1 AND v = 7")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v FROM t",
                "SELECT v FROM t WHERE id = 1",
                "SELECT v FROM t WHERE id = 1 AND k = 1 UNION ALL SELECT v FROM t WHERE id = 1 AND k = 1",
                "SELECT v, COUNT(*) FROM t GROUP BY v",
                "SELECT DISTINCT v FROM t",
                "SELECT v FROM t ORDER BY v DESC",
                "SELECT t.v FROM t JOIN u ON t.v = u.v"
            })
    void theRowAfterTheLastAllowedOneIsAnErrorAndNeverCutAway(String sql) throws SQLException {
        open("rows: {maxRowsReturned: 4}");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            for (int i = 0; i < 4; i++) {
                assertThat(rows.next()).isTrue();
            }
            assertThatThrownBy(rows::next)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining(
                            "SHD-4122: Limit rows of all tables ends the statement: it returns more than 4");
            assertThatThrownBy(() -> rows.getObject(1)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> rows.getInt("v")).isInstanceOf(SQLException.class);
            assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> rows.getObject(1)).isInstanceOf(SQLException.class);
            assertThat(connection.isValid(1)).isTrue();
        }
        assertThat(count("SELECT v FROM t LIMIT 4")).isEqualTo(4);
        assertThat(count("SELECT SUM(v) FROM t")).isEqualTo(1);
    }

    @Test
    void scrolledRowsAreCountedByTheirPlace() throws SQLException {
        open("rows: {maxRowsReturned: 4}");
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            try (ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = 1 AND k = 1")) {
                assertThat(rows.absolute(3)).isTrue();
                assertThat(rows.first()).isTrue();
                assertThat(rows.last()).isTrue();
            }
            assertThatThrownBy(() -> {
                        try (ResultSet rows = statement.executeQuery("SELECT v FROM t")) {
                            rows.last();
                        }
                    })
                    .hasMessageContaining("Limit rows");
            assertThatThrownBy(() -> {
                        try (ResultSet rows =
                                statement.executeQuery("SELECT t.v FROM t JOIN u ON t.v = u.v WHERE t.id = 1")) {
                            rows.absolute(6);
                        }
                    })
                    .hasMessageContaining("Limit rows");
        }
    }

    @Test
    void scrolledRowsOfOneDataNodeAreReadAsOftenAsOneLikes() throws SQLException {
        open("rows: {maxRowsReturned: 4}");
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = 1 AND k = 1")) {
            assertThat(count(rows)).isEqualTo(3);
            rows.beforeFirst();
            assertThat(count(rows)).isEqualTo(3);
            assertThat(rows.absolute(-1)).isTrue();
            assertThat(rows.relative(-2)).isTrue();
            assertThat(rows.previous()).isFalse();
            assertThat(count(rows)).isEqualTo(3);
        }
    }

    @Test
    void noWayOfScrollingOneDataNodeLeadsBehindTheLastAllowedRow() throws SQLException {
        for (int node = 0; node < 2; node++) {
            on(
                    node,
                    "INSERT INTO t_0 (id, k, v) VALUES (" + node + ", 0, 20), (" + node + ", 0, 21), (" + node
                            + ", 0, 22)");
        }
        open("rows: {maxRowsReturned: 4}");
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            for (Scroll behind : List.<Scroll>of(
                    ResultSet::next,
                    rows -> rows.relative(1),
                    rows -> rows.absolute(5),
                    rows -> rows.absolute(-1),
                    rows -> rows.absolute(-2),
                    ResultSet::last,
                    rows -> {
                        rows.afterLast();
                        return rows.previous();
                    })) {
                try (ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = 1 AND k = 0")) {
                    assertThat(rows.absolute(4)).isTrue();
                    assertThatThrownBy(() -> behind.move(rows)).hasMessageContaining("Limit rows");
                    assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
                    assertThat(rows.getRow()).isZero();
                    assertThat(rows.absolute(-6)).isTrue();
                    assertThat(rows.getRow()).isEqualTo(1);
                }
            }
        }
    }

    private interface Scroll {
        boolean move(ResultSet rows) throws SQLException;
    }

    @Test
    void rowsThatAMergeHoldsAreBounded() throws SQLException {
        open("held: {tables: [t], maxRowsHeld: 5}");
        refused("SELECT v, COUNT(*) AS c FROM t GROUP BY v ORDER BY c", null);
        assertThatThrownBy(() -> scroll("SELECT v FROM t"))
                .hasMessageContaining("SHD-4123: Limit held of logic table t ends the statement:"
                        + " its merge holds more than 5 row(s)");
        assertThat(count("SELECT v FROM t ORDER BY v")).isEqualTo(12);
        scroll("SELECT v FROM u");
    }

    @Test
    void timeEndsAStatementOnAllDataNodes() throws SQLException {
        open("time: {maxSeconds: 1}");
        long start = System.nanoTime();
        assertThatThrownBy(() -> count("SELECT v FROM t WHERE pause(300)"))
                .isInstanceOf(SQLTimeoutException.class)
                .hasMessageContaining(
                        "SHD-4124: Limit time of all tables ends the statement: it takes longer than 1 s");
        assertThatThrownBy(() -> count("SELECT v FROM t WHERE id = 1 AND k = 1 AND pause(500)"))
                .isInstanceOf(SQLTimeoutException.class)
                .hasMessageContaining("Limit time");
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(2));
        assertThat(count("SELECT v FROM t")).isEqualTo(12);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(60);
            assertThatThrownBy(() -> statement.executeQuery("SELECT v FROM t WHERE pause(300)"))
                    .hasMessageContaining("Limit time");
            assertThat(statement.getQueryTimeout()).isEqualTo(60);
        }
    }

    @Test
    void whatIsWarnedOfGoesOn() throws SQLException {
        open("nodes: {allDataNodes: true, action: WARN}\nrows: {maxRowsReturned: 4, action: WARN}\n"
                + "time: {maxSeconds: 1, action: WARN}");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT v FROM t")) {
                assertThat(warnings(statement))
                        .isEqualTo("Limit nodes of all tables: the statement reaches 4 data nodes,"
                                + " allowed are fewer than all 4\n");
                assertThat(count(rows)).isEqualTo(12);
                assertThat(warnings(statement)).contains("Limit rows of all tables: the statement returns more than 4");
            }
            try (ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = 1 AND k = 1")) {
                assertThat(count(rows)).isEqualTo(3);
                assertThat(warnings(statement)).isEmpty();
            }
            assertThat(statement.executeUpdate("UPDATE t SET v = v + 1")).isEqualTo(12);
            assertThat(warnings(statement)).contains("Limit nodes");
            try (ResultSet rows = statement.executeQuery("SELECT v FROM t WHERE id = 1 AND k = 1 AND pause(500)")) {
                assertThat(count(rows)).isEqualTo(3);
                assertThat(warnings(statement))
                        .contains("Limit time of all tables: the statement took longer than 1 s");
            }
        }
    }

    /** They are executed row by row, each row in steps of its own, and what they said was lost with each row. */
    @Test
    void rowsOfABatchThatTakeStepsWarnOnce() throws SQLException {
        open("nodes: {tables: [u], allDataNodes: true, action: WARN}");
        try (Connection connection = dataSource.getConnection();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE t SET v = ? WHERE id = 0 AND k = 0 AND v = (SELECT MIN(v) FROM u)")) {
            for (int v : new int[] {0, 100, 200}) {
                update.setInt(1, v);
                update.addBatch();
            }
            assertThat(update.executeBatch()).containsExactly(1, 1, 0);
            assertThat(warnings(update))
                    .isEqualTo("Limit nodes of logic table u: the statement reaches 4 data nodes,"
                            + " allowed are fewer than all 4\n");
        }
    }

    @Test
    void readersAndHintsLiftLimits() throws SQLException {
        open("app: {exemptReaders: [batch], allDataNodes: true, allowHintDisable: true}\n"
                + "reports: {readers: [report], maxRowsReturned: 4}");
        refused("SELECT v FROM t", ErrorCode.LIMIT_NODES, "Limit app");
        assertThat(count("/* SHARDING_HINT: DISABLE_LIMIT_NAMES=app */ SELECT v FROM t"))
                .isEqualTo(12);
        refused("/* SHARDING_HINT: DISABLE_LIMIT_NAMES=reports */ SELECT v FROM t", ErrorCode.LIMIT_NODES, "Limit app");
        try (ShardingHint scope = ShardingHint.open().disableLimits("app")) {
            assertThat(scope).isNotNull();
            assertThat(count("SELECT v FROM t")).isEqualTo(12);
            assertThat(count("SELECT t.v FROM t JOIN u ON t.v = u.v")).isEqualTo(12);
        }
        try (ShardingHint scope = ShardingHint.open().setReader("batch")) {
            assertThat(scope).isNotNull();
            assertThat(count("SELECT v FROM t")).isEqualTo(12);
        }
        try (ShardingHint scope = ShardingHint.open().setReader("report").disableLimits("app", "reports")) {
            assertThat(scope).isNotNull();
            assertThatThrownBy(() -> count("SELECT v FROM t")).hasMessageContaining("Limit reports");
        }
    }

    @Test
    void explainNamesTheRuleAndRefuses() throws SQLException {
        open("few: {maxDataNodes: 2}");
        assertThatThrownBy(() -> dataSource.explain("SELECT v FROM t")).hasMessageContaining("Limit few");
        assertThat(dataSource.explain("SELECT v FROM t WHERE id = 1").toString())
                .contains("Limits checks the data nodes of each execution");
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> create("a: {tables: [t]}")).hasMessageContaining("limit 'a' bounds nothing");
        assertThatThrownBy(() -> create("a: {maxRows: 3}")).hasMessageContaining("unknown key 'maxRows'");
        assertThatThrownBy(() -> create("a: {maxSeconds: 0}"))
                .hasMessageContaining("'maxSeconds' must be a whole number from 1");
        assertThatThrownBy(() -> create("a: {maxSeconds: 1, action: REFUSED}"))
                .hasMessageContaining("did you mean 'REFUSE'?");
        assertThatThrownBy(() -> create("a: {maxRowsHeld: 1, action: WARN}"))
                .hasMessageContaining("can be refused and not warned of");
    }

    private void refused(String sql, ErrorCode code, String... words) {
        if (code == null) {
            assertThatThrownBy(() -> count(sql)).hasMessageContaining("Limit");
            return;
        }
        assertThatThrownBy(() -> run(sql))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(code.id())
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    private static String warnings(Statement statement) throws SQLException {
        StringBuilder text = new StringBuilder();
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            text.append(each.getMessage()).append('\n');
        }
        return text.toString();
    }

    private void scroll(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.last()).isTrue();
        }
    }

    private int count(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return count(rows);
        }
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void on(int node, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:limits_" + node + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
