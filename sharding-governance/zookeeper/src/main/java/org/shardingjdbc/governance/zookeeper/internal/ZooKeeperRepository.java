package org.shardingjdbc.governance.zookeeper.internal;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.internal.RegistryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A repository in ZooKeeper. Safe for all threads.
 *
 * <p>A value is a node; its version is the node's, from 1. What is announced is an ephemeral node: it ends with the
 * session. After each reconnection, and from time to time, it is looked whether what this process announces is there
 * and of the session that counts; if not, it is written anew. One watch on the whole tree tells of changes; it is set
 * again with each session.
 */
final class ZooKeeperRepository implements Repository {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperRepository.class);
    private static final long LOOK_MILLIS = 2_000;
    /** How many bytes a question or an answer has at most, as ZooKeeper's servers and clients read it. */
    private static final String MOST_BYTES = "jute.maxbuffer";

    private static final int DEFAULT_BYTES = 0xfffff;
    /** For all but the value. */
    private static final int OVERHEAD_BYTES = 1_024;

    private final CuratorFramework client;
    private final String root;
    private final String servers;
    private final ScheduledExecutorService looking;
    private final Map<String, String> own = new ConcurrentHashMap<>();
    private final Watcher watcher = this::told;
    private final RegistryListener listener = new RegistryListener();
    private volatile boolean connected;
    /** Whether the watch is set; of the session that counts as soon as the looking thread has heard of it. */
    private volatile boolean watched;

    private ZooKeeperRepository(CuratorFramework client, String root, String servers) {
        this.client = client;
        this.root = root;
        this.servers = servers;
        this.looking = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sharding-jdbc-registry");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts a client, and waits for its connection for that time at most. */
    static ZooKeeperRepository start(CuratorFramework client, String root, String servers, int waitMillis) {
        ZooKeeperRepository repository = new ZooKeeperRepository(client, root, servers);
        client.getConnectionStateListenable().addListener((source, state) -> repository.is(state));
        client.start();
        try {
            if (client.blockUntilConnected(waitMillis, TimeUnit.MILLISECONDS)) {
                // Who is told of it may be told later. If not: they may be told just now, and nobody tells it twice.
                repository.connected = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            repository.close();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "connecting to ZooKeeper");
        }
        if (repository.connected) {
            repository.setWatch();
        }
        repository.looking.scheduleWithFixedDelay(
                repository::renewLater, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        return repository;
    }

    private void is(ConnectionState state) {
        connected = state.isConnected();
        LOG.info("ZooKeeper {}: {}", servers, state);
        if (state == ConnectionState.CONNECTED || state == ConnectionState.RECONNECTED) {
            // Not here: this thread brings the answers that would be waited for.
            later(() -> {
                watched = false;
                setWatch();
                renewLater();
                listener.tell();
            });
        }
    }

    private void told(WatchedEvent event) {
        String path = event.getPath();
        if (path != null && path.startsWith(root + "/") && path.indexOf('/', root.length() + 1) < 0) {
            listener.tell();
        }
    }

    private void later(Runnable task) {
        try {
            looking.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The repository is closed", e);
        }
    }

    /** Returns whether it is set. */
    private boolean setWatch() {
        try {
            asked(() -> {
                client.watchers()
                        .add()
                        .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
                        .usingWatcher(watcher)
                        .forPath(root);
                return root;
            });
            watched = true;
        } catch (ShardingException e) {
            LOG.debug("The watch is not set yet; the next look sets it", e);
        }
        return watched;
    }

    /** Sets the watch where it is not, and writes anew what this process announces and is not there any more. */
    private void renewLater() {
        if (looking.isShutdown() || !connected) {
            return;
        }
        try {
            if (!watched && setWatch()) {
                // what was written meanwhile was not told
                listener.tell();
            } else {
                listener.tellAgain();
            }
            own.keySet().forEach(this::put);
        } catch (ShardingException e) {
            LOG.debug("What is announced is not there yet", e);
        } catch (RuntimeException | Error e) {
            // The schedule goes on; an error that is thrown here would end it.
            LOG.error("What is announced could not be written", e);
        }
    }

    @Override
    public String name() {
        return "ZooKeeper at " + servers;
    }

    @Override
    public @Nullable StoredValue read(String key) {
        return ask(() -> stored(path(key)));
    }

    private @Nullable StoredValue stored(String path) throws Exception {
        try {
            Stat stat = new Stat();
            byte[] bytes = client.getData().storingStatIn(stat).forPath(path);
            return new StoredValue(new String(bytes, StandardCharsets.UTF_8), stat.getVersion() + 1L);
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    @Override
    public Map<String, StoredValue> list(String folder) {
        return asked(() -> {
            Map<String, StoredValue> found = new LinkedHashMap<>();
            for (String child : children(folder)) {
                StoredValue stored = stored(path(folder) + "/" + child);
                if (stored != null) {
                    found.put(child, stored);
                }
            }
            return found;
        });
    }

    private List<String> children(String folder) throws Exception {
        try {
            return client.getChildren().forPath(path(folder));
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    @Override
    public long write(String key, String value, long expected) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        requireRoom(key, bytes);
        return asked(() -> {
            try {
                if (expected == 0) {
                    client.create().creatingParentsIfNeeded().forPath(path(key), bytes);
                    return 1L;
                }
                Stat stat = client.setData().withVersion((int) (expected - 1)).forPath(path(key), bytes);
                return stat.getVersion() + 1L;
            } catch (KeeperException.NodeExistsException
                    | KeeperException.BadVersionException
                    | KeeperException.NoNodeException e) {
                // An answer that was lost makes Curator ask again: then it is this very value that is there.
                StoredValue now = stored(path(key));
                return now != null
                                && now.version() == expected + 1
                                && now.value().equals(value)
                        ? expected + 1
                        : 0L;
            }
        });
    }

    @Override
    public boolean delete(String key, long expected) {
        return asked(() -> {
            try {
                client.delete().withVersion((int) (expected - 1)).forPath(path(key));
                return true;
            } catch (KeeperException.NoNodeException e) {
                return true;
            } catch (KeeperException.BadVersionException e) {
                return false;
            }
        });
    }

    /** A server ends the connection of who sends more. */
    private static void requireRoom(String key, byte[] bytes) {
        int most = Integer.getInteger(MOST_BYTES, DEFAULT_BYTES) - OVERHEAD_BYTES;
        if (bytes.length > most) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "what is to be stored as '" + key + "' has " + bytes.length + " bytes, and a node of ZooKeeper "
                            + most + " at most; make it smaller, take another registry, or set the system property "
                            + MOST_BYTES + " of all instances and servers");
        }
    }

    @Override
    public void announce(String key, String value) {
        own.put(key, value);
        put(key);
    }

    /** Of two threads that write at once, the one that comes later writes what was announced last. */
    private void put(String key) {
        asked(() -> {
            synchronized (own) {
                put(key, Objects.requireNonNull(own.get(key), key));
            }
            return key;
        });
    }

    private void put(String key, String value) throws Exception {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        Stat stat = client.checkExists().forPath(path(key));
        if (stat != null && stat.getEphemeralOwner() != session) {
            // Of a session of ours that is over, and will not be missed.
            client.delete().quietly().forPath(path(key));
            stat = null;
        }
        try {
            if (stat == null) {
                client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.EPHEMERAL)
                        .forPath(path(key), bytes);
                return;
            }
            StoredValue there = stored(path(key));
            if (there == null || !value.equals(there.value())) {
                client.setData().forPath(path(key), bytes);
            }
        } catch (KeeperException.NodeExistsException e) {
            client.setData().forPath(path(key), bytes);
        }
    }

    /**
     * The server that is connected gets all that was written before; its answer counts as a sign of life for the
     * session, whose time-out is what the server has granted, not what was asked for.
     */
    @Override
    public long renew() {
        return asked(() -> {
            CompletableFuture<Integer> synced = new CompletableFuture<>();
            client.sync()
                    .inBackground((source, event) -> synced.complete(event.getResultCode()))
                    .forPath(root);
            KeeperException.Code code = KeeperException.Code.get(
                    synced.get(client.getZookeeperClient().getConnectionTimeoutMs(), TimeUnit.MILLISECONDS));
            if (code != KeeperException.Code.OK && code != KeeperException.Code.NONODE) {
                throw KeeperException.create(code);
            }
            own.keySet().forEach(this::put);
            return TimeUnit.MILLISECONDS.toNanos(
                    client.getZookeeperClient().getZooKeeper().getSessionTimeout());
        });
    }

    @Override
    public Map<String, String> announced(String folder) {
        Map<String, String> found = new LinkedHashMap<>();
        list(folder).forEach((key, stored) -> found.put(key, stored.value()));
        return found;
    }

    @Override
    public void watch(Runnable told) {
        listener.set(told);
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public void close() {
        looking.shutdownNow();
        // Ends the session, and with it what was announced.
        client.close();
    }

    private String path(String key) {
        return root + "/" + key;
    }

    /** A question to ZooKeeper, with whatever Curator throws. */
    @FunctionalInterface
    private interface Question<T> {
        @Nullable
        T ask() throws Exception;
    }

    private <T> T asked(Question<T> question) {
        return Objects.requireNonNull(ask(question), "no answer");
    }

    private <T> @Nullable T ask(Question<T> question) {
        if (!connected) {
            throw new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, name(), "it is not connected");
        }
        try {
            return question.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for ZooKeeper");
        } catch (Exception e) {
            throw ShardingException.causedBy(e, ErrorCode.REGISTRY_UNAVAILABLE, name(), e.toString());
        }
    }
}
