package org.shardingjdbc.governance.etcd.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.internal.RegistryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A repository in etcd. Safe for all threads.
 *
 * <p>A value is a key; its version is the key's. What is announced hangs on one lease. One thread keeps the lease,
 * takes a new one when it is over, writes what is announced where it is not there, and watches anew when the watch has
 * ended, as after a compaction. Whether it succeeds says whether etcd answers. While it does not, the connections are
 * made anew from time to time, since those that there are wait longer after each failure.
 */
final class EtcdRepository implements Repository {
    private static final Logger LOG = LoggerFactory.getLogger(EtcdRepository.class);
    private static final long LONGEST_LOOK_MILLIS = 2_000;
    private static final long AWAY_LOOK_MILLIS = 500;
    private static final long CLOSE_MILLIS = 3_000;
    /** What a start waits for a registry that refuses connections, or questions. */
    private static final long REFUSED_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long REOPEN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final int leaseSeconds;
    private final long lookMillis;
    private final Supplier<EtcdCalls> opening;
    private final ScheduledExecutorService looking;
    private final Map<String, String> own = new ConcurrentHashMap<>();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final RegistryListener listener = new RegistryListener();
    private volatile EtcdCalls calls;
    /** The one that what is announced hangs on; 0 for none yet. */
    private volatile long lease;

    private volatile boolean connected;
    private volatile boolean watched;
    private volatile String problem = "it is not connected";
    /** Whether the last question was not answered at all. */
    private volatile boolean silent;
    /** Written with {@link #own} held: no lease is taken, and nothing announced or opened, afterwards. */
    private boolean closed;
    /** Of the looking thread. */
    private long openedNanos;

    private EtcdRepository(String name, int leaseSeconds, Supplier<EtcdCalls> opening) {
        this.name = name;
        this.leaseSeconds = leaseSeconds;
        this.lookMillis = Math.min(LONGEST_LOOK_MILLIS, TimeUnit.SECONDS.toMillis(leaseSeconds) / 3);
        this.opening = opening;
        this.calls = opening.get();
        this.openedNanos = System.nanoTime();
        this.looking = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sharding-jdbc-registry");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Connects, and waits for the first answer.
     *
     * @param waitMillis for at most; less when there are answers that refuse
     */
    static EtcdRepository start(String name, int leaseSeconds, Supplier<EtcdCalls> opening, long waitMillis) {
        EtcdRepository repository = new EtcdRepository(name, leaseSeconds, opening);
        long start = System.nanoTime();
        long longest = TimeUnit.MILLISECONDS.toNanos(waitMillis);
        repository.look();
        while (!repository.connected
                && System.nanoTime() - start < (repository.silent ? longest : Math.min(longest, REFUSED_NANOS))) {
            try {
                TimeUnit.MILLISECONDS.sleep(AWAY_LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                repository.close();
                throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "connecting to etcd");
            }
            repository.look();
        }
        repository.lookAgain();
        return repository;
    }

    private void lookAgain() {
        later(
                () -> {
                    look();
                    lookAgain();
                },
                connected ? lookMillis : AWAY_LOOK_MILLIS);
    }

    private void lookSoon() {
        if (asked.compareAndSet(false, true)) {
            later(
                    () -> {
                        asked.set(false);
                        look();
                    },
                    0);
        }
    }

    private void later(Runnable task, long millis) {
        try {
            looking.schedule(task, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The repository is closed", e);
        }
    }

    /** Throws nothing, whatever fails: the schedule goes on. */
    private void look() {
        if (looking.isShutdown()) {
            return;
        }
        try {
            renewOrGoAway();
        } catch (RuntimeException | Error e) {
            LOG.error("What is announced could not be written", e);
        }
    }

    private void renewOrGoAway() {
        try {
            EtcdCalls now = calls;
            if (!connected) {
                // a client without read permission still gets a lease, so a value is asked for first
                now.read("");
            }
            renew(now);
            if (!watched) {
                watch(now);
            }
            if (!connected) {
                connected = true;
                LOG.info("{} answers", name);
                listener.tell();
            } else {
                listener.tellAgain();
            }
        } catch (ShardingException e) {
            away(e);
        }
    }

    /** It may end before this returns. */
    private void watch(EtcdCalls etcd) {
        boolean begun = false;
        watched = true;
        try {
            etcd.watch(listener::tell, this::lookSoon, () -> watchEnded(etcd));
            begun = true;
        } finally {
            if (!begun) {
                watched = false;
            }
        }
    }

    private void renew(EtcdCalls etcd) {
        synchronized (own) {
            requireOpen();
            if (!etcd.keep(lease)) {
                lease = etcd.lease(leaseSeconds);
            }
            own.keySet().forEach(key -> put(etcd, key));
        }
    }

    /** Reads are answered by the newest there is: etcd asks its members for it. */
    @Override
    public long renew() {
        return asked(etcd -> {
            renew(etcd);
            return TimeUnit.SECONDS.toNanos(leaseSeconds);
        });
    }

    /** The next look watches anew. */
    private void watchEnded(EtcdCalls of) {
        if (of == calls) {
            watched = false;
        }
    }

    private void away(ShardingException why) {
        Throwable cause = why.getCause() == null ? why : why.getCause();
        problem = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        silent = cause instanceof TimeoutException;
        if (connected) {
            LOG.info("{} does not answer: {}", name, problem);
        }
        connected = false;
        if (System.nanoTime() - openedNanos > REOPEN_NANOS) {
            reopen();
        }
    }

    private void reopen() {
        synchronized (own) {
            if (closed) {
                return;
            }
            EtcdCalls before = calls;
            calls = opening.get();
            openedNanos = System.nanoTime();
            watched = false;
            before.close();
        }
    }

    /** What is announced from now on would stay for as long as a lease that nobody ends. */
    private void requireOpen() {
        if (closed) {
            throw new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, name, "it is closed");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable StoredValue read(String key) {
        return ask(etcd -> etcd.read(key));
    }

    @Override
    public Map<String, StoredValue> list(String folder) {
        return asked(etcd -> etcd.list(folder));
    }

    @Override
    public long write(String key, String value, long expected) {
        return asked(etcd -> etcd.write(key, value, expected));
    }

    @Override
    public boolean delete(String key, long expected) {
        return asked(etcd -> etcd.delete(key, expected));
    }

    @Override
    public void announce(String key, String value) {
        own.put(key, value);
        asked(etcd -> {
            put(etcd, key);
            return key;
        });
    }

    /** Of two threads that write at once, the one that comes later writes what was announced last. */
    private void put(EtcdCalls etcd, String key) {
        synchronized (own) {
            requireOpen();
            etcd.announce(key, Objects.requireNonNull(own.get(key), key), lease);
        }
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

    /** What etcd is asked. */
    @FunctionalInterface
    private interface Question<T> {
        @Nullable
        T of(EtcdCalls etcd);
    }

    private <T> T asked(Question<T> question) {
        return Objects.requireNonNull(ask(question), "no answer");
    }

    private <T> @Nullable T ask(Question<T> question) {
        if (!connected) {
            throw new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, name, problem);
        }
        try {
            return question.of(calls);
        } catch (ShardingException e) {
            lookSoon();
            throw e;
        }
    }

    @Override
    public void close() {
        boolean answers = connected;
        looking.shutdownNow();
        // A look that goes on, or whoever lets live on what is announced, could take a lease once more.
        synchronized (own) {
            if (closed) {
                return;
            }
            closed = true;
        }
        try {
            if (looking.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS) && answers) {
                calls.end(lease);
            }
        } catch (ShardingException e) {
            LOG.debug("What was announced is not withdrawn; it ends by itself", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            calls.close();
        }
    }
}
