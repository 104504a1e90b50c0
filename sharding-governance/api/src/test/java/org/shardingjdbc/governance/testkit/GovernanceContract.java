package org.shardingjdbc.governance.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.internal.RegistryProvider;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.WorkerLease;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.internal.key.KeyGenerators;

/** What all registries that are servers of their own hold, with a real one, and several instances in this process. */
public abstract class GovernanceContract extends HandoverContract {
    private static final ReconfigureOptions ALL =
            ReconfigureOptions.builder().awaitInstances(Duration.ofSeconds(90)).build();
    private static final String SECRET_KEY = "  secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";

    /** Stops the server; what is stored stays. */
    protected abstract void stop() throws Exception;

    /** Starts the server anew, where it was. */
    protected abstract void restart() throws Exception;

    @Test
    void theVersionDecidesWhoWrites() {
        try (Repository one = open("versions");
                Repository other = open("versions")) {
            assertThat(one.read("key")).isNull();
            assertThat(one.write("key", "a", 0)).isEqualTo(1);
            assertThat(other.write("key", "b", 0)).isZero();
            assertThat(other.write("key", "b", 1)).isEqualTo(2);
            assertThat(one.write("key", "c", 1)).isZero();
            assertThat(one.write("key", "c", 3)).isZero();
            assertThat(one.write("other", "c", 1)).isZero();
            assertThat(one.read("key")).isEqualTo(new StoredValue("b", 2));
        }
    }

    @Test
    void ofTwoWritersAtOnceOneWins() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Repository one = open("writers");
                Repository other = open("writers")) {
            for (int version = 0; version < 50; version++) {
                CyclicBarrier together = new CyclicBarrier(2);
                List<Long> written = new ArrayList<>();
                for (Future<Long> each : threads.invokeAll(
                        List.of(writer(one, "a", version, together), writer(other, "b", version, together)))) {
                    written.add(each.get());
                }
                assertThat(written).containsExactlyInAnyOrder(version + 1L, 0L);
                assertThat(one.read("key").value()).isEqualTo((written.get(0) > 0 ? "a" : "b") + version);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Long> writer(Repository repository, String value, int version, CyclicBarrier together) {
        return () -> {
            together.await();
            return repository.write("key", value + version, version);
        };
    }

    @Test
    void aFolderHasItsOwnKeysOnly() {
        try (Repository one = open("folders");
                Repository other = open("folders_2")) {
            one.write("workers/1", "a", 0);
            one.write("workers/2", "ä\n€", 0);
            one.write("workers2/3", "c", 0);
            one.write("workers", "d", 0);
            other.write("workers/4", "e", 0);
            assertThat(one.list("workers"))
                    .containsOnly(Map.entry("1", new StoredValue("a", 1)), Map.entry("2", new StoredValue("ä\n€", 1)));
            assertThat(one.list("nothing")).isEmpty();
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
    void aWrittenValueIsTold() {
        AtomicInteger told = new AtomicInteger();
        try (Repository one = open("told");
                Repository other = open("told")) {
            one.watch(told::incrementAndGet);
            // What a watch says when it begins is not meant.
            assertThat(Governed.until(() -> one.isConnected())).isTrue();
            for (int version = 0; version < 5; version++) {
                int before = told.get();
                other.write("configuration", "v", version);
                assertThat(Governed.until(() -> told.get() > before)).isTrue();
            }
        }
    }

    /** Of what is written and of a registry that answers again a repository hears once. */
    @Test
    void whoFailsWhenHeIsToldIsToldAgain() throws Exception {
        AtomicInteger told = new AtomicInteger();
        AtomicBoolean failing = new AtomicBoolean(true);
        try (Repository one = open("told_again");
                Repository other = open("told_again")) {
            one.watch(() -> {
                told.incrementAndGet();
                if (failing.get()) {
                    throw new IllegalStateException("on demand");
                }
            });
            assertThat(Governed.until(one::isConnected)).isTrue();
            other.write("configuration", "v", 0);
            assertToldAgain(told, failing);
            stop();
            assertThat(Governed.until(() -> !one.isConnected())).isTrue();
            failing.set(true);
            restart();
            assertThat(Governed.until(one::isConnected)).isTrue();
            assertToldAgain(told, failing);
        }
    }

    private static void assertToldAgain(AtomicInteger told, AtomicBoolean failing) {
        int before = told.get();
        assertThat(Governed.until(() -> told.get() > before)).as("told").isTrue();
        int failed = told.get();
        failing.set(false);
        assertThat(Governed.until(() -> told.get() > failed)).as("told again").isTrue();
    }

    @Test
    void allInstancesTakeAChange() throws SQLException {
        ContractInstances instances = instances("taken", "");
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2)) {
            first.reconfigure(instances.configuration(3, ""), ALL);
            assertThat(second.governance().version()).isEqualTo(2);
            assertThat(second.dataNodes("t_order")).hasSize(6);
            assertThat(second.governance().instances()).hasSize(2).allMatch(state -> state.rulesVersion() == 2);
        }
    }

    @Test
    void ofTwoChangesAtOnceOneWinsAndTheOtherIsTold() throws Exception {
        ContractInstances instances = instances("race", "");
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (ShardingDataSource first = instances.open(1);
                ShardingDataSource second = instances.open(1)) {
            List<SQLException> lost = new ArrayList<>();
            int rounds = 0;
            for (; rounds < 50 && lost.isEmpty(); rounds++) {
                CyclicBarrier together = new CyclicBarrier(2);
                ShardingConfiguration one = instances.configuration(2 + rounds, "");
                ShardingConfiguration other = instances.configuration(100 + rounds, "");
                for (Future<SQLException> each :
                        threads.invokeAll(List.of(change(first, one, together), change(second, other, together)))) {
                    if (each.get() != null) {
                        lost.add(each.get());
                    }
                }
            }
            assertThat(lost).hasSize(1);
            assertThat(lost.get(0).getMessage()).contains("SHD-7004");
            long won = 2L * rounds;
            assertThat(Governed.until(() -> Governed.version(first) == won && Governed.version(second) == won))
                    .isTrue();
            assertThat(first.dataNodes("t_order")).isEqualTo(second.dataNodes("t_order"));
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<SQLException> change(
            ShardingDataSource dataSource, ShardingConfiguration next, CyclicBarrier together) {
        return () -> {
            together.await();
            try {
                dataSource.reconfigure(next);
                return null;
            } catch (SQLException e) {
                return e;
            }
        };
    }

    @Test
    void aChangeByDistSqlIsSeenByTheOther() throws SQLException {
        ContractInstances instances = instances("distsql", SECRET_KEY);
        ShardingConfiguration configuration = instances.configuration(2, "props:\n  distsql-allowed: all\n");
        try (ShardingDataSource first = ShardingDataSourceFactory.create(configuration);
                ShardingDataSource second = ShardingDataSourceFactory.create(configuration);
                Repository registry = open("distsql")) {
            Governed.execute(first, "CREATE BROADCAST TABLE RULE t_country");
            assertThat(Governed.until(() -> Governed.version(second) == 2)).isTrue();
            Governed.execute(first, "CREATE TABLE t_country (id INT PRIMARY KEY)");
            Governed.execute(second, "INSERT INTO t_country VALUES (1)");
            assertThat(second.dataNodes("t_country")).hasSize(2);
            assertThat(Governed.number(first, "SELECT COUNT(*) FROM t_country")).isEqualTo(1);
            assertThat(registry.read("configuration").value()).doesNotContain("t_country");
        }
    }

    @Test
    void aServerThatIsAwayStopsNothingButChanges(@TempDir Path folder) throws Exception {
        ContractInstances instances = instances("away", "  localCopy: '" + folder.resolve("copy") + "'\n");
        try (ShardingDataSource first = instances.open(2)) {
            stop();
            assertThat(Governed.until(() -> !Governed.connected(first))).isTrue();
            assertThatThrownBy(() -> first.reconfigure(instances.configuration(3, "")))
                    .hasMessageContaining("SHD-7003");
            assertThat(first.dataNodes("t_order")).hasSize(4);
            assertThatThrownBy(() -> instances("away", "").open(2)).hasMessageContaining("SHD-7003");
            try (ShardingDataSource second = instances.open(2)) {
                assertThat(second.governance().version()).isEqualTo(1);
                restart();
                assertThat(Governed.until(() ->
                                Governed.connected(first) && Governed.connected(second) && Governed.known(first) == 2))
                        .isTrue();
                first.reconfigure(instances.configuration(3, ""), ALL);
                assertThat(second.dataNodes("t_order")).hasSize(6);
            }
        }
    }

    /** Whoever changes waits for the registry, as it alone knows that what was to be done in between is done. */
    @Test
    void aServerMayBeAwayWhileInstancesHandOver() throws Exception {
        ContractInstances instances = instances("away_between", "");
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2)) {
            AtomicInteger between = new AtomicInteger();
            CompletableFuture<Void> restarted = new CompletableFuture<>();
            first.reconfigure(
                    instances.configuration(3, ""),
                    ReconfigureOptions.builder()
                            .handover(ReconfigureOptions.Newcomers.WAIT, Duration.ofSeconds(20))
                            .between(() -> {
                                between.incrementAndGet();
                                restartSoon(restarted);
                            })
                            .awaitInstances(Duration.ofSeconds(30))
                            .build());
            restarted.get(30, TimeUnit.SECONDS);
            assertThat(between).hasValue(1);
            assertThat(second.dataNodes("t_order")).hasSize(6);
            assertThat(second.governance().handover()).isNull();
        }
    }

    private void restartSoon(CompletableFuture<Void> restarted) {
        try {
            stop();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        new Thread(() -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(800);
                        restart();
                        restarted.complete(null);
                    } catch (Exception e) {
                        restarted.completeExceptionally(e);
                    }
                })
                .start();
    }

    private static GovernanceSession session(ShardingConfiguration configuration) {
        return new RegistryProvider()
                .open(configuration.mode(), configuration.source().text());
    }

    /** The first key waits for a registry that is started anew. */
    @Test
    void aLeaseIsWaitedFor() throws Exception {
        try (GovernanceSession session = session(instances("waited", "").configuration(2, ""));
                LeasedWorkerIds ids = new LeasedWorkerIds(session.workerLeases())) {
            stop();
            assertThat(Governed.until(() -> !session.isConnected())).isTrue();
            CompletableFuture<Integer> first = CompletableFuture.supplyAsync(ids::current);
            assertThatThrownBy(() -> first.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            restart();
            assertThat(first).succeedsWithin(90, TimeUnit.SECONDS).isEqualTo(0);
        }
    }

    /** Who has a lease keeps it over a registry that is started anew just when it is renewed. */
    @Test
    void aLeaseIsKeptPatiently() throws Exception {
        try (GovernanceSession session = session(instances("patient", "").configuration(2, ""))) {
            assertThat(session.workerLeases().add(7, "one", 1_000)).isTrue();
            stop();
            assertThat(Governed.until(() -> !session.isConnected())).isTrue();
            CompletableFuture<Boolean> beat = CompletableFuture.supplyAsync(() -> beat(session));
            assertThatThrownBy(() -> beat.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            restart();
            assertThat(beat).succeedsWithin(90, TimeUnit.SECONDS).isEqualTo(true);
        }
    }

    private static boolean beat(GovernanceSession session) {
        try {
            return session.workerLeases().beat(7, "one", 2_000);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Who stood still, and was overtaken, does not write over whoever has the id now. */
    @Test
    void whoLostALeaseCannotConfirmIt() throws SQLException {
        ShardingConfiguration configuration = instances("fenced", "").configuration(2, "");
        try (GovernanceSession one = session(configuration);
                GovernanceSession other = session(configuration)) {
            assertThat(one.workerLeases().add(7, "one", 1_000)).isTrue();
            assertThat(other.workerLeases().add(7, "other", 1_000)).isFalse();
            WorkerLease seen = other.workerLeases().read().get(0);
            assertThat(one.workerLeases().beat(7, "one", 2_000)).isTrue();
            assertThat(other.workerLeases().take(seen, "other", 3_000)).isFalse();
            assertThat(other.workerLeases().take(other.workerLeases().read().get(0), "other", 3_000))
                    .isTrue();
            assertThat(one.workerLeases().beat(7, "one", 4_000)).isFalse();
            assertThat(one.workerLeases().read())
                    .extracting(WorkerLease::holder)
                    .containsExactly("other");
        }
    }

    @Test
    void keysOfTwentyInstancesAreUnique() throws Exception {
        ShardingConfiguration configuration = instances("keys", "").configuration(2, "");
        List<AutoCloseable> open = new ArrayList<>();
        Set<Object> keys = ConcurrentHashMap.newKeySet();
        List<Thread> threads = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                GovernanceSession session = session(configuration);
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

    @Test
    void mistakesInThePropsAreTold() {
        assertThatThrownBy(() -> provider().open(new RepositoryProps(with("namespace", ""))))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("'namespace'");
        assertThatThrownBy(() -> provider().open(new RepositoryProps(with("timeToLiveSeconds", "soon"))))
                .hasMessageContaining("SHD-7002");
        Map<String, String> props = with("namespace", "mistakes");
        props.put("name-space", "x");
        assertThatThrownBy(() -> provider().open(new RepositoryProps(props)))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("'name-space'");
    }
}
