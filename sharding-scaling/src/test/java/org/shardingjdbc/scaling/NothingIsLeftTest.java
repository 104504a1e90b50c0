package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Jobs that are completed, reversed, cancelled and broken off, one after the other, leave no slot, publication, table,
 * thread or connection behind. By night there are fifty of them ({@code -Dscaling.jobs}).
 */
class NothingIsLeftTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);
    private static final int JOBS = Integer.getInteger("scaling.jobs", 6);
    private static final long SEED = Long.getLong("scaling.seed", 4711);
    private static final int ROWS = 2_000;
    private static final int ENDS = 4;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(5);

    /** Threads from before, of whichever test. */
    private final Set<Thread> others = Thread.getAllStackTraces().keySet();

    private String first = "";
    private String second = "";

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

    /** The layout number 0 is a plain table. */
    private ShardingConfiguration layout(int number) {
        String sources = """
                dataSources:
                  ds_0: &pool {jdbcUrl: '%s', username: %s, password: %s, maximumPoolSize: 4}
                  ds_1: {<<: *pool, jdbcUrl: '%s'}
                rules:
                - !SINGLE
                  tables: ["*.*"]
                """.formatted(first, SERVER.user(), SERVER.password(), second);
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
        return YamlConfigurations.parse(number == 0 ? sources : sources + sharding, "left.yaml", PlaceholderType.NONE);
    }

    @Test
    void afterManyJobsThereIsTheTableAndNothingElse() throws Exception {
        first = SERVER.createDatabase("left_0");
        second = SERVER.createDatabase("left_1");
        execute(first, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, note TEXT)");
        execute(
                first,
                "INSERT INTO t_order SELECT i, i % 7, repeat('x', 40) FROM generate_series(1, " + ROWS + ") AS i");
        SplittableRandom random = new SplittableRandom(SEED);
        int counting = 0;
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(layout(0))) {
            for (int i = 1; i <= JOBS; i++) {
                if (run(dataSource, "left_" + i, i, i % ENDS, random)) {
                    counting = i;
                }
                assertThat(count(dataSource)).as("behind job " + i).isEqualTo(ROWS);
                nothingIsLeft(counting);
            }
        }
    }

    /** @return whether the next layout counts in the end */
    private boolean run(ShardingDataSource dataSource, String name, int next, int end, SplittableRandom random)
            throws Exception {
        ShardingConfiguration layout = layout(next);
        try (ScalingJob job = ScalingJob.of(dataSource, name, layout, List.of("t_order"))) {
            job.start();
            if (end == 0) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
                job.cancel();
                return false;
            }
            if (end == 1) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
            } else {
                job.awaitFollowing(LONG);
                job.check();
                job.switchOver(STALL);
                if (end == 2) {
                    job.complete();
                    return true;
                }
                job.reverse(STALL);
                job.cancel();
                return false;
            }
        }
        try (ScalingJob again = ScalingJob.of(dataSource, name, layout, List.of("t_order"))) {
            again.cancel();
        }
        return false;
    }

    private static long count(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void nothingIsLeft(int counting) throws SQLException {
        String tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
        List<String> sharded = List.of("t_order_v" + counting + "_0", "t_order_v" + counting + "_1");
        assertThat(texts(first, tables)).isEqualTo(counting == 0 ? List.of("t_order") : sharded);
        assertThat(texts(second, tables)).isEqualTo(counting == 0 ? List.of() : sharded);
        assertThat(texts(first, "SELECT slot_name FROM pg_replication_slots")).isEmpty();
        for (String url : List.of(first, second)) {
            assertThat(texts(url, "SELECT pubname FROM pg_publication")).isEmpty();
            assertThat(texts(
                            url,
                            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relreplident <> 'd'"
                                    + " AND relnamespace = 'public'::regnamespace"))
                    .isEmpty();
        }
        // those of the pools are known by what they last executed; a job's say what they did
        assertThat(texts(
                        first,
                        "SELECT query FROM pg_stat_activity WHERE datname LIKE 'left\\_%' AND backend_type ="
                                + " 'walsender'"))
                .isEmpty();
        assertThat(texts(first, "SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory'"))
                .containsExactly("0");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(
                        thread -> !others.contains(thread) && thread.getName().startsWith("sharding-jdbc-scaling"));
    }
}
