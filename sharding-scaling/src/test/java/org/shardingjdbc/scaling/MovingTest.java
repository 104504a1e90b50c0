package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.shardingjdbc.testkit.TestServer;

/** Data nodes move to a data source that is new, and nothing happens to those that stay. */
abstract class MovingTest {
    private static final int ROWS = 4_000;
    private static final int WRITERS = 3;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(8);
    private static final List<String> TOGETHER = List.of("t_order", "t_country", "t_plain");
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 8}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
            """;
    private static final String RULES = """
            rules:
            - !SINGLE
              tables: [ds_0.t_plain]
            - !BROADCAST
              tables: [t_country]
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_${0..1}, ds_1.t_order_${2..3}
                  tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                tables: {type: INLINE, props: {algorithm-expression: 't_order_${user_id % 4}'}}
            """;

    private static final String SLOTS = """
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_${0..1}, ds_1.t_order_${2..3}
                  tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: slots}}
              shardingAlgorithms:
                slots:
                  type: HASH_SLOT
                  props:
                    nodes: 'ds_0.t_order_0: 0-1023; ds_0.t_order_1: 1024-2047; ds_1.t_order_2: 2048-3071; ds_1.t_order_3: 3072-4095'
            """;

    private final TestServer server;
    private String first;
    private String second;
    private String third;

    MovingTest(TestServer server) {
        this.server = server;
    }

    @BeforeEach
    void makeTables() throws SQLException {
        first = server.createDatabase("moving_0");
        second = server.createDatabase("moving_1");
        third = server.createDatabase("moving_2");
        for (int i = 0; i < 4; i++) {
            execute(
                    i < 2 ? first : second,
                    "CREATE TABLE t_order_" + i
                            + " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL, note VARCHAR(40))",
                    "CREATE INDEX t_order_user_" + i + " ON t_order_" + i + " (user_id)");
        }
        for (String each : List.of(first, second)) {
            execute(
                    each,
                    "CREATE TABLE t_country (id INT PRIMARY KEY, name VARCHAR(40))",
                    "INSERT INTO t_country VALUES (1, 'one'), (2, 'two'), (3, 'three')");
        }
        execute(
                first,
                "CREATE TABLE t_plain (id INT PRIMARY KEY, name VARCHAR(40))",
                "INSERT INTO t_plain VALUES (1, 'plain')");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before())) {
            fill(dataSource);
        }
    }

    private static void fill(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (order_id, user_id, amount, note) VALUES (?, ?, ?, 'ü')")) {
            for (int key = 1; key <= ROWS; key++) {
                insert.setLong(1, key);
                insert.setInt(2, WrittenTable.user(key));
                insert.setInt(3, WrittenTable.amount(key));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    void execute(String url, String... statements) throws SQLException {
        BinlogServer.execute(server, url, statements);
    }

    List<String> texts(String url, String sql) throws SQLException {
        return BinlogServer.texts(server, url, sql);
    }

    private ShardingConfiguration before() {
        return YamlConfigurations.parse(
                SOURCES.formatted(first, server.user(), server.password(), second) + RULES,
                "before.yaml",
                PlaceholderType.NONE);
    }

    private ShardingConfiguration next(String rules) {
        return YamlConfigurations.parse(
                SOURCES.formatted(first, server.user(), server.password(), second) + "  ds_2: {<<: *pool, jdbcUrl: '"
                        + third + "'}\n" + rules,
                "next.yaml",
                PlaceholderType.NONE);
    }

    private ShardingConfiguration next() {
        return next(moved());
    }

    private static String moved() {
        return RULES.replace("ds_0.t_plain", "ds_2.t_plain")
                .replace(
                        "ds_0.t_order_${0..1}, ds_1.t_order_${2..3}",
                        "ds_0.t_order_0, ds_2.t_order_1, ds_1.t_order_2, ds_2.t_order_3");
    }

    private List<String> tables(String url) throws SQLException {
        return texts(
                url,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = "
                        + (url.startsWith("jdbc:postgresql") ? "'public'" : "DATABASE()") + " ORDER BY table_name");
    }

    private ScalingJob job(ShardingDataSource dataSource, String name) throws SQLException {
        return ScalingJob.of(dataSource, name, next(), TOGETHER).options(ScalingOptions.STANDARD.alone(true));
    }

    @Test
    void whatMovesIsCopiedAndWhatStaysIsNotTouched() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before());
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            written.start();
            try (ScalingJob job = job(dataSource, "move")) {
                ScalingPlan plan = job.plan();
                assertThat(plan.obstacles()).isEmpty();
                assertThat(plan.nodes().stream().map(ScalingPlan.Node::name))
                        .containsExactly("ds_0.t_order_1", "ds_1.t_order_3", "ds_0.t_country", "ds_0.t_plain");
                assertThat(plan.targets())
                        .containsExactly("ds_2.t_order_1", "ds_2.t_order_3", "ds_2.t_country", "ds_2.t_plain");
                job.start();
                job.awaitFollowing(LONG);
                change(dataSource, "UPDATE t_country SET name = 'second' WHERE id = 2");
                change(dataSource, "INSERT INTO t_plain (id, name) VALUES (2, 'while it moves')");
                job.check();
                System.out.println("waited " + job.switchOver(STALL).toMillis() + " ms");
                assertThat(dataSource.dataNodes("t_order"))
                        .containsExactly("ds_0.t_order_0", "ds_2.t_order_1", "ds_1.t_order_2", "ds_2.t_order_3");
                change(dataSource, "DELETE FROM t_country WHERE id = 3");
                change(dataSource, "INSERT INTO t_plain (id, name) VALUES (3, 'moved')");
                TimeUnit.MILLISECONDS.sleep(200);
                job.check();
                written.end();
                assertThat(tables(first)).contains("t_order_0", "t_order_1_left", "t_plain_left", "t_country");
                job.complete();
            }
        }
        assertThat(tables(first)).containsExactly("t_country", "t_order_0");
        assertThat(tables(second)).containsExactly("t_country", "t_order_2");
        assertThat(tables(third)).containsExactly("t_country", "t_order_1", "t_order_3", "t_plain");
        for (String each : List.of(first, second, third)) {
            assertThat(texts(each, "SELECT name FROM t_country ORDER BY id")).containsExactly("one", "second");
        }
        assertThat(texts(third, "SELECT name FROM t_plain ORDER BY id"))
                .containsExactly("plain", "while it moves", "moved");
    }

    private static void change(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isEqualTo(1);
        }
    }

    @Test
    void theWayBackHasAllThatWasWritten() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before());
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            written.start();
            try (ScalingJob job = job(dataSource, "back")) {
                job.start();
                job.awaitFollowing(LONG);
                job.switchOver(STALL);
                change(dataSource, "UPDATE t_country SET name = 'new' WHERE id = 1");
                change(dataSource, "UPDATE t_plain SET name = 'new' WHERE id = 1");
                TimeUnit.MILLISECONDS.sleep(200);
                job.check();
                job.reverse(STALL);
                TimeUnit.MILLISECONDS.sleep(200);
                written.end();
                job.cancel();
            }
            written.assertAll();
        }
        assertThat(tables(first)).containsExactly("t_country", "t_order_0", "t_order_1", "t_plain");
        assertThat(tables(third)).isEmpty();
        assertThat(texts(first, "SELECT name FROM t_plain")).containsExactly("new");
        assertThat(texts(second, "SELECT name FROM t_country WHERE id = 1")).containsExactly("new");
    }

    @Test
    void slotsMoveWhileTheyAreWritten() throws Exception {
        execute(first, "DELETE FROM t_order_0", "DELETE FROM t_order_1");
        execute(second, "DELETE FROM t_order_2", "DELETE FROM t_order_3");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(next(SLOTS))) {
            fill(dataSource);
            SlotMoves moves = SlotMoves.of(dataSource.configuration(), "t_order");
            ShardingConfiguration next = moves.next(SlotMove.parse("100-1023=ds_2.t_order_4"));
            try (WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS);
                    ScalingJob job = ScalingJob.of(dataSource, "slots", next, moves.tables())) {
                written.start();
                ScalingPlan plan = job.plan();
                assertThat(plan.obstacles()).isEmpty();
                assertThat(plan.nodes().stream().map(ScalingPlan.Node::name)).containsExactly("ds_0.t_order_0");
                assertThat(plan.targets()).containsExactly("ds_0.t_order_0_v2", "ds_2.t_order_4");
                job.start();
                job.awaitFollowing(LONG);
                job.check();
                job.switchOver(STALL);
                TimeUnit.MILLISECONDS.sleep(200);
                job.check();
                written.end();
                job.complete();
            }
            assertThat(tables(first)).containsExactly("t_country", "t_order_0_v2", "t_order_1", "t_plain");
            assertThat(tables(third)).containsExactly("t_order_4");
            SlotAdvice advice = SlotAdvice.of(dataSource.configuration(), "t_order", List.of());
            assertThat(advice.before().stream().map(SlotAdvice.Node::slots))
                    .containsExactly(100, 1024, 1024, 1024, 924);
            for (SlotAdvice.Node node : advice.before()) {
                String url =
                        node.name().startsWith("ds_0") ? first : node.name().startsWith("ds_1") ? second : third;
                String table = node.name().substring(node.name().indexOf('.') + 1);
                assertThat(texts(url, "SELECT COUNT(*) FROM " + table)).containsExactly(String.valueOf(node.rows()));
            }
        }
    }

    /** One that has not heard of the switch finds no table where rows went, and goes on where they stayed. */
    @Test
    void whoIsLateLosesNoWrite() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before());
                ShardingDataSource stalled = ShardingDataSourceFactory.create(before());
                Connection late = stalled.getConnection();
                PreparedStatement insert =
                        late.prepareStatement("INSERT INTO t_order (order_id, user_id, amount) VALUES (?, ?, 1)");
                ScalingJob job = job(dataSource, "late")) {
            job.start();
            job.awaitFollowing(LONG);
            job.switchOver(STALL);
            insert.setLong(1, ROWS + 1L);
            insert.setInt(2, 5);
            assertThatThrownBy(insert::executeUpdate).hasMessageContaining("t_order_1");
            insert.setInt(2, 4);
            assertThat(insert.executeUpdate()).isEqualTo(1);
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(ROWS + 1);
            }
            job.complete();
        }
    }

    @Test
    void whatCannotMoveSoIsRefused() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before())) {
            try (ScalingJob job = ScalingJob.of(dataSource, "shared", next(), TOGETHER)) {
                assertThatThrownBy(job::start)
                        .hasMessageContaining("SHD-8001")
                        .hasMessageContaining("Broadcast tables keep their names")
                        .hasMessageContaining("registry");
            }
            try (ScalingJob job = ScalingJob.of(dataSource, "alone", next(), List.of("t_order"))) {
                assertThat(job.plan().obstacles())
                        .singleElement()
                        .asString()
                        .contains("Table t_plain has another layout in the next configuration, too");
            }
            try (ScalingJob job = ScalingJob.of(dataSource, "alone", next(), List.of("t_order", "t_plain"))) {
                assertThat(job.plan().obstacles())
                        .singleElement()
                        .asString()
                        .contains("The broadcast table t_country is not in data source ds_2");
            }
            String spread = moved().replace("user_id % 4", "(user_id + 1) % 4");
            assertThatThrownBy(() -> ScalingJob.of(dataSource, "spread", next(spread), TOGETHER))
                    .hasMessageContaining("is a data node of both layouts, and not all of its rows stay");
            String same = RULES.replace("ds_0.t_order_${0..1}", "ds_0.t_order_0, ds_0.t_order_1");
            assertThatThrownBy(() -> ScalingJob.of(dataSource, "same", next(same), List.of("t_order")))
                    .hasMessageContaining("all data nodes of [t_order] stay where they are");
        }
        assertThat(tables(third)).isEmpty();
    }

    @Test
    void oneJobAtATimeMovesATable() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before());
                ScalingJob other = ScalingJob.of(
                                dataSource,
                                "other",
                                next(moved().replace("ds_2.t_plain", "ds_0.t_plain")),
                                List.of("t_order", "t_country"))
                        .options(ScalingOptions.STANDARD.alone(true))) {
            try (ScalingJob job = job(dataSource, "one")) {
                job.start();
                job.awaitFollowing(LONG);
                assertThat(other.plan().obstacles())
                        .anyMatch(each -> each.contains("Table t_order is moved by job one"))
                        .anyMatch(each -> each.contains("Table t_country is moved by job one"));
                assertThatThrownBy(other::start)
                        .hasMessageContaining("is moved by job one; complete or cancel that one first")
                        .hasMessageContaining("nothing was changed");
                job.cancel();
            }
            other.start();
            other.awaitFollowing(LONG);
            other.cancel();
        }
        assertThat(tables(first)).containsExactly("t_country", "t_order_0", "t_order_1", "t_plain");
        assertThat(tables(third)).isEmpty();
    }

    /** Something fails when the tables have their other names: they get them back, and the job goes on. */
    @Test
    void aSwitchThatFailsGivesTheNamesBack() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(before());
                ScalingJob job = job(dataSource, "failed");
                Connection blocking = DriverManager.getConnection(second, server.user(), server.password());
                Statement statement = blocking.createStatement()) {
            job.start();
            job.awaitFollowing(LONG);
            blocking.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM t_order_3");
            assertThatThrownBy(() -> job.switchOver(Duration.ofSeconds(4)))
                    .hasMessageContaining("SHD-8006")
                    .hasMessageContaining("the layout of before goes on");
            blocking.rollback();
            assertThat(tables(first)).contains("t_order_1").doesNotContain("t_order_1_left");
            change(dataSource, "INSERT INTO t_order (order_id, user_id, amount) VALUES (900000, 1, 1)");
            assertThat(job.progress().phase()).isEqualTo(ScalingPhase.FOLLOWING);
            job.switchOver(STALL);
            job.check();
            job.complete();
        }
    }
}
