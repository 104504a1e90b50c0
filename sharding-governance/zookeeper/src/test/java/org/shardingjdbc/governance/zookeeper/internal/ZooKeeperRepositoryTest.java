package org.shardingjdbc.governance.zookeeper.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.testkit.Governed;

/** What becomes of a repository when ZooKeeper ends its session, or does not let everybody in. */
class ZooKeeperRepositoryTest {
    private static TestingServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new TestingServer();
    }

    @AfterAll
    static void close() throws Exception {
        server.close();
    }

    private static Repository open(String namespace, String digest) {
        Map<String, String> props = new TreeMap<>(Map.of(
                "namespace",
                namespace,
                "server-lists",
                server.getConnectString(),
                "retryIntervalMilliseconds",
                "50",
                "maxRetries",
                "1"));
        if (digest != null) {
            props.put("digest", digest);
        }
        return new ZooKeeperRepositories().open(new RepositoryProps(props));
    }

    /** A client, and what answers in place of some of its methods. */
    private static CuratorFramework client(BiFunction<CuratorFramework, String, Object> instead) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(server.getConnectString())
                .retryPolicy(new RetryNTimes(3, 100))
                .build();
        return (CuratorFramework) Proxy.newProxyInstance(
                ZooKeeperRepositoryTest.class.getClassLoader(),
                new Class<?>[] {CuratorFramework.class},
                (self, method, arguments) -> {
                    Object answer = instead.apply(client, method.getName());
                    return answer == null ? method.invoke(client, arguments) : answer;
                });
    }

    @Test
    void aWatchThatCannotBeSetIsSetAnew() {
        AtomicInteger told = new AtomicInteger();
        AtomicInteger watches = new AtomicInteger();
        CuratorFramework client = client((real, method) -> {
            // by who starts it and by who hears that it is connected
            if (method.equals("watchers") && watches.getAndIncrement() < 2) {
                throw new IllegalStateException("no watch on demand");
            }
            return null;
        });
        try (Repository one = ZooKeeperRepository.start(client, "/unwatched", server.getConnectString(), 15_000);
                Repository other = open("unwatched", null)) {
            assertThat(Governed.until(one::isConnected)).isTrue();
            assertThat(Governed.until(() -> watches.get() >= 2)).isTrue();
            one.watch(told::incrementAndGet);
            for (int version = 0; version < 4; version++) {
                int before = told.get();
                assertThat(other.write("configuration", "v" + version, version)).isEqualTo(version + 1);
                assertThat(Governed.until(() -> told.get() > before)).isTrue();
            }
        }
    }

    /** The client gives up to wait in the moment in which it is connected. */
    @Test
    void whoIsToldLateThatItIsConnectedIsConnected() {
        CountDownLatch connected = new CountDownLatch(1);
        CuratorFramework client = client((real, method) -> {
            if (method.equals("start")) {
                // after the repository's own
                real.getConnectionStateListenable().addListener((source, state) -> connected.countDown());
            }
            if (!method.equals("blockUntilConnected")) {
                return null;
            }
            try {
                connected.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return false;
        });
        try (Repository one = ZooKeeperRepository.start(client, "/late", server.getConnectString(), 15_000)) {
            assertThat(Governed.until(one::isConnected)).isTrue();
        }
    }

    @Test
    void aSessionThatEndedIsFollowedByAnotherOne() throws Exception {
        AtomicInteger told = new AtomicInteger();
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(server.getConnectString())
                .retryPolicy(new RetryNTimes(3, 100))
                .build();
        try (Repository one = ZooKeeperRepository.start(client, "/expired", server.getConnectString(), 10_000);
                Repository other = open("expired", null)) {
            one.watch(told::incrementAndGet);
            one.announce("instances/one", "here");
            assertThat(one.write("configuration", "a", 0)).isEqualTo(1);
            long before = session(client);

            end(client.getZookeeperClient().getZooKeeper());

            assertThat(Governed.until(() -> one.isConnected() && session(client) != before))
                    .isTrue();
            assertThat(Governed.until(() -> owner(client) == session(client))).isTrue();
            assertThat(other.announced("instances")).isEqualTo(Map.of("one", "here"));
            for (int version = 1; version < 5; version++) {
                int known = told.get();
                assertThat(other.write("configuration", "b", version)).isEqualTo(version + 1);
                assertThat(Governed.until(() -> told.get() > known)).isTrue();
            }
            assertThat(one.read("configuration").version()).isEqualTo(5);
        }
    }

    /** Lets the server end a session: somebody else takes it over, and closes it. */
    private static void end(ZooKeeper session) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                server.getConnectString(),
                session.getSessionTimeout(),
                event -> connected.countDown(),
                session.getSessionId(),
                session.getSessionPasswd());
        assertThat(connected.await(30, TimeUnit.SECONDS)).isTrue();
        twin.close();
    }

    private static long session(CuratorFramework client) {
        try {
            return client.getZookeeperClient().getZooKeeper().getSessionId();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whose session what is announced ends with; 0 when it is not there. */
    private static long owner(CuratorFramework client) {
        try {
            return client.checkExists().forPath("/expired/instances/one").getEphemeralOwner();
        } catch (Exception e) {
            return 0;
        }
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeTheServerEndsTheConnection() {
        try (Repository repository = open("large", null)) {
            String large = "x".repeat(1_047_551);
            assertThat(repository.write("configuration", large, 0)).isEqualTo(1);
            assertThat(repository.read("configuration").value()).isEqualTo(large);
            for (String larger : new String[] {large + "x", "ü".repeat(524_000)}) {
                assertThatThrownBy(() -> repository.write("configuration", larger, 1))
                        .hasMessageContaining("SHD-7002")
                        .hasMessageContaining("'configuration' has 104")
                        .hasMessageContaining("jute.maxbuffer");
            }
            assertThat(repository.isConnected()).isTrue();
            assertThat(repository.read("configuration").version()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop/", "/shop", "a//b", ".."})
    void namespacesThatAreNoPathsAreRefused(String namespace) {
        assertThatThrownBy(() -> open(namespace, null))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("repository.props.namespace '" + namespace + "'");
    }

    @Test
    void whatIsWrittenWithADigestIsReadByWhoHasIt() {
        try (Repository one = open("digest", "shop:a password");
                Repository other = open("digest", "shop:a password");
                Repository wrong = open("digest", "shop:secret");
                Repository none = open("digest", null)) {
            assertThat(one.write("configuration", "a", 0)).isEqualTo(1);
            assertThat(other.read("configuration").value()).isEqualTo("a");
            assertThat(other.write("configuration", "b", 1)).isEqualTo(2);
            one.announce("instances/one", "here");
            assertThat(other.announced("instances")).isEqualTo(Map.of("one", "here"));
            for (Repository refused : new Repository[] {wrong, none}) {
                assertThatThrownBy(() -> refused.read("configuration"))
                        .hasMessageContaining("SHD-7003")
                        .hasMessageContaining("NoAuth")
                        .hasMessageNotContaining("secret");
                assertThatThrownBy(() -> refused.write("configuration", "c", 2)).hasMessageContaining("SHD-7003");
                assertThatThrownBy(() -> refused.announced("instances")).hasMessageContaining("SHD-7003");
            }
            assertThat(one.read("configuration").version()).isEqualTo(2);
        }
    }
}
