package org.shardingjdbc.governance.zookeeper.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.Stored;
import org.shardingjdbc.governance.internal.RegistryProvider;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.ChangeOptions;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.internal.worker.LeasedWorkerIds;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.internal.key.KeyGenerators;

/** Several instances in this process, with a real ZooKeeper. */
class ZooKeeperGovernanceTest {
    private static TestingServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new TestingServer();
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Repository open(String namespace) {
        return new ZooKeeperRepositories()
                .open(new RepositoryProps(Map.of("namespace", namespace, "server-lists", server.getConnectString())));
    }

    private static ShardingConfiguration configuration(String namespace, String more, int nodes) {
        String yaml = """
                mode:
                  type: Cluster
                %4$s
                  repository:
                    type: ZooKeeper
                    props:
                      namespace: %1$s
                      server-lists: %2$s
                      retryIntervalMilliseconds: 100
                      maxRetries: 1
                      timeToLiveSeconds: 5
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:zk_%1$s;DB_CLOSE_DELAY=-1', username: sa}
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_0.t_order_${0..%3$d}
                      tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: inline}}
                  shardingAlgorithms:
                    inline: {type: INLINE, props: {algorithm-expression: 't_order_${order_id %% 2}'}}
                """.formatted(namespace, server.getConnectString(), nodes - 1, more);
        return YamlConfigurations.parse(yaml, "test.yaml", PlaceholderType.NONE);
    }

    private static boolean until(BooleanSupplier so) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!so.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        return true;
    }

    @Test
    void theVersionDecidesWhoWrites() {
        try (Repository one = open("versions");
                Repository other = open("versions")) {
            assertThat(one.read("key")).isNull();
            assertThat(one.write("key", "a", 0)).isEqualTo(1);
            assertThat(other.write("key", "b", 0)).isZero();
            assertThat(other.write("key", "b", 1)).isEqualTo(2);
            assertThat(one.write("key", "c", 1)).isZero();
            assertThat(one.read("key")).isEqualTo(new Stored("b", 2));
        }
    }

    @Test
    void whatIsAnnouncedEndsWithItsProcess() {
        try (Repository one = open("announced")) {
            Repository other = open("announced");
            one.announce("instances/one", "a");
            other.announce("instances/other", "b");
            other.announce("instances/other", "c");
            assertThat(one.announced("instances")).isEqualTo(Map.of("one", "a", "other", "c"));
            other.close();
            assertThat(one.announced("instances")).isEqualTo(Map.of("one", "a"));
        }
    }

    @Test
    void allInstancesTakeAChange() throws SQLException {
        try (ShardingDataSource first = ShardingDataSourceFactory.create(configuration("taken", "", 2));
                ShardingDataSource second = ShardingDataSourceFactory.create(configuration("taken", "", 2))) {
            first.reconfigure(configuration("taken", "", 3), ChangeOptions.waiting(Duration.ofSeconds(30)));
            assertThat(second.governance().version()).isEqualTo(2);
            assertThat(second.dataNodes("t_order")).hasSize(3);
            assertThat(second.governance().instances()).hasSize(2).allMatch(state -> state.rulesVersion() == 2);
        }
    }

    @Test
    void aServerThatIsAwayStopsNothingButChanges(@TempDir Path folder) throws Exception {
        String copy = "  localCopy: '" + folder.resolve("copy") + "'";
        ShardingConfiguration before = configuration("away", copy, 2);
        try (ShardingDataSource first = ShardingDataSourceFactory.create(before)) {
            server.stop();
            assertThat(until(() -> !connected(first))).isTrue();
            assertThatThrownBy(() -> first.reconfigure(configuration("away", copy, 3)))
                    .hasMessageContaining("SHD-7003");
            assertThat(first.dataNodes("t_order")).hasSize(2);
            try (ShardingDataSource second = ShardingDataSourceFactory.create(before)) {
                assertThat(second.governance().version()).isEqualTo(1);
                server.restart();
                assertThat(until(() -> connected(first) && connected(second) && instances(first) == 2))
                        .isTrue();
                first.reconfigure(configuration("away", copy, 3), ChangeOptions.waiting(Duration.ofSeconds(30)));
                assertThat(second.dataNodes("t_order")).hasSize(3);
            }
        }
    }

    private static boolean connected(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().isConnected();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int instances(ShardingDataSource dataSource) {
        try {
            return dataSource.governance().instances().size();
        } catch (SQLException e) {
            return 0;
        }
    }

    /** The first key waits for a registry that is started anew. */
    @Test
    void aLeaseIsWaitedFor() throws Exception {
        ShardingConfiguration configuration = configuration("waited", "", 2);
        try (GovernanceSession session = new RegistryProvider()
                        .open(configuration.mode(), configuration.source().text());
                LeasedWorkerIds ids = new LeasedWorkerIds(session.workerLeases())) {
            server.stop();
            assertThat(until(() -> !session.isConnected())).isTrue();
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(ids::current);
            assertThatThrownBy(() -> first.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            server.restart();
            assertThat(first).succeedsWithin(30, TimeUnit.SECONDS).isEqualTo(0);
        }
    }

    @Test
    void keysOfTwentyInstancesAreUnique() throws Exception {
        ShardingConfiguration configuration = configuration("keys", "", 2);
        List<AutoCloseable> open = new ArrayList<>();
        Set<Object> keys = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                GovernanceSession session = new RegistryProvider()
                        .open(configuration.mode(), configuration.source().text());
                LeasedWorkerIds ids = new LeasedWorkerIds(session.workerLeases());
                open.add(0, session);
                open.add(0, ids);
                KeyGenerator generator = KeyGenerators.load(ids).get("SNOWFLAKE", Map.of());
                threads.add(new Thread(() -> {
                    for (int key = 0; key < 5_000; key++) {
                        keys.add(generator.next());
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread each : threads) {
                each.join();
            }
            assertThat(keys).hasSize(100_000);
        } finally {
            for (AutoCloseable each : open) {
                each.close();
            }
        }
    }
}
