package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The server of both layouts is killed at some moment of a switch, or of the way back, and restarted. The job goes on
 * by a start of the same name, whichever layout counts by then, and what was acknowledged is there once.
 */
class KilledAtTheSwitchTest {
    private static final int ROWS = 400;
    private static final long SEED = 20_261_130;
    /** Of each database so many; {@code -Dscaling.kills=20} by night. */
    private static final int KILLS = Integer.getInteger("scaling.kills", 1);
    /** A switch takes about so long on a machine that does nothing else. */
    private static final int SWITCH_MILLIS = 250;

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration STALL = Duration.ofSeconds(5);
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 8, connectionTimeout: 2000}
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

    private static final TestServer POSTGRESQL = TestServer.own(DatabaseKind.POSTGRESQL);

    private final Set<Long> acknowledged = new ConcurrentSkipListSet<>();
    private final Set<Long> unknown = new ConcurrentSkipListSet<>();
    private volatile boolean ended;
    private TestServer server = TestServer.of(DatabaseKind.H2);
    private String first = "";
    private String second = "";

    private ShardingConfiguration configuration(String rules) {
        return YamlConfigurations.parse(
                SOURCES.formatted(first, server.user(), server.password(), second) + rules,
                "killed.yaml",
                PlaceholderType.NONE);
    }

    private void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void makeTable() throws SQLException {
        first = server.createDatabase("killed_0");
        second = server.createDatabase("killed_1");
        execute(first, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL)");
        try (Connection connection = DriverManager.getConnection(first, server.user(), server.password());
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, 0)")) {
            for (long key = 1; key <= ROWS; key++) {
                insert.setLong(1, key);
                insert.setLong(2, key % 7);
                insert.addBatch();
                acknowledged.add(key);
            }
            insert.executeBatch();
        }
    }

    private void restart() {
        server.kill();
        server.restart();
    }

    /** New rows, of which each is acknowledged, or fails while the server is away. */
    private void write(ShardingDataSource dataSource) {
        for (long key = ROWS + 1; !ended; key++) {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement insert = connection.prepareStatement(
                            "INSERT INTO t_order (order_id, user_id, amount) VALUES (?, ?, 0)")) {
                insert.setLong(1, key);
                insert.setLong(2, key % 7);
                insert.executeUpdate();
                acknowledged.add(key);
            } catch (SQLException e) {
                unknown.add(key);
            }
        }
    }

    /** One step of a job at a time; a step may fail, and then a job of the same name goes on. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MYSQL", "MARIADB"})
    void whatWasAcknowledgedIsThereWhicheverLayoutCounts(DatabaseKind kind) throws Exception {
        server = switch (kind) {
            case MYSQL -> BinlogServer.MYSQL.server();
            case MARIADB -> BinlogServer.MARIADB.server();
            default -> POSTGRESQL;
        };
        SplittableRandom random = new SplittableRandom(SEED);
        int switched = 0;
        for (int i = 0; i < KILLS; i++) {
            boolean back = i % 2 == 1;
            switched += killed(kind, random.nextInt(SWITCH_MILLIS), back) ? 1 : 0;
        }
        System.out.println(kind + ": " + switched + " of " + KILLS + " steps were done though the server was killed");
    }

    /** @return whether the step was done in spite of it */
    private boolean killed(DatabaseKind kind, int afterMillis, boolean back) throws Exception {
        acknowledged.clear();
        unknown.clear();
        ended = false;
        makeTable();
        boolean done;
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""));
                ScalingJob job = ScalingJob.of(dataSource, "killed", configuration(SHARDING), List.of("t_order"))) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(dataSource));
            try {
                job.start();
                job.awaitFollowing(LONG);
                done = step(job, kind, afterMillis, back);
                goOn(job, back);
            } finally {
                ended = true;
                writer.get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(dataSource.dataNodes("t_order")).hasSize(back ? 1 : 4);
            assertFound(dataSource);
        }
        return done;
    }

    private boolean step(ScalingJob job, DatabaseKind kind, int afterMillis, boolean back) throws Exception {
        if (back) {
            job.switchOver(STALL);
            job.awaitFollowing(LONG);
        }
        CompletableFuture<Void> killer = CompletableFuture.runAsync(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(afterMillis);
                restart();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        try {
            if (back) {
                job.reverse(STALL);
            } else {
                job.switchOver(STALL);
            }
            return true;
        } catch (SQLException e) {
            System.out.println(
                    kind + ", " + (back ? "back" : "forth") + ", after " + afterMillis + " ms: " + e.getMessage());
            return false;
        } finally {
            killer.get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** To the layout that was wanted, by the steps that are left. */
    private static void goOn(ScalingJob job, boolean back) throws Exception {
        if (job.progress().failure() != null && job.progress().phase() != ScalingPhase.REVERSED) {
            job.start();
        }
        if (job.progress().phase() != ScalingPhase.REVERSED) {
            job.awaitFollowing(LONG);
            job.check();
            if (job.progress().phase() == ScalingPhase.FOLLOWING) {
                job.switchOver(STALL);
                job.awaitFollowing(LONG);
                job.check();
            }
        }
        if (!back) {
            job.complete();
            return;
        }
        if (job.progress().phase() != ScalingPhase.REVERSED) {
            job.reverse(STALL);
        }
        job.cancel();
    }

    private void assertFound(ShardingDataSource dataSource) throws SQLException {
        Set<Long> found = new TreeSet<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT order_id FROM t_order")) {
            while (rows.next()) {
                assertThat(found.add(rows.getLong(1))).as("%s", rows.getLong(1)).isTrue();
            }
        }
        assertThat(acknowledged).hasSizeGreaterThan(ROWS);
        // not by containsAll, which compares each with each
        Set<Long> lost = new TreeSet<>(acknowledged);
        lost.removeAll(found);
        assertThat(lost).as("acknowledged, and not there").isEmpty();
        found.removeAll(acknowledged);
        found.removeAll(unknown);
        assertThat(found).as("there, and written by nobody").isEmpty();
    }
}
