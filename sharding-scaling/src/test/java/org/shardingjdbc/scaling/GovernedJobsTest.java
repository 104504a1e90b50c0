package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.ScalingInstances.Instance;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.TcpProxy;

/** A job in one of three instances of a registry, each a process with writers of its own. */
class GovernedJobsTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);
    private static final int ROWS = 5_000;
    private static final int INSTANCES = 3;
    private static final int WRITERS = 3;
    /** {@code -Dscaling.driverKills=20} for a longer run. */
    private static final int KILLS = Integer.getInteger("scaling.driverKills", 2);

    private static final String JOB = "t_order_1";
    private static final String YAML = """
            mode:
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository:
                type: JDBC
                props: {jdbc_url: '%1$s', username: %2$s, password: %3$s, pollIntervalMilliseconds: 100, timeToLiveSeconds: 4}
            dataSources:
              ds_0: &pool {jdbcUrl: '%4$s', username: %2$s, password: %3$s, maximumPoolSize: 10}
              ds_1: {<<: *pool, jdbcUrl: '%5$s'}
            props: {distsql-allowed: all}
            """;
    private static final String MIGRATE =
            "MIGRATE TABLE ds_1.t_order INTO t_order (DATANODES('ds_${0..1}.t_order_${0..1}'),"
                    + " DATABASE_STRATEGY(TYPE='standard', SHARDING_COLUMN=user_id, SHARDING_ALGORITHM(TYPE(NAME='INLINE',"
                    + " PROPERTIES('algorithm-expression'='ds_${user_id % 2}')))),"
                    + " TABLE_STRATEGY(TYPE='standard', SHARDING_COLUMN=order_id, SHARDING_ALGORITHM(TYPE(NAME='INLINE',"
                    + " PROPERTIES('algorithm-expression'='t_order_${order_id % 2}')))))";

    private String first;
    private String second;
    private Path yaml;
    private Path log;

    @BeforeEach
    void makeTable(@TempDir Path folder) throws Exception {
        String registry = SERVER.createDatabase("governed_registry");
        awaitUnusedSlots(registry);
        first = SERVER.createDatabase("governed_0");
        second = SERVER.createDatabase("governed_1");
        yaml = folder.resolve("instance.yaml");
        log = folder.resolve("log");
        Files.writeString(
                yaml,
                YAML.formatted(registry, SERVER.user(), SERVER.password(), OtherWay.url(first), OtherWay.url(second)));
        execute(
                second,
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL)");
        execute(
                second,
                "INSERT INTO t_order SELECT i, i %% 97, i %% 1000 FROM generate_series(1, %d) AS i".formatted(ROWS));
    }

    /** The server needs a moment to see that a process has ended. */
    private static void awaitUnusedSlots(String url) throws Exception {
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            boolean used = true;
            for (int i = 0; used && i < 600; i++) {
                TimeUnit.MILLISECONDS.sleep(20);
                try (ResultSet row = statement.executeQuery("SELECT 1 FROM pg_replication_slots WHERE active")) {
                    used = row.next();
                }
            }
        }
    }

    private static void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<Instance> start(ScalingInstances instances) throws Exception {
        for (long key = 1; key <= ROWS; key++) {
            instances.put(key, (int) (key % 97), (int) (key % 1000));
        }
        List<Instance> all = new ArrayList<>();
        for (int i = 1; i <= INSTANCES; i++) {
            all.add(instances.start(yaml, i, log));
        }
        return all;
    }

    /** What is there by the layout that counts now, each key once. */
    private Map<Long, List<String>> found() throws Exception {
        Map<Long, List<String>> found = new HashMap<>();
        String text = Files.readString(yaml);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        YamlConfigurations.parse(text, "instance.yaml", PlaceholderType.NONE));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT order_id, user_id, amount FROM t_order")) {
            while (row.next()) {
                assertThat(found.put(row.getLong(1), List.of(row.getString(2), row.getString(3))))
                        .isNull();
            }
        }
        return found;
    }

    private static long quiet(List<Instance> all) throws Exception {
        long longest = 0;
        for (Instance each : all) {
            longest = Math.max(longest, Waits.of(each.ask("quiet")).longest());
        }
        return longest;
    }

    private List<String> tables(String url) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        return tables;
    }

    /** No error reaches anybody, and every acknowledged write is there once. */
    @Test
    void allInstancesLearnTheNextLayoutAtOnce() throws Exception {
        try (ScalingInstances instances = new ScalingInstances()) {
            List<Instance> all = start(instances);
            assertThat(all.get(0).ask("do " + MIGRATE)).isEqualTo("done");
            for (Instance each : all) {
                each.order("write " + WRITERS);
            }
            all.get(0).awaitStatus(JOB, "FOLLOWING");
            all.get(2).awaitStatus(JOB, "FOLLOWING");
            assertThat(all.get(1).ask("do START MIGRATION '" + JOB + "'")).startsWith("failed SHD-8007");
            assertThat(all.get(0).ask("do SWITCH MIGRATION '" + JOB + "'")).isEqualTo("done");
            TimeUnit.MILLISECONDS.sleep(500);
            assertThat(all.get(0).ask("do CHECK MIGRATION '" + JOB + "'")).isEqualTo("done");
            System.out.println("a statement waited " + quiet(all) + " ms at most");
            assertThat(all.get(0).ask("do COMMIT MIGRATION '" + JOB + "'")).isEqualTo("done");
            assertThat(instances.wrong()).isEmpty();
            assertThat(instances.refused()).isZero();
            instances.assertFound(found());
            assertThat(tables(first)).containsExactly("t_order_0", "t_order_1");
            assertThat(tables(second)).containsExactly("t_order_0", "t_order_1");
        }
    }

    /**
     * An instance stands still while its write is on the way to the database, and goes on behind the switch. The write
     * finds no table, as the old one is renamed; where it is given its name back, the write gets into it, where nobody
     * reads: so it is the renaming that keeps it from being lost.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLateWriteGetsNowhere(boolean renamed) throws Exception {
        try (ScalingInstances instances = new ScalingInstances();
                TcpProxy way = TcpProxy.to(second)) {
            List<Instance> all = new ArrayList<>(start(instances));
            Instance late = instances.start(yaml, INSTANCES + 1, log, OtherWay.option(way.url(second)));
            assertThat(all.get(0).ask("do " + MIGRATE)).isEqualTo("done");
            for (Instance each : all) {
                each.order("write " + WRITERS);
            }
            assertThat(late.ask("do INSERT INTO t_order VALUES (9000000001, 1, 1)"))
                    .isEqualTo("done");
            instances.put(9_000_000_001L, 1, 1);
            all.get(0).awaitStatus(JOB, "FOLLOWING");
            way.stall();
            late.order("do INSERT INTO t_order VALUES (9000000002, 1, 1)");
            TimeUnit.MILLISECONDS.sleep(200);
            late.signal("STOP");
            assertThat(all.get(0).ask("do SWITCH MIGRATION '" + JOB + "'")).isEqualTo("done");
            if (!renamed) {
                execute(second, "ALTER TABLE t_order_left RENAME TO t_order");
            }
            way.restore();
            late.signal("CONT");
            assertThat(late.answer()).startsWith("failed ");
            // planned anew it may be at its new place: its writer is told that it may have been executed
            instances.mayBe(9_000_000_002L, 1, 1);
            assertThat(late.ask("do INSERT INTO t_order VALUES (9000000003, 1, 1)"))
                    .isEqualTo("done");
            instances.put(9_000_000_003L, 1, 1);
            System.out.println("a statement waited " + quiet(all) + " ms at most");
            assertThat(instances.wrong()).isEmpty();
            instances.assertFound(found());
            if (renamed) {
                assertThat(tables(second)).doesNotContain("t_order");
            } else {
                try (Connection connection = DriverManager.getConnection(second, SERVER.user(), SERVER.password());
                        Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT 1 FROM t_order WHERE order_id = 9000000002")) {
                    assertThat(row.next()).as("it is where nobody reads").isTrue();
                }
            }
        }
    }

    /** The last kill comes when the old table is renamed and the handover is not over, or just is. */
    @Test
    void aJobWhoseInstanceIsKilledGoesOnInAnotherOne() throws Exception {
        long seed = Long.getLong("scaling.seed", System.nanoTime());
        System.out.println("scaling.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (ScalingInstances instances = new ScalingInstances()) {
            List<Instance> all = start(instances);
            assertThat(all.get(0).ask("do " + MIGRATE)).isEqualTo("done");
            for (Instance each : all) {
                each.order("write " + WRITERS);
            }
            int number = INSTANCES;
            for (int i = 0; i <= KILLS; i++) {
                if (i == KILLS) {
                    all.get(0).awaitStatus(JOB, "FOLLOWING");
                    all.get(0).order("do SWITCH MIGRATION '" + JOB + "'");
                    while (!tables(second).contains("t_order_left")) {
                        Thread.onSpinWait();
                    }
                } else {
                    TimeUnit.MILLISECONDS.sleep(random.nextLong(1_000));
                }
                all.remove(0).kill();
                number++;
                all.add(instances.start(yaml, number, log));
                all.get(all.size() - 1).order("write " + WRITERS);
                assertThat(all.get(0).ask("mend " + JOB)).isEqualTo("done");
                assertThat(all.get(0).ask("do START MIGRATION '" + JOB + "'")).isEqualTo("done");
            }
            String status = all.get(0).ask("status " + JOB);
            System.out.println(status + " behind the kill, " + instances.refused() + " statements refused");
            assertThat(all.get(0).ask("do COMMIT MIGRATION '" + JOB + "'")).isEqualTo("done");
            quiet(all);
            assertThat(instances.wrong()).isEmpty();
            instances.assertFound(found());
            assertThat(tables(first)).containsExactly("t_order_0", "t_order_1");
            assertThat(tables(second)).containsExactly("t_order_0", "t_order_1");
        }
    }

    /**
     * A process that just starts says what was done, as the command line does, where statements are refused with what
     * to do: its instance died while the old table was about to be renamed.
     */
    @Test
    void whileNothingIsDecidedStatementsSayWhatToDo() throws Exception {
        try (ScalingInstances instances = new ScalingInstances();
                Connection holder = DriverManager.getConnection(second, SERVER.user(), SERVER.password());
                Statement statement = holder.createStatement()) {
            List<Instance> all = start(instances);
            assertThat(all.get(0).ask("do " + MIGRATE)).isEqualTo("done");
            all.get(0).awaitStatus(JOB, "FOLLOWING");
            holder.setAutoCommit(false);
            statement.executeQuery("SELECT 1 FROM t_order LIMIT 1").close();
            all.get(0).order("do SWITCH MIGRATION '" + JOB + "'");
            awaitRefusedLock();
            all.remove(0).kill();
            holder.rollback();
            for (String sql :
                    List.of("START MIGRATION '" + JOB + "'", "INSERT INTO t_order VALUES (9000000001, 1, 1)")) {
                assertThat(all.get(0).ask("do " + sql))
                        .startsWith("failed SHD-7018")
                        .contains("ScalingJob.of(dataSource, name).start()")
                        .contains("reshard start --name");
            }
            Instance fresh = instances.start(yaml, INSTANCES + 1, log);
            assertThat(fresh.ask("mend " + JOB)).isEqualTo("done");
            assertThat(all.get(1).ask("do START MIGRATION '" + JOB + "'")).isEqualTo("done");
            assertThat(all.get(1).ask("do INSERT INTO t_order VALUES (9000000002, 1, 1)"))
                    .isEqualTo("done");
            instances.put(9_000_000_002L, 1, 1);
            assertThat(all.get(1).ask("do COMMIT MIGRATION '" + JOB + "'")).isEqualTo("done");
            assertThat(instances.wrong()).isEmpty();
            instances.assertFound(found());
        }
    }

    /** The renaming of the old table waits for the holder of a lock. */
    private static void awaitRefusedLock() throws Exception {
        try (Connection connection =
                        DriverManager.getConnection(SERVER.jdbcUrl("governed_1"), SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            boolean waits = false;
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60); !waits; ) {
                assertThat(System.nanoTime() - end).isNegative();
                try (ResultSet row = statement.executeQuery(
                        "SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'")) {
                    waits = row.next();
                }
            }
        }
    }
}
