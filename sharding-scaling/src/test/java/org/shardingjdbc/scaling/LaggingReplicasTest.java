package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/** A copy rests while the replica of the server that it writes is behind, and goes on when it has caught up. */
class LaggingReplicasTest {
    private static final int ROWS = 3_000;
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: %s, maximumPoolSize: 8}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
              ds_2: {<<: *pool, jdbcUrl: '%s'}
              ds_3: {<<: *pool, jdbcUrl: '%s'}
            rules:
            """;
    private static final String SINGLE = """
            - !SINGLE
              tables: ["%s.t_order"]
            """;
    private static final String SHARDING = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: db_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'db_${user_id % 2}'}}
                tables: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 2}'}}
            - !READWRITE_SPLITTING
              dataSourceGroups:
                db_0: {writeDataSourceName: ds_0, readDataSourceNames: [ds_2]}
                db_1: {writeDataSourceName: ds_1, readDataSourceNames: [ds_3]}
            """;

    private static void makeTable(ReplicatedServer primary) throws SQLException {
        primary.run("CREATE DATABASE lag_0", "CREATE DATABASE lag_1");
        try (Connection connection =
                        DriverManager.getConnection(primary.jdbcUrl("lag_0"), primary.user(), primary.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?)")) {
                for (int key = 1; key <= ROWS; key++) {
                    insert.setLong(1, key);
                    insert.setInt(2, key % 7);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void theCopyWaitsForThem(DatabaseKind kind) throws Exception {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 1)) {
            ReplicatedServer primary = servers.primary();
            ReplicatedServer standby = servers.standby(0);
            if (kind != DatabaseKind.POSTGRESQL) {
                primary.run("GRANT ALL ON *.* TO 'app'@'localhost'", "GRANT ALL ON *.* TO 'app'@'%'");
            }
            makeTable(primary);
            standby.awaitAllOf(primary);
            String sources = SOURCES.formatted(
                    primary.jdbcUrl("lag_0"),
                    primary.user(),
                    primary.password(),
                    primary.jdbcUrl("lag_1"),
                    standby.jdbcUrl("lag_0"),
                    standby.jdbcUrl("lag_1"));
            ShardingConfiguration now = YamlConfigurations.parse(
                    sources + SINGLE.formatted(kind == DatabaseKind.POSTGRESQL ? "ds_0.public" : "ds_0"),
                    "now.yaml",
                    PlaceholderType.NONE);
            ShardingConfiguration next =
                    YamlConfigurations.parse(sources + SHARDING, "next.yaml", PlaceholderType.NONE);
            try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(now);
                    ScalingJob job = ScalingJob.of(dataSource, "lag", next, List.of("t_order"))) {
                // MariaDB tells in whole seconds how far a replica is behind
                job.options(ScalingOptions.STANDARD
                        .rowsPerSecond(500)
                        .chunkRows(200)
                        .replicaLag(Duration.ofMillis(100)));
                standby.pause();
                job.start();
                awaitResting(job);
                assertThat(job.progress().phase()).isEqualTo(ScalingPhase.COPYING);
                assertThat(job.progress().copied()).isLessThan(ROWS);
                standby.resume();
                job.awaitFollowing(LONG);
                assertThat(job.check()).isEqualTo(ROWS);
                job.cancel();
            }
        }
    }

    private static void awaitResting(ScalingJob job) throws InterruptedException {
        long end = System.nanoTime() + LONG.toNanos();
        String why = job.progress().resting();
        while (why == null || !why.contains(" ms behind")) {
            assertThat(System.nanoTime() - end)
                    .as("%s, %s", why, job.progress())
                    .isNegative();
            TimeUnit.MILLISECONDS.sleep(20);
            why = job.progress().resting();
        }
        assertThat(why).containsPattern("replica ds_[23] of ds_[01] is \\d+ ms behind");
    }
}
