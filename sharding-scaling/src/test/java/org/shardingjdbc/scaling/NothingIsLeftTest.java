package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Jobs that are completed, reversed, cancelled, broken off and killed, one after the other, leave no slot, publication,
 * table, entry of the registry, lock, thread or connection behind. By night there are fifty of them
 * ({@code -Dscaling.jobs}).
 */
class NothingIsLeftTest {
    private static final int JOBS = Integer.getInteger("scaling.jobs", 5);
    private static final long SEED = Long.getLong("scaling.seed", 4711);
    private static final int ROWS = 2_000;
    private static final int ENDS = 5;
    /** Until a killed process has switched and gone back, about. */
    private static final int LONGEST_LIFE = 3_000;

    private static final int POOL = 4;
    private static final long PATIENCE_SECONDS = 30;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(5);

    /** Servers whose logs others may read. */
    enum Place {
        POSTGRESQL {
            @Override
            TestServer server() {
                return OwnServer.STARTED;
            }

            @Override
            List<String> left(NothingIsLeftTest test) throws SQLException {
                List<String> left =
                        new ArrayList<>(test.texts(test.first, "SELECT slot_name FROM pg_replication_slots"));
                left.addAll(test.texts(
                        test.first,
                        "SELECT 'the connection of ' || query FROM pg_stat_activity WHERE datname LIKE 'left\\_%' AND"
                                + " backend_type = 'walsender'"));
                left.addAll(
                        test.texts(test.first, "SELECT 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory'"));
                for (String url : List.of(test.first, test.second)) {
                    left.addAll(test.texts(url, "SELECT 'publication ' || pubname FROM pg_publication"));
                    left.addAll(test.texts(
                            url,
                            "SELECT 'REPLICA IDENTITY of ' || relname FROM pg_class WHERE relkind = 'r' AND relreplident"
                                    + " <> 'd' AND relnamespace = 'public'::regnamespace"));
                }
                return left;
            }

            @Override
            String connections() {
                return "SELECT count(*) FROM pg_stat_activity WHERE datname IN (%s)";
            }
        },
        MYSQL {
            @Override
            TestServer server() {
                return BinlogServer.MYSQL.server();
            }

            @Override
            List<String> left(NothingIsLeftTest test) throws SQLException {
                List<String> left = ofBinlog(test);
                left.addAll(test.texts(
                        test.first,
                        "SELECT CONCAT('lock ', object_name) FROM performance_schema.metadata_locks WHERE object_type ="
                                + " 'USER LEVEL LOCK'"));
                return left;
            }

            @Override
            String connections() {
                return OF_PROCESSES;
            }
        },
        MARIADB {
            @Override
            TestServer server() {
                return BinlogServer.MARIADB.server();
            }

            @Override
            List<String> left(NothingIsLeftTest test) throws SQLException {
                List<String> left = ofBinlog(test);
                for (int i = 1; i <= JOBS; i++) {
                    left.addAll(test.texts(
                            test.first,
                            "SELECT 'lock of job " + i + "' FROM (SELECT 1 AS one) AS row_1 WHERE IS_USED_LOCK(SHA2("
                                    + "CONCAT(DATABASE(), '.sharding_jdbc_scaling left_" + i
                                    + "'), 224)) IS NOT NULL"));
                }
                return left;
            }

            @Override
            String connections() {
                return OF_PROCESSES;
            }
        };

        private static final String OF_PROCESSES =
                "SELECT COUNT(*) FROM information_schema.processlist WHERE db IN (%s)";

        /** Started when it is asked for. */
        private static final class OwnServer {
            static final TestServer STARTED = TestServer.own(DatabaseKind.POSTGRESQL);
        }

        abstract TestServer server();

        /** What a server has of jobs. */
        abstract List<String> left(NothingIsLeftTest test) throws SQLException;

        abstract String connections();

        private static List<String> ofBinlog(NothingIsLeftTest test) throws SQLException {
            return new ArrayList<>(test.texts(
                    test.first,
                    "SELECT CONCAT('the connection of ', command) FROM information_schema.processlist WHERE command LIKE"
                            + " 'Binlog Dump%'"));
        }
    }

    /** Threads from before, of whichever test. */
    private final Set<Thread> others = Thread.getAllStackTraces().keySet();

    private Place place = Place.POSTGRESQL;
    private String registry = "";
    private String first = "";
    private String second = "";

    @TempDir
    private Path folder;

    private void execute(String url, String sql) throws SQLException {
        BinlogServer.execute(place.server(), url, sql);
    }

    private List<String> texts(String url, String sql) throws SQLException {
        return BinlogServer.texts(place.server(), url, sql);
    }

    /** The layout number 0 is a plain table. */
    private String layout(int number) {
        String user = place.server().user();
        String password = place.server().password();
        String sources = """
                mode:
                  type: Cluster
                  secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
                  repository:
                    type: JDBC
                    props: {jdbc_url: '%s', username: %s, password: '%s', pollIntervalMilliseconds: 100, timeToLiveSeconds: 3}
                dataSources:
                  ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: %d}
                  ds_1: {<<: *pool, jdbcUrl: '%s'}
                rules:
                - !SINGLE
                  tables: ["*.*"]
                """.formatted(registry, user, password, first, user, password, POOL, second);
        String sharding = """
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order_v%1$d_${0..1}
                      databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                      tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
                  shardingAlgorithms:
                    databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id %% 2}'}}
                    tables: {type: INLINE, props: {algorithm-expression: 't_order_v%1$d_${order_id %% 2}'}}
                """.formatted(number);
        return number == 0 ? sources : sources + sharding;
    }

    private static ShardingConfiguration read(String yaml) {
        return YamlConfigurations.parse(yaml, "left.yaml", PlaceholderType.NONE);
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void afterManyJobsThereIsTheTableAndNothingElse(Place where) throws Exception {
        place = where;
        registry = where.server().createDatabase("left_registry");
        first = where.server().createDatabase("left_0");
        second = where.server().createDatabase("left_1");
        execute(first, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, note VARCHAR(80))");
        SplittableRandom random = new SplittableRandom(SEED);
        TreeMap<String, Integer> ends = new TreeMap<>();
        int counting = 0;
        Files.writeString(folder.resolve("instance.yaml"), layout(0));
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(read(layout(0)))) {
            fill(dataSource);
            for (int i = 1; i <= JOBS; i++) {
                Files.writeString(folder.resolve("next.yaml"), layout(i));
                String end = run(dataSource, "left_" + i, i, i % ENDS, random);
                ends.merge(end, 1, Integer::sum);
                if (dataSource.dataNodes("t_order").get(0).contains("t_order_v" + i + "_")) {
                    counting = i;
                }
                assertThat(count(dataSource)).as("behind job " + i + ", " + end).isEqualTo(ROWS);
                awaitNothing(dataSource, counting, "behind job " + i + ", " + end);
            }
        }
        System.out.println(where + ": " + ends);
    }

    /**
     * What a process leaves that dies between its first word and its claim of the tables, or between the drop of the
     * tables and its last word: the entry, and mostly the claim.
     */
    @ParameterizedTest
    @ValueSource(strings = {"", "phase\nENDED\n"})
    void whoDiesAtTheBeginOrTheEndLeavesAJobThatIsEndedByItsName(String phase) throws Exception {
        registry = place.server().createDatabase("left_registry");
        first = place.server().createDatabase("left_0");
        second = place.server().createDatabase("left_1");
        execute(first, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, note VARCHAR(80))");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(read(layout(0)))) {
            String entry;
            try (ScalingJob job = ScalingJob.ofLayout(dataSource, "planted", read(layout(1)), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(LONG);
                entry = Objects.requireNonNull(dataSource.governance().jobs().get("planted"));
                job.cancel();
            }
            awaitNothing(dataSource, 0, "behind the job");
            String planted = entry.replace("phase\nFOLLOWING\n", phase);
            assertThat(planted).isNotEqualTo(entry);
            dataSource.governance().changeJob("planted", none -> planted);
            execute(
                    first,
                    "CREATE TABLE sharding_jdbc_scaling_claims (logic_table VARCHAR(190) NOT NULL PRIMARY KEY, job"
                            + " VARCHAR(64) NOT NULL)");
            execute(first, "INSERT INTO sharding_jdbc_scaling_claims VALUES ('t_order', 'planted')");
            try (ScalingJob other = ScalingJob.ofLayout(dataSource, "other", read(layout(1)), List.of("t_order"))) {
                assertThat(other.plan().obstacles())
                        .contains("Table t_order is moved by job planted; complete or cancel that one first");
            }
            try (ScalingJob job = ScalingJob.of(dataSource, "planted")) {
                job.cancel();
            }
            awaitNothing(dataSource, 0, "behind its end");
        }
    }

    private static void fill(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?)")) {
            for (int i = 1; i <= ROWS; i++) {
                insert.setLong(1, i);
                insert.setInt(2, i % 7);
                insert.setString(3, "x".repeat(40));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** @return how it ended */
    private String run(ShardingDataSource dataSource, String name, int next, int end, SplittableRandom random)
            throws Exception {
        if (end == 4) {
            LeftJob job = LeftJob.start(folder, name);
            try {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE));
            } finally {
                job.close();
            }
            return "killed and " + goOn(dataSource, name);
        }
        try (ScalingJob job = ScalingJob.ofLayout(dataSource, name, read(layout(next)), List.of("t_order"))) {
            job.start();
            if (end == 0) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
                job.cancel();
                return "cancelled";
            }
            if (end == 1) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
            } else {
                job.awaitFollowing(LONG);
                job.check();
                job.switchOver(STALL);
                if (end == 2) {
                    job.complete();
                    return "completed";
                }
                job.reverse(STALL);
                job.cancel();
                return "reversed";
            }
        }
        return "broken off and " + goOn(dataSource, name);
    }

    /** Whoever comes next ends it: completed where its layout counts, else cancelled. */
    private static String goOn(ShardingDataSource dataSource, String name) throws SQLException {
        try (ScalingJob job = ScalingJob.of(dataSource, name)) {
            if (job.progress().phase().compareTo(ScalingPhase.SWITCHED) <= 0) {
                try {
                    job.start();
                } catch (SQLException e) {
                    // it had gone back, and had not written that down
                    if (e.getErrorCode() != ErrorCode.SCALING_WRONG_PHASE.number()) {
                        throw e;
                    }
                }
            }
            if (job.progress().phase() == ScalingPhase.SWITCHED) {
                job.complete();
                return "completed";
            }
            ScalingPhase phase = job.progress().phase();
            job.cancel();
            return "cancelled when " + phase;
        } catch (SQLException e) {
            if (e.getErrorCode() == ErrorCode.SCALING_UNKNOWN.number()) {
                return "not begun";
            }
            throw e;
        }
    }

    private static long count(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** Servers need a moment to see that connections have ended, and the registry that a process has. */
    private void awaitNothing(ShardingDataSource dataSource, int counting, String when) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        List<String> left = left(dataSource, counting);
        while (!left.isEmpty() && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(50);
            left = left(dataSource, counting);
        }
        assertThat(left).as(when).isEmpty();
    }

    private List<String> left(ShardingDataSource dataSource, int counting) throws SQLException {
        List<String> left = place.left(this);
        List<String> sharded = List.of("t_order_v" + counting + "_0", "t_order_v" + counting + "_1");
        left.addAll(others(first, counting == 0 ? List.of("t_order") : sharded));
        left.addAll(others(second, counting == 0 ? List.of() : sharded));
        dataSource.governance().jobs().keySet().forEach(job -> left.add("entry of job " + job));
        if (dataSource.governance().instances().size() != 1) {
            left.add("instances " + dataSource.governance().instances());
        }
        Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !others.contains(thread) && isOfJob(thread.getName()))
                .forEach(thread -> left.add("thread " + thread.getName()));
        String databases = "'" + name(first) + "', '" + name(second) + "'";
        int connections = Integer.parseInt(texts(
                        place.server().jdbcUrl(name(registry)),
                        place.connections().formatted(databases))
                .get(0));
        if (connections > 2 * POOL) {
            left.add(connections + " connections");
        }
        return left;
    }

    private static boolean isOfJob(String thread) {
        return thread.startsWith("sharding-jdbc-scaling") || thread.startsWith("blc-");
    }

    /** The name of a database in its URL. */
    private static String name(String url) {
        int slash = url.lastIndexOf('/');
        int end = url.indexOf('?', slash);
        return url.substring(slash + 1, end < 0 ? url.length() : end);
    }

    /** Tables that are there and should not be, and the other way round. */
    private List<String> others(String url, List<String> wanted) throws SQLException {
        List<String> there = texts(
                url,
                "SELECT table_name FROM information_schema.tables WHERE table_schema = '"
                        + (place == Place.POSTGRESQL ? "public" : name(url)) + "'");
        List<String> others = new ArrayList<>();
        there.stream().filter(table -> !wanted.contains(table)).forEach(table -> others.add("table " + table));
        wanted.stream().filter(table -> !there.contains(table)).forEach(table -> others.add("no table " + table));
        return others;
    }
}
