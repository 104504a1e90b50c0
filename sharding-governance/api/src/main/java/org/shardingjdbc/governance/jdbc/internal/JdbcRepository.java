package org.shardingjdbc.governance.jdbc.internal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A repository in two tables of a database. Safe for all threads.
 *
 * <p>One thread asks the database from time to time whether a value has another version, and adds one to the beats of
 * what this process announces. Clocks of different machines are not compared: whoever sees a beat stand still for the
 * time to live, by its own clock, holds its process for dead and takes it away, unless it beats at that moment.
 */
final class JdbcRepository implements Repository {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcRepository.class);

    private final RegistryTables tables;
    private final long timeToLiveNanos;
    private final ScheduledExecutorService asking;
    private final Map<String, String> own = new ConcurrentHashMap<>();
    /** By the keys of what others announce: the beat that was seen last, and since when; guarded by itself. */
    private final Map<String, SeenBeat> seen = new HashMap<>();

    private volatile Runnable changed = () -> {};
    private volatile boolean connected = true;
    private String fingerprint = "";

    private record SeenBeat(long beat, long sinceNanos) {}

    JdbcRepository(RegistryTables tables, long timeToLiveNanos, int pollMillis) {
        this.tables = tables;
        this.timeToLiveNanos = timeToLiveNanos;
        this.asking = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sharding-jdbc-registry");
            thread.setDaemon(true);
            return thread;
        });
        asking.scheduleWithFixedDelay(this::ask, pollMillis, pollMillis, TimeUnit.MILLISECONDS);
    }

    private void ask() {
        if (asking.isShutdown()) {
            return;
        }
        try {
            own.keySet().forEach(this::beat);
            living();
            String now = tables.fingerprint();
            boolean news = !now.equals(fingerprint) || !connected;
            fingerprint = now;
            connected = true;
            if (news) {
                changed.run();
            }
        } catch (ShardingException e) {
            if (connected) {
                LOG.debug("The registry cannot be asked", e);
            }
            connected = false;
        } catch (RuntimeException e) {
            // The schedule goes on; an error that is thrown here would end it.
            LOG.error("The registry could not be asked", e);
        }
    }

    @Override
    public String name() {
        return tables.name();
    }

    @Override
    public @Nullable StoredValue read(String key) {
        return tables.read(key);
    }

    @Override
    public Map<String, StoredValue> list(String folder) {
        return tables.values(folder);
    }

    @Override
    public long write(String key, String value, long expected) {
        boolean written = expected == 0 ? tables.insert(key, value) : tables.update(key, value, expected);
        return written ? expected + 1 : 0;
    }

    @Override
    public boolean delete(String key, long expected) {
        return tables.delete(key, expected) || tables.read(key) == null;
    }

    @Override
    public void announce(String key, String value) {
        if (!value.equals(own.put(key, value))) {
            beat(key);
        }
    }

    /** Of two threads that beat at once, the one that comes later writes what was announced last. */
    private void beat(String key) {
        synchronized (own) {
            tables.beat(key, Objects.requireNonNull(own.get(key), key));
        }
    }

    /** Who looks counts the time to live from when it sees the beat, which is later than now. */
    @Override
    public long renew() {
        own.keySet().forEach(this::beat);
        return timeToLiveNanos;
    }

    @Override
    public Map<String, String> announced(String folder) {
        Map<String, String> found = new LinkedHashMap<>();
        living().forEach((key, stored) -> {
            if (key.startsWith(folder + "/")) {
                found.put(key.substring(folder.length() + 1), stored.value());
            }
        });
        return found;
    }

    private Map<String, StoredValue> living() {
        Map<String, StoredValue> all = tables.announced();
        Map<String, StoredValue> living = new LinkedHashMap<>();
        long now = System.nanoTime();
        synchronized (seen) {
            seen.keySet().retainAll(all.keySet());
            all.forEach((key, stored) -> {
                SeenBeat before = seen.get(key);
                if (before == null || before.beat() != stored.version()) {
                    seen.put(key, new SeenBeat(stored.version(), now));
                    living.put(key, stored);
                } else if (now - before.sinceNanos() < timeToLiveNanos) {
                    living.put(key, stored);
                }
            });
        }
        all.forEach((key, stored) -> {
            if (!living.containsKey(key) && !own.containsKey(key)) {
                tables.bury(key, stored.version());
            }
        });
        return living;
    }

    @Override
    public void watch(Runnable told) {
        changed = told;
    }

    @Override
    public boolean isConnected() {
        return connected;
    }

    @Override
    public void close() {
        asking.shutdownNow();
        try {
            own.keySet().forEach(tables::withdraw);
        } catch (ShardingException e) {
            LOG.debug("What was announced is not withdrawn; it ends by itself", e);
        } finally {
            tables.close();
        }
    }
}
