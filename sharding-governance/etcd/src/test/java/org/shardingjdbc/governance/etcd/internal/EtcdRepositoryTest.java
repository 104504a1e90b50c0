package org.shardingjdbc.governance.etcd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Lease;
import io.etcd.jetcd.Watch;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.testkit.ChildJvm;
import org.shardingjdbc.testkit.fault.TcpProxy;

/** What becomes of a repository when etcd, the way there, or this process is in trouble. Skipped without etcd. */
class EtcdRepositoryTest {
    private static final String KEY = "configuration";
    private static EtcdServer server;

    @BeforeAll
    static void start() throws IOException {
        server = EtcdServer.plain();
    }

    @AfterAll
    static void close() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** A repository whose leases end soon. */
    static Repository open(String namespace, String servers, String... more) {
        Map<String, String> props = new HashMap<>(Map.of(
                "namespace",
                namespace,
                "server-lists",
                servers,
                "timeToLiveSeconds",
                "3",
                "operationTimeoutMilliseconds",
                "5000"));
        for (int i = 0; i < more.length; i += 2) {
            props.put(more[i], more[i + 1]);
        }
        return new EtcdRepositories().open(new RepositoryProps(props));
    }

    private static TcpProxy proxy() {
        return TcpProxy.to(url());
    }

    private static String url() {
        return "jdbc:etcd://" + server.address();
    }

    private static String through(TcpProxy proxy) {
        return proxy.url(url()).substring("jdbc:etcd://".length());
    }

    @Test
    void whatIsTooLargeIsRefusedAsSuch() {
        try (Repository repository = open("large", server.address())) {
            assertThat(repository.write(KEY, "x".repeat(1_500_000), 0)).isEqualTo(1);
            for (int size : new int[] {1_600_000, 4_000_000}) {
                assertThatThrownBy(() -> repository.write(KEY, "x".repeat(size), 1))
                        .hasMessageContaining("SHD-7002")
                        .hasMessageContaining("'configuration' has " + size + " bytes")
                        .hasMessageContaining("--max-request-bytes");
            }
            assertThat(repository.read(KEY).version()).isEqualTo(1);
        }
    }

    @Test
    void aKilledServerThatIsBackHasAllAndIsWatchedOn() throws IOException {
        AtomicInteger told = new AtomicInteger();
        try (Repository one = open("killed", server.address());
                Repository other = open("killed", server.address())) {
            one.watch(told::incrementAndGet);
            one.write(KEY, "a", 0);
            one.announce("instances/one", "here");
            server.kill();
            assertThat(Governed.until(() -> !one.isConnected() && !other.isConnected()))
                    .isTrue();
            assertThatThrownBy(() -> one.read(KEY)).hasMessageContaining("SHD-7003");
            assertThatThrownBy(() -> one.write(KEY, "b", 1)).hasMessageContaining("SHD-7003");
            server.start();
            assertThat(Governed.until(() -> one.isConnected() && other.isConnected()))
                    .isTrue();
            assertThat(other.read(KEY).version()).isEqualTo(1);
            assertThat(Governed.until(() -> other.announced("instances").containsKey("one")))
                    .isTrue();
            assertToldOf(other, told, 1);
        }
    }

    /** That each write is told, from that version on, when all that an interruption has to tell is over. */
    private static void assertToldOf(Repository writer, AtomicInteger told, long version) {
        for (long next = version; next < version + 5; next++) {
            int before = told.get();
            assertThat(writer.write(KEY, "v" + next, next)).isEqualTo(next + 1);
            assertThat(Governed.until(() -> told.get() > before)).isTrue();
        }
    }

    @Test
    void aWatchGoesOnWhenWhatItMissedWasCompacted() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (TcpProxy proxy = proxy();
                Repository one = open("compacted", through(proxy));
                Repository other = open("compacted", server.address());
                Client client =
                        Client.builder().endpoints("http://" + server.address()).build()) {
            one.watch(told::incrementAndGet);
            assertToldOf(other, told, 0);
            proxy.down();
            for (int version = 5; version < 10; version++) {
                other.write(KEY, "missed", version);
            }
            ByteSequence any = ByteSequence.from("any", StandardCharsets.UTF_8);
            long revision = client.getKVClient().get(any).get().getHeader().getRevision();
            client.getKVClient().compact(revision).get();
            int before = told.get();
            proxy.restore();
            assertThat(Governed.until(() -> told.get() > before && one.isConnected()))
                    .isTrue();
            assertThat(one.read(KEY).value()).isEqualTo("missed");
            assertToldOf(other, told, 10);
        }
    }

    /** A client, of which something is called before a watch begins, and after a lease was ended. */
    private static Client client(Runnable beforeWatch, Runnable afterEnd) {
        Client client = Client.builder().endpoints("http://" + server.address()).build();
        Watch watch = answering(Watch.class, client.getWatchClient(), "watch", beforeWatch, () -> {});
        Lease lease = answering(Lease.class, client.getLeaseClient(), "revoke", () -> {}, afterEnd);
        return (Client) Proxy.newProxyInstance(
                EtcdRepositoryTest.class.getClassLoader(),
                new Class<?>[] {Client.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getWatchClient" -> watch;
                    case "getLeaseClient" -> lease;
                    default -> method.invoke(client, arguments);
                });
    }

    private static <T> T answering(Class<T> type, T real, String name, Runnable before, Runnable after) {
        return type.cast(Proxy.newProxyInstance(
                EtcdRepositoryTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    boolean concerned = method.getName().equals(name);
                    if (concerned) {
                        before.run();
                    }
                    Object answer = method.invoke(real, arguments);
                    if (concerned) {
                        if (answer instanceof CompletableFuture<?> future) {
                            future.get();
                        }
                        after.run();
                    }
                    return answer;
                }));
    }

    private static EtcdRepository start(String root, Client client) {
        return EtcdRepository.start("etcd", 3, () -> new EtcdCalls(client, "etcd", "/" + root + "/", 5_000), 15_000);
    }

    @Test
    void aWatchThatCannotBeginIsBegunAnew() {
        AtomicInteger told = new AtomicInteger();
        AtomicInteger watches = new AtomicInteger();
        Runnable failing = () -> {
            if (watches.getAndIncrement() == 0) {
                throw new IllegalStateException("no watch on demand");
            }
        };
        try (Repository one = start("unwatched", client(failing, () -> {}));
                Repository other = open("unwatched", server.address())) {
            assertThat(Governed.until(one::isConnected)).isTrue();
            one.watch(told::incrementAndGet);
            assertThat(Governed.until(() -> watches.get() > 1)).isTrue();
            other.write(KEY, "v0", 0);
            assertToldOf(other, told, 1);
        }
    }

    /** Somebody lets live on what is announced when that was withdrawn, before all is closed. */
    @Test
    void whatIsClosedIsNotAnnouncedAgain() {
        EtcdRepository[] one = new EtcdRepository[1];
        CompletableFuture<Throwable> renewed = new CompletableFuture<>();
        Runnable renewing =
                () -> renewed.complete(CompletableFuture.supplyAsync(() -> catchThrowable(() -> one[0].renew()))
                        .join());
        one[0] = start("closed", client(() -> {}, renewing));
        try (Repository other = open("closed", server.address())) {
            one[0].announce("instances/one", "here");
            assertThat(other.announced("instances")).containsOnlyKeys("one");
            one[0].close();
            assertThat(renewed.join()).hasMessageContaining("SHD-7003").hasMessageContaining("it is closed");
            assertThat(other.announced("instances")).isEmpty();
        }
    }

    @Test
    void aLeaseThatEndedWhileNothingPassedIsTakenAnew() {
        try (TcpProxy proxy = proxy();
                Repository one = open("stalled", through(proxy));
                Repository other = open("stalled", server.address())) {
            one.announce("instances/one", "a");
            proxy.stall();
            assertThat(Governed.until(() -> other.announced("instances").isEmpty()))
                    .isTrue();
            assertThat(Governed.until(() -> !one.isConnected())).isTrue();
            proxy.restore();
            assertThat(Governed.until(() -> other.announced("instances").equals(Map.of("one", "a"))))
                    .isTrue();
            assertThat(Governed.until(one::isConnected)).isTrue();
            one.announce("instances/one", "b");
            assertThat(Governed.until(() -> other.announced("instances").equals(Map.of("one", "b"))))
                    .isTrue();
        }
    }

    @Test
    void aProcessThatStoodStillIsAnnouncedAnew() throws Exception {
        Process process = new ProcessBuilder(ChildJvm.command(
                        "-Xmx100m", "-cp", ChildJvm.classPath(), AnnouncedProcess.class.getName(), server.address()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (Repository other = open(AnnouncedProcess.NAMESPACE, server.address());
                BufferedReader said = process.inputReader()) {
            assertThat(said.readLine()).isEqualTo(AnnouncedProcess.READY);
            String id = Long.toString(process.pid());
            assertThat(other.announced("instances")).containsOnlyKeys(id);
            signal(process, "STOP");
            assertThat(Governed.until(() -> other.announced("instances").isEmpty()))
                    .isTrue();
            signal(process, "CONT");
            assertThat(Governed.until(() -> other.announced("instances").containsKey(id)))
                    .isTrue();
        } finally {
            process.toHandle().destroyForcibly();
        }
    }

    private static void signal(Process process, String signal) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertThat(exit).isZero();
    }

    @Test
    void whatSomebodyDeletedIsAnnouncedAnew() throws Exception {
        try (Repository one = open("deleted", server.address());
                Client client =
                        Client.builder().endpoints("http://" + server.address()).build()) {
            one.announce("instances/one", "a");
            ByteSequence key = ByteSequence.from("/deleted/instances/one", StandardCharsets.UTF_8);
            assertThat(client.getKVClient().delete(key).get().getDeleted()).isEqualTo(1);
            assertThat(Governed.until(() -> one.announced("instances").equals(Map.of("one", "a"))))
                    .isTrue();
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsToldWithinTheConfiguredTime() {
        try (TcpProxy proxy = proxy();
                Repository one = open("silent", through(proxy), "operationTimeoutMilliseconds", "1000")) {
            proxy.stall();
            long start = System.nanoTime();
            assertThatThrownBy(() -> one.read(KEY))
                    .hasMessageContaining("SHD-7003")
                    .hasMessageContaining("etcd at 127.0.0.1:");
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
        }
    }

    @Test
    void aStartThatIsNotRefusedWaitsLongerThanOneQuestionMayTake() throws Exception {
        try (TcpProxy proxy = proxy()) {
            proxy.stall();
            Thread later = new Thread(() -> {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(6));
                proxy.restore();
            });
            later.start();
            try (Repository one = open("busy", through(proxy), "operationTimeoutMilliseconds", "1000")) {
                assertThat(one.isConnected()).isTrue();
            }
            later.join();
        }
    }

    @Test
    void oneOfSeveralServersIsEnough() {
        try (TcpProxy away = proxy()) {
            away.down();
            try (Repository one = open("several", through(away) + ", http://" + server.address())) {
                assertThat(one.isConnected()).isTrue();
                for (int version = 0; version < 20; version++) {
                    assertThat(one.write(KEY, "v" + version, version)).isEqualTo(version + 1);
                }
            }
        }
    }

    @Test
    void closingEndsTheThreads() {
        Repository one = open("threads", server.address());
        one.write(KEY, "a", 0);
        assertThat(threads()).isPositive();
        one.close();
        assertThat(Governed.until(() -> threads() == 0)).isTrue();
        assertThatThrownBy(() -> one.read(KEY)).hasMessageContaining("SHD-7003");
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread ->
                        thread.getName().startsWith("jetcd") || thread.getName().startsWith("sharding-jdbc-registry"))
                .count();
    }
}
