package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.internal.compare.Comparison;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.job.AbandonedJobs;
import org.shardingjdbc.scaling.internal.job.JobHome;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A plain table becomes a sharded one, and a sharded one gets other data nodes, while they are written. */
class PlainToShardedTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);
    private static final int ROWS = 6_000;
    private static final int WRITERS = 3;
    private static final int KILLS = Integer.getInteger("scaling.kills", 2);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(5);
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: %s, maximumPoolSize: 8}
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

    private String first;
    private String second;

    @BeforeEach
    void makeTable() throws SQLException {
        first = SERVER.createDatabase("plain_0");
        second = SERVER.createDatabase("plain_1");
        execute(first, """
                CREATE TABLE t_order (
                  order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL CHECK (amount >= 0),
                  note TEXT COLLATE "C" DEFAULT 'none', price NUMERIC(12, 3), paid TIMESTAMPTZ, day DATE, code CHAR(5),
                  tags TEXT[], body JSONB, picture BYTEA, twice INT GENERATED ALWAYS AS (amount * 2) STORED,
                  number VARCHAR(40) UNIQUE, ratio DOUBLE PRECISION, counted BIGSERIAL)""");
        execute(first, "CREATE INDEX t_order_user ON t_order (user_id) WHERE amount > 0");
        execute(first, "COMMENT ON COLUMN t_order.note IS 'what''s said'");
        execute(first, """
                INSERT INTO t_order (order_id, user_id, amount, note, price, paid, day, code, tags, body, picture, number, ratio)
                SELECT i, i % 97, i % 1000, CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN E'a\\tb\\n\\\\c' WHEN 2 THEN '' ELSE 'ü€' || i END,
                  i / 7.0, '2026-01-01 12:00+02'::timestamptz + i * interval '1 minute', '2026-01-01'::date + i % 400, 'ab',
                  ARRAY['x', NULL, 'y,"z"'], '{"a": [1, null]}', decode(md5(i::text), 'hex'), 'n' || i, 1 / i::float8
                FROM generate_series(1, ROWS) AS i""".replace("ROWS", String.valueOf(ROWS)));
    }

    private void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> texts(String url, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private String text(String more) {
        return SOURCES.formatted(first, SERVER.user(), SERVER.password(), second) + more;
    }

    private ShardingConfiguration configuration(String more) {
        return YamlConfigurations.parse(text(more), "scaling.yaml", PlaceholderType.NONE);
    }

    /** A statement that waits for a table of its own lets everybody wait behind it. */
    @Test
    void nobodyWaitsForALongTransactionWhileTheJobBegins() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                Connection lasting = DriverManager.getConnection(first, SERVER.user(), SERVER.password());
                ScalingJob job = ScalingJob.of(dataSource, "begin", configuration(SHARDING), List.of("t_order"))) {
            lasting.setAutoCommit(false);
            try (Statement statement = lasting.createStatement()) {
                statement.execute("SELECT count(*) FROM t_order");
            }
            job.start();
            for (int i = 0; i < 5; i++) {
                TimeUnit.MILLISECONDS.sleep(200);
                try (Connection other = DriverManager.getConnection(first, SERVER.user(), SERVER.password());
                        Statement statement = other.createStatement()) {
                    statement.execute("SET statement_timeout = '10s'");
                    statement.execute("SELECT count(*) FROM t_order");
                }
            }
            assertThat(job.progress().phase()).isEqualTo(ScalingPhase.PREPARING);
            lasting.commit();
            job.awaitFollowing(LONG);
            job.cancel();
        }
        assertThat(texts(first, "SELECT relreplident FROM pg_class WHERE relname = 't_order'"))
                .containsExactly("d");
    }

    @Test
    void everyAcknowledgedWriteIsThereOnce() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            List<String> before = texts(first, "SELECT t::text FROM t_order t ORDER BY order_id");
            written.start();
            try (ScalingJob job = ScalingJob.of(dataSource, "shard", configuration(SHARDING), List.of("t_order"))) {
                ScalingPlan plan = job.plan();
                assertThat(plan.obstacles()).isEmpty();
                assertThat(plan.targets())
                        .containsExactly("ds_0.t_order_0", "ds_0.t_order_1", "ds_1.t_order_0", "ds_1.t_order_1");
                job.start();
                job.awaitFollowing(LONG);
                assertThat(job.check()).isGreaterThan(ROWS / 2);
                System.out.println("waited " + job.switchOver(STALL).toMillis() + " ms");
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
                System.out.println("waited " + job.switchOver(STALL).toMillis() + " ms");
                TimeUnit.MILLISECONDS.sleep(200);
                again.end();
                job.complete();
            }
            assertThat(dataSource.dataNodes("t_order")).hasSize(8);
            assertThat(texts(first, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
                    .containsExactlyInAnyOrder("t_order_new_0", "t_order_new_1", "t_order_new_2", "t_order_new_3");
            assertThat(texts(first, "SELECT slot_name FROM pg_replication_slots"))
                    .isEmpty();
            assertThat(texts(second, "SELECT pubname FROM pg_publication")).isEmpty();
            assertThat(texts(first, "SELECT relreplident FROM pg_class WHERE relname LIKE 't\\_order\\_new\\__'"))
                    .containsOnly("d");
            assertThat(before).hasSize(ROWS);
        }
    }

    @Test
    void theWayBackHasAllThatWasWrittenInTheNewLayout() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            written.start();
            try (ScalingJob job = ScalingJob.of(dataSource, "shard", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                job.switchOver(STALL);
                TimeUnit.MILLISECONDS.sleep(300);
                job.check();
                System.out.println("waited " + job.reverse(STALL).toMillis() + " ms");
                TimeUnit.MILLISECONDS.sleep(200);
                written.end();
                assertThat(dataSource.dataNodes("t_order")).containsExactly("ds_0.t_order");
                job.cancel();
            }
            written.assertAll();
            assertNothingIsLeft();
        }
    }

    /** What is limited can be limited otherwise while it rests. */
    @Test
    void theCopyRestsWhileReadsTakeLongOrReplicasLagBehind() throws Exception {
        String groups = """
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    db_0: {writeDataSourceName: ds_0, readDataSourceNames: [ds_2]}
                    db_1: {writeDataSourceName: ds_1, readDataSourceNames: [ds_3]}
                """;
        // databases that follow no other ones have nothing of them, for ever
        String replicas = "  ds_2: {<<: *pool, jdbcUrl: '" + SERVER.createDatabase("plain_2") + "'}\n"
                + "  ds_3: {<<: *pool, jdbcUrl: '" + SERVER.createDatabase("plain_3") + "'}\n";
        ShardingConfiguration next = YamlConfigurations.parse(
                text(SHARDING.replace("ds_${", "db_${")).replace("rules:\n", replicas + "rules:\n") + groups,
                "next.yaml",
                PlaceholderType.NONE);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "rest", next, List.of("t_order"))) {
            ScalingOptions chunks = ScalingOptions.STANDARD.chunkRows(500);
            job.options(chunks.replicaLag(Duration.ofMillis(100))).start();
            awaitResting(job, "replica ds_2 of ds_0 is ");
            job.options(chunks.probeTime(Duration.ofNanos(1)));
            awaitResting(job, "a read of one row in ds_");
            assertThat(job.progress().phase()).isEqualTo(ScalingPhase.COPYING);
            assertThat(job.progress().copied()).isLessThan(ROWS);
            job.options(chunks);
            job.awaitFollowing(LONG);
            assertThat(job.progress().resting()).isNull();
            assertThat(job.check()).isEqualTo(ROWS);
            job.cancel();
        }
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "rest", configuration(SHARDING), List.of("t_order"))) {
            job.options(ScalingOptions.STANDARD.replicaLag(Duration.ofMillis(100)));
            assertThatThrownBy(job::start)
                    .hasMessageContaining("SHD-8001")
                    .hasMessageContaining("no rule names replicas");
        }
    }

    private static void awaitResting(ScalingJob job, String why) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        String now = job.progress().resting();
        while (now == null || !now.startsWith(why)) {
            assertThat(System.nanoTime()).as("rests: " + now).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(10);
            now = job.progress().resting();
        }
    }

    @Test
    void theLogsOfAJobThatNobodyDrivesAreDroppedAndItCopiesAnew() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            JobHome home = new JobHome(dataSource.unwrap(CommandTarget.class));
            try (ScalingJob job = ScalingJob.of(dataSource, "left", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                execute(first, LONG_AGO);
                AbandonedJobs.giveUp(home);
                assertThat(texts(first, SLOTS)).as("one that is driven").hasSize(1);
            }
            AbandonedJobs.giveUp(home);
            assertThat(texts(first, SLOTS)).as("one that was just driven").hasSize(1);
            execute(first, LONG_AGO);
            AbandonedJobs.giveUp(home);
            assertThat(texts(first, SLOTS)).isEmpty();
            assertThat(texts(first, "SELECT content FROM sharding_jdbc_scaling WHERE item = 'abandoned'"))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("nobody has driven the job since 2020-01-01T00:00:00Z");
            execute(first, "DELETE FROM t_order WHERE order_id <= 10");
            execute(first, "UPDATE t_order SET amount = 77 WHERE order_id = 11");
            try (ScalingJob job = ScalingJob.of(dataSource, "left")) {
                assertThat(job.progress().phase()).isEqualTo(ScalingPhase.FOLLOWING);
                assertThat(job.progress().failure()).contains("nobody has driven the job");
                job.start();
                assertThat(job.progress().failure()).isNull();
                job.awaitFollowing(LONG);
                assertThat(job.check()).isEqualTo(ROWS - 10);
                job.switchOver(STALL);
            }
            execute(first, LONG_AGO);
            AbandonedJobs.giveUp(home);
            assertThat(texts(first, SLOTS)).isEmpty();
            try (ScalingJob job = ScalingJob.of(dataSource, "left")) {
                assertThatThrownBy(job::start).hasMessageContaining("no way back; complete it");
                job.complete();
            }
            assertThat(texts(first, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
                    .containsExactlyInAnyOrder("t_order_0", "t_order_1");
        }
    }

    /** Its session may be lost for a moment. */
    @Test
    void aJobThatWasJustDrivenMayKeepMuch() throws Exception {
        String limits = "props: {scaling-abandoned-hours: 0, scaling-retained-megabytes: 1}";
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(limits))) {
            JobHome home = new JobHome(dataSource.unwrap(CommandTarget.class));
            try (ScalingJob job =
                    ScalingJob.of(dataSource, "left", configuration(SHARDING + limits), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
            }
            execute(first, "CREATE TABLE other AS SELECT repeat('x', 100) FROM generate_series(1, 20000)");
            execute(first, "DROP TABLE other");
            AbandonedJobs.giveUp(home);
            assertThat(texts(first, SLOTS)).hasSize(1);
            execute(first, LONG_AGO);
            AbandonedJobs.giveUp(home);
            assertThat(texts(first, SLOTS)).isEmpty();
            try (ScalingJob job = ScalingJob.of(dataSource, "left")) {
                job.cancel();
            }
        }
    }

    private static final String SLOTS =
            "SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE 'sharding_left%'";
    private static final String LONG_AGO =
            "UPDATE sharding_jdbc_scaling SET content = '2020-01-01T00:00:00Z' WHERE item = 'seen'";

    @Test
    void aTypeThatIsNotInTheOtherDatabaseIsToldBefore() throws Exception {
        execute(first, "CREATE TYPE mood AS ENUM ('sad')");
        execute(first, "ALTER TABLE t_order ADD COLUMN m mood");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "types", configuration(SHARDING), List.of("t_order"))) {
            assertThat(job.plan().obstacles())
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .startsWith("ds_1: The new tables cannot be made")
                    .contains("type \"mood\" does not exist");
            assertThatThrownBy(job::start).hasMessageContaining("SHD-8001");
            execute(second, "CREATE TYPE mood AS ENUM ('sad')");
            ScalingPlan plan = job.plan();
            assertThat(plan.obstacles()).isEmpty();
            assertThat(plan.needs().stream().map(ScalingPlan.Need::dataSource)).containsExactly("ds_0", "ds_1");
            assertThat(plan.needs().stream().mapToLong(ScalingPlan.Need::bytes))
                    .allMatch(bytes -> bytes > plan.nodes().get(0).bytes() / 2);
        }
        assertNothingIsLeft();
    }

    @Test
    void aSwitchDoesNotWaitForEverForOpenTransactions() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                Connection lasting = DriverManager.getConnection(second, SERVER.user(), SERVER.password());
                ScalingJob job = ScalingJob.of(dataSource, "lasting", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            lasting.setAutoCommit(false);
            try (Statement statement = lasting.createStatement()) {
                statement.execute("CREATE TABLE t_lasting (id INT)");
            }
            assertThatThrownBy(() -> job.switchOver(Duration.ofMillis(200)))
                    .hasMessageContaining("SHD-8006")
                    .hasMessageContaining("transactions have been open for longer than 2 s")
                    .hasMessageContaining("process ");
            assertThat(texts(first, "SELECT slot_name FROM pg_replication_slots WHERE slot_name LIKE '%_back_%'"))
                    .isEmpty();
            assertThat(job.check()).isEqualTo(ROWS);
            lasting.rollback();
            job.switchOver(STALL);
            job.complete();
        }
    }

    private void assertNothingIsLeft() throws SQLException {
        assertThat(texts(first, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
                .containsExactly("t_order");
        assertThat(texts(second, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
                .isEmpty();
        assertThat(texts(first, "SELECT slot_name FROM pg_replication_slots")).isEmpty();
        assertThat(texts(first, "SELECT pubname FROM pg_publication")).isEmpty();
        assertThat(texts(first, "SELECT relreplident FROM pg_class WHERE relname = 't_order'"))
                .containsExactly("d");
    }

    @Test
    void aJobThatIsGivenUpLeavesAllAsItWas() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            List<String> before = texts(first, "SELECT t::text FROM t_order t ORDER BY order_id");
            try (ScalingJob job = ScalingJob.of(dataSource, "grow", configuration(SHARDING), List.of("t_order"))) {
                assertThatThrownBy(job::complete).hasMessageContaining("SHD-8002");
                job.start();
                job.awaitFollowing(LONG);
            }
            try (ScalingJob again = ScalingJob.of(dataSource, "grow", configuration(SHARDING), List.of("t_order"))) {
                assertThat(again.progress().phase()).isEqualTo(ScalingPhase.FOLLOWING);
                assertThatThrownBy(again::complete).hasMessageContaining("SHD-8002");
                again.start();
                again.awaitFollowing(LONG);
                assertThat(again.check()).isEqualTo(ROWS);
                again.cancel();
            }
            assertThat(texts(first, "SELECT t::text FROM t_order t ORDER BY order_id"))
                    .isEqualTo(before);
            assertNothingIsLeft();
        }
    }

    /** {@code -Dscaling.kills=20} for a longer run. */
    @Test
    void aJobThatIsKilledAtAnyMomentGoesOn(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("before.yaml"), text(""));
        Files.writeString(folder.resolve("next.yaml"), text(SHARDING));
        long seed = Long.getLong("scaling.seed", System.nanoTime());
        System.out.println("scaling.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                WrittenTable written = new WrittenTable(dataSource, ROWS, WRITERS)) {
            written.start();
            for (int i = 1; i <= KILLS; i++) {
                try (ScalingProcess process = ScalingProcess.start(folder)) {
                    process.awaitBeginning(i);
                    TimeUnit.MILLISECONDS.sleep(random.nextLong(1_500));
                    process.kill();
                }
            }
            System.out.println(ScalingProcess.said(folder));
            try (ScalingJob job = ScalingJob.of(dataSource, "killed", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                job.check();
                job.switchOver(STALL);
                TimeUnit.MILLISECONDS.sleep(100);
                written.end();
                job.complete();
            }
        }
    }

    /** One that has not heard of the switch finds no table, and loses nothing. */
    @Test
    void whoWritesToTheOldPlaceIsTold() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ShardingDataSource stalled = ShardingDataSourceFactory.create(configuration(""));
                Connection late = stalled.getConnection();
                PreparedStatement insert =
                        late.prepareStatement("INSERT INTO t_order (order_id, user_id, amount) VALUES (?, 1, 1)");
                ScalingJob job = ScalingJob.of(dataSource, "late", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            insert.setLong(1, ROWS + 1L);
            assertThat(insert.executeUpdate()).isEqualTo(1);
            job.switchOver(STALL);
            insert.setLong(1, ROWS + 2L);
            assertThatThrownBy(insert::executeUpdate)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("t_order");
            assertThat(job.check()).isEqualTo(ROWS + 1L);
            job.complete();
        }
    }

    @Test
    void aServerThatIsKilledIsWaitedFor() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "server", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            SERVER.kill();
            SERVER.restart();
            job.awaitFollowing(LONG);
            execute(first, "UPDATE t_order SET amount = amount + 1");
            SERVER.kill();
            SERVER.restart();
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
    void whatForbidsItIsToldBeforeAnythingIsChanged() throws Exception {
        execute(first, "CREATE TABLE t_keyless (user_id INT)");
        execute(first, "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'");
        execute(first, "CREATE TRIGGER tr BEFORE INSERT ON t_order FOR EACH ROW EXECUTE FUNCTION f()");
        execute(first, "CREATE TABLE t_line (id INT PRIMARY KEY, order_id BIGINT REFERENCES t_order)");
        execute(second, "CREATE TABLE t_order_1 (i INT)");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            try (ScalingJob job = ScalingJob.of(dataSource, "forbidden", configuration(SHARDING), List.of("t_order"))) {
                assertThat(job.plan().obstacles())
                        .anyMatch(each -> each.contains("ds_0: Table t_order has triggers"))
                        .anyMatch(
                                each -> each.contains("foreign keys, or is referred to by some: t_line_order_id_fkey"));
                assertThatThrownBy(job::start)
                        .hasMessageContaining("SHD-8001")
                        .hasMessageContaining("triggers")
                        .hasMessageContaining("nothing was changed");
                assertThat(job.progress().phase()).isEqualTo(ScalingPhase.PLANNED);
            }
            execute(first, "DROP TABLE t_line");
            execute(first, "DROP TRIGGER tr ON t_order");
            try (ScalingJob job = ScalingJob.of(dataSource, "forbidden", configuration(SHARDING), List.of("t_order"))) {
                assertThat(job.plan().obstacles())
                        .singleElement()
                        .asString()
                        .contains("ds_1.t_order_1 is there already");
            }
            String keyless = SHARDING.replace("t_order", "t_keyless").replace("order_id", "user_id");
            try (ScalingJob job =
                    ScalingJob.of(dataSource, "forbidden", configuration(keyless), List.of("t_keyless"))) {
                assertThat(job.plan().obstacles()).singleElement().asString().contains("has no primary key");
            }
            assertThatThrownBy(
                            () -> ScalingJob.of(dataSource, "Wrong name", configuration(SHARDING), List.of("t_order")))
                    .hasMessageContaining("lower-case letters");
            assertThatThrownBy(() -> ScalingJob.of(dataSource, "unruled", configuration(""), List.of("t_order")))
                    .hasMessageContaining("does not shard table t_order");
        }
        assertThat(texts(first, "SELECT tablename FROM pg_tables WHERE tablename LIKE 'sharding%'"))
                .isEmpty();
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
    private static final String MONTHS = """
            - !SHARDING
              tables:
                t_kind:
                  actualDataNodes: ds_1.t_kind_2026${['01', '02', '03', '04', '05', '06']}
                  tableStrategy: {standard: {shardingColumn: placed, shardingAlgorithmName: months}}
              shardingAlgorithms:
                months:
                  type: INTERVAL
                  props: {datetime-pattern: yyyy-MM-dd HH:mm:ss, datetime-lower: '2026-01-01 00:00:00',
                    sharding-suffix-pattern: yyyyMM, datetime-interval-unit: MONTHS}
            """;
    private static final String MOMENT = "'2026-01-01'::timestamptz + i * interval '3 days 5 hours 0.5 seconds'";

    private void kinds(String type) throws SQLException {
        execute(first, "DROP TABLE IF EXISTS t_kind");
        execute(first, "CREATE TABLE t_kind (id INT PRIMARY KEY, placed " + type + " NOT NULL)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            numeric(12, 3)   | i / 7.0                                 | false
            text             | CONCAT('ü€', i)                         | false
            char(20)         | CONCAT('c', i)                          | false
            uuid             | md5(i::text)::uuid                      | false
            double precision | 1 / i::float8                           | false
            boolean          | i % 2 = 0                               | false
            mood             | (ARRAY['sad', 'glad'])[i % 2 + 1]::mood | false
            date             | MOMENT                                  | true
            time             | date_trunc('second', MOMENT)::time      | false
            timestamp        | MOMENT                                  | true
            timestamptz      | MOMENT                                  | false
            timestamptz(3)   | MOMENT                                  | true
            """)
    void rowsArePlacedByColumnsOfManyTypes(String type, String value, boolean monthly) throws Exception {
        execute(first, "CREATE TYPE mood AS ENUM ('sad', 'glad')");
        kinds(type);
        String insert = "INSERT INTO t_kind SELECT i, " + value.replace("MOMENT", MOMENT) + " FROM generate_series(";
        execute(first, insert + "1, 20) AS i");
        execute(second, "CREATE TYPE mood AS ENUM ('sad', 'glad')");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(
                        dataSource, "kinds", configuration(monthly ? MONTHS : KINDS), List.of("t_kind"))) {
            assertThat(job.plan().obstacles()).isEmpty();
            job.start();
            job.awaitFollowing(LONG);
            execute(first, insert + "21, 40) AS i");
            assertThat(job.check()).isEqualTo(40);
            job.switchOver(STALL);
            job.complete();
            CheckReport report = dataSource.check();
            assertThat(report.rows()).isEqualTo(40);
            assertThat(report.findings())
                    .extracting(CheckFinding::kind)
                    .doesNotContain(FindingKind.ROWS_MISPLACED, FindingKind.ROWS_WITHOUT_NODE, FindingKind.NOT_CHECKED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"timetz", "bytea", "bit(1)", "interval", "jsonb", "inet", "money", "mine"})
    void aShardingColumnByWhichRowsAreNotPlacedIsToldBeforeAnythingIsChanged(String type) throws Exception {
        execute(first, "CREATE DOMAIN mine AS INT");
        kinds(type);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "kinds", configuration(KINDS), List.of("t_kind"))) {
            assertThat(job.plan().obstacles())
                    .singleElement()
                    .asString()
                    .startsWith("The sharding column placed of t_kind is of type ")
                    .contains("shard it by a column of another type");
            assertThatThrownBy(job::start).hasMessageContaining("SHD-8001").hasMessageContaining("nothing was changed");
        }
    }

    @Test
    void aMomentWithoutAPlaceIsNamed() throws Exception {
        kinds("timestamptz");
        execute(first, "INSERT INTO t_kind VALUES (7, 'infinity')");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "kinds", configuration(KINDS), List.of("t_kind"))) {
            job.start();
            assertThatThrownBy(() -> job.awaitFollowing(LONG))
                    .hasMessageContaining("[7]")
                    .hasMessageContaining("do not say for certain");
            job.cancel();
        }
    }

    /** What others write must not be kept for a job that has nothing to read of it. */
    @Test
    void theLogOfABusyServerIsNotKeptForAQuietTable() throws Exception {
        execute(first, "CREATE TABLE t_busy (id INT PRIMARY KEY)");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "quiet", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            for (int i = 0; i < 200; i++) {
                execute(first, "INSERT INTO t_busy VALUES (" + i + ")");
            }
            String written = texts(first, "SELECT pg_current_wal_lsn()").get(0);
            String isDone = "SELECT bool_and(confirmed_flush_lsn >= '" + written + "') FROM pg_replication_slots"
                    + " WHERE database = current_database()";
            long end = System.nanoTime() + LONG.toNanos();
            while (!texts(first, isDone).equals(List.of("t")) && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            assertThat(texts(first, isDone)).containsExactly("t");
            job.cancel();
        }
    }

    /** A claim that comes while the last other one is given up. */
    @Test
    void aClaimIsNotLostWhenTheTableOfClaimsIsDropped() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "leaving", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            Future<?> cancelled;
            try (Connection other = DriverManager.getConnection(first, SERVER.user(), SERVER.password());
                    Statement statement = other.createStatement()) {
                statement.execute("SELECT pg_advisory_lock(hashtext('sharding_jdbc_scaling_claims'))");
                other.setAutoCommit(false);
                statement.execute("INSERT INTO sharding_jdbc_scaling_claims VALUES ('t_other', 'coming')");
                cancelled = CompletableFuture.runAsync(() -> {
                    try {
                        job.cancel();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                TimeUnit.SECONDS.sleep(2);
                other.commit();
            }
            cancelled.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(texts(first, "SELECT job FROM sharding_jdbc_scaling_claims")).containsExactly("coming");
    }

    @Test
    void whoLostAJobLeavesTheNameOfWhoHasIt() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "lost", configuration(SHARDING), List.of("t_order"))) {
            job.start();
            job.awaitFollowing(LONG);
            execute(
                    first,
                    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
                            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
            execute(first, "UPDATE sharding_jdbc_scaling SET content = 'another one' WHERE item = 'driver'");
        }
        assertThat(texts(first, "SELECT content FROM sharding_jdbc_scaling WHERE item = 'driver'"))
                .containsExactly("another one");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "lost", configuration(SHARDING), List.of("t_order"))) {
            job.cancel();
        }
    }

    /** Rows that change again and again are compared under a lock, which is let go before it is waited for long. */
    @Test
    void rowsAreNotLockedWhileItIsWaitedForLong() throws Exception {
        execute(first, "CREATE TABLE t_here (id INT PRIMARY KEY, n INT)");
        execute(first, "CREATE TABLE t_there (id INT PRIMARY KEY, n INT)");
        execute(first, "INSERT INTO t_here VALUES (1, 0), (2, 0)");
        execute(first, "INSERT INTO t_there VALUES (1, -1), (2, 0)");
        Databases databases = new Databases(configuration("").dataSources());
        AtomicInteger moments = new AtomicInteger();
        Comparison.CatchingUp busy = new Comparison.CatchingUp() {
            @Override
            public void await() throws SQLException {
                execute(first, "SET lock_timeout = '2s'; UPDATE t_here SET n = n + 1 WHERE id = 1");
            }

            @Override
            public boolean awaitMoment() {
                assertThatThrownBy(
                                () -> execute(first, "SET lock_timeout = '1ms'; UPDATE t_here SET n = 0 WHERE id = 1"))
                        .hasMessageContaining("lock timeout");
                return moments.incrementAndGet() % 2 == 0;
            }
        };
        try (Connection connection = databases.open("ds_0")) {
            MovedTable form = Objects.requireNonNull(databases.kind().read(connection, "t_here"));
            Comparison comparison = new Comparison(
                    databases,
                    form,
                    List.of(new NodeTable("ds_0", "t_here", "t_order")),
                    List.of(new NodeTable("ds_0", "t_there", "t_order")),
                    busy);
            assertThat(comparison.run().keys()).containsExactly(List.of("1"));
            assertThat(moments).hasPositiveValue();
        }
    }

    /** Of ten ranges, in each of which a row differs, half are compared, and the rest behind the last. */
    @Test
    void aSampleIsSpreadOverAllRanges() throws Exception {
        execute(first, "CREATE TABLE t_here AS SELECT i AS id, 0 AS n FROM generate_series(1, 200000) AS i");
        execute(
                first,
                "CREATE TABLE t_there AS SELECT id, CASE WHEN id % 20000 = 7 THEN 1 ELSE 0 END AS n FROM t_here");
        execute(first, "ALTER TABLE t_here ADD PRIMARY KEY (id); ALTER TABLE t_there ADD PRIMARY KEY (id)");
        Databases databases = new Databases(configuration("").dataSources());
        try (Connection connection = databases.open("ds_0")) {
            MovedTable form = Objects.requireNonNull(databases.kind().read(connection, "t_here"));
            Supplier<Comparison> comparison = () -> new Comparison(
                    databases,
                    form,
                    List.of(new NodeTable("ds_0", "t_here", "t_order")),
                    List.of(new NodeTable("ds_0", "t_there", "t_order")),
                    () -> {});
            Comparison.Outcome all = comparison.get().run();
            assertThat(all.rows()).isEqualTo(200_000);
            assertThat(all.keys()).hasSize(10);
            Comparison.Outcome half = comparison.get().run(50);
            assertThat(half.rows()).isEqualTo(100_000);
            assertThat(half.keys()).hasSize(5);
        }
    }

    /** A row that changes all the while and follows need not be locked. */
    @Test
    void aRowThatFollowsIsNotLocked() throws Exception {
        execute(first, "CREATE TABLE t_here (id INT PRIMARY KEY, n INT)");
        execute(first, "CREATE TABLE t_there (id INT PRIMARY KEY, n INT)");
        execute(first, "INSERT INTO t_here VALUES (1, 0), (2, 0), (4, 0)");
        execute(first, "INSERT INTO t_there VALUES (1, -1), (2, -1), (3, -1)");
        Databases databases = new Databases(configuration("").dataSources());
        AtomicInteger waits = new AtomicInteger();
        Comparison.CatchingUp following = new Comparison.CatchingUp() {
            @Override
            public void await() throws SQLException {
                if (waits.incrementAndGet() > 1) {
                    execute(first, "UPDATE t_here SET n = n + 1 WHERE id = 1");
                    execute(first, "DELETE FROM t_here WHERE id IN (2, 4)");
                    execute(first, "TRUNCATE t_there; INSERT INTO t_there SELECT * FROM t_here");
                }
            }

            @Override
            public boolean awaitMoment() {
                throw new AssertionError("rows are locked");
            }
        };
        try (Connection connection = databases.open("ds_0")) {
            Comparison.Outcome outcome = new Comparison(
                            databases,
                            Objects.requireNonNull(databases.kind().read(connection, "t_here")),
                            List.of(new NodeTable("ds_0", "t_here", "t_order")),
                            List.of(new NodeTable("ds_0", "t_there", "t_order")),
                            following)
                    .run();
            assertThat(outcome.keys()).isEmpty();
            assertThat(waits).hasValue(2);
        }
    }

    /** Who compares rows under a lock holds none while it waits for one that somebody else has locked. */
    @Test
    void rowsAreNotLockedWhileAnotherOneIsWaitedFor() throws Exception {
        execute(first, "CREATE TABLE t_here (id INT PRIMARY KEY, n INT)");
        execute(first, "CREATE TABLE t_there (id INT PRIMARY KEY, n INT)");
        execute(first, "INSERT INTO t_here VALUES (1, 0), (2, 0), (3, 0)");
        execute(first, "INSERT INTO t_there VALUES (1, -1), (2, -1), (3, -1)");
        Databases databases = new Databases(configuration("").dataSources());
        try (Connection connection = databases.open("ds_0");
                Connection holding = databases.open("ds_0");
                Statement lock = holding.createStatement()) {
            MovedTable form = Objects.requireNonNull(databases.kind().read(connection, "t_here"));
            holding.setAutoCommit(false);
            lock.execute("UPDATE t_here SET n = 0 WHERE id = 2");
            CompletableFuture<List<List<Object>>> keys = CompletableFuture.supplyAsync(() -> {
                try {
                    return new Comparison(
                                    databases,
                                    form,
                                    List.of(new NodeTable("ds_0", "t_here", "t_order")),
                                    List.of(new NodeTable("ds_0", "t_there", "t_order")),
                                    () -> {})
                            .run()
                            .keys();
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            long end = System.nanoTime() + LONG.toNanos();
            while (texts(
                            first,
                            "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR UPDATE%'")
                    .isEmpty()) {
                assertThat(System.nanoTime() - end).isNegative();
                TimeUnit.MILLISECONDS.sleep(5);
            }
            for (int id : new int[] {1, 3}) {
                execute(first, "SET lock_timeout = '5s'; UPDATE t_here SET n = n + 1 WHERE id = " + id);
            }
            assertThat(keys).isNotDone();
            holding.rollback();
            assertThat(keys.get(LONG.toSeconds(), TimeUnit.SECONDS))
                    .containsExactlyInAnyOrder(List.of("1"), List.of("2"), List.of("3"));
        }
    }

    private static final String STRANGER = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_0, %s.t_order_1
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: stranger}}
              shardingAlgorithms:
                stranger:
                  type: CLASS_BASED
                  props:
                    strategy: STANDARD
                    algorithmClassName: org.shardingjdbc.scaling.RemainderNames
                    names-targets: %s
            """;

    /** An algorithm of the application says by itself whether a name is all that it looks for. */
    @Test
    void aDataNodeStaysByAnAlgorithmThatNamesIt() throws Exception {
        for (String table : List.of("t_order_0", "t_order_1")) {
            execute(first, "CREATE TABLE " + table + " (order_id BIGINT PRIMARY KEY)");
        }
        execute(first, "INSERT INTO t_order_0 VALUES (2), (4)");
        execute(first, "INSERT INTO t_order_1 VALUES (1), (3), (5)");
        try (ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(configuration(STRANGER.formatted("ds_0", "false")))) {
            assertThatThrownBy(() -> ScalingJob.of(
                            dataSource,
                            "stranger",
                            configuration(STRANGER.formatted("ds_1", "false")),
                            List.of("t_order")))
                    .hasMessageContaining(
                            "ds_0.t_order_0 is a data node of both layouts, and not all of its rows stay");
        }
        try (ShardingDataSource dataSource =
                        ShardingDataSourceFactory.create(configuration(STRANGER.formatted("ds_0", "true")));
                ScalingJob job = ScalingJob.of(
                        dataSource,
                        "stranger",
                        configuration(STRANGER.formatted("ds_1", "true")),
                        List.of("t_order"))) {
            assertThat(job.plan().targets()).containsExactly("ds_1.t_order_1");
            job.start();
            job.awaitFollowing(LONG);
            assertThat(job.check()).isEqualTo(3);
            job.switchOver(STALL);
            job.complete();
            assertThat(dataSource.check().of(FindingKind.ROWS_MISPLACED)).isEmpty();
        }
        assertThat(texts(second, "SELECT order_id FROM t_order_1 ORDER BY order_id"))
                .containsExactly("1", "3", "5");
    }

    /** Who switched died before the job knew it: what counts is not dropped, and tables get their names back. */
    @Test
    void aSwitchThatIsBrokenOffLosesNoTable() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            ShardingConfiguration before = dataSource.configuration();
            try (ScalingJob job = ScalingJob.of(dataSource, "broken", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
            }
            execute(first, "ALTER TABLE t_order RENAME TO t_order_left");
            try (ScalingJob job = ScalingJob.of(dataSource, "broken", configuration(SHARDING), List.of("t_order"))) {
                job.cancel();
            }
            assertNothingIsLeft();
            assertThat(texts(first, "SELECT count(*) FROM t_order")).containsExactly(String.valueOf(ROWS));
            try (ScalingJob job = ScalingJob.of(dataSource, "broken", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                job.switchOver(STALL);
            }
            execute(first, "UPDATE sharding_jdbc_scaling SET content = 'FOLLOWING' WHERE item = 'phase'");
            try (ScalingJob job =
                    ScalingJob.of(dataSource, "broken", before, configuration(SHARDING), List.of("t_order"))) {
                assertThatThrownBy(job::cancel).hasMessageContaining("SHD-8002");
                assertThat(job.progress().phase()).isEqualTo(ScalingPhase.SWITCHED);
                job.complete();
            }
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(ROWS);
            }
        }
    }
}
