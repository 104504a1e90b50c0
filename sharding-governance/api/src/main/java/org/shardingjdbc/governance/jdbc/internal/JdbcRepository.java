package org.shardingjdbc.governance.jdbc.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.internal.RegistryListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A repository in two tables of a database. Safe for all threads.
 *
 * <p>One thread asks the database from time to time whether a value has another version, and lets what this process
 * announces live on ({@link Announcements}).
 */
final class JdbcRepository implements Repository {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcRepository.class);

    private final RegistryTables tables;
    private final long timeToLiveNanos;
    private final ScheduledExecutorService asking;
    private final Announcements announcements;

    private final RegistryListener listener = new RegistryListener();
    private volatile boolean connected = true;
    private String fingerprint = "";

    JdbcRepository(RegistryTables tables, long timeToLiveNanos, int pollMillis) {
        this.tables = tables;
        this.timeToLiveNanos = timeToLiveNanos;
        this.announcements = new Announcements(tables, timeToLiveNanos, System::nanoTime);
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
            announcements.beat();
            announcements.living();
            String now = tables.fingerprint();
            boolean news = !now.equals(fingerprint) || !connected;
            connected = true;
            fingerprint = now;
            if (news) {
                listener.tell();
            } else {
                listener.tellAgain();
            }
        } catch (ShardingException e) {
            if (connected) {
                LOG.debug("The registry cannot be asked", e);
            }
            connected = false;
        } catch (RuntimeException | Error e) {
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
        announcements.announce(key, value);
    }

    /** Who looks counts the time to live from when it sees the beat, which is later than now. */
    @Override
    public long renew() {
        announcements.beat();
        return timeToLiveNanos;
    }

    @Override
    public Map<String, String> announced(String folder) {
        Map<String, String> found = new LinkedHashMap<>();
        announcements.living().forEach((key, stored) -> {
            if (key.startsWith(folder + "/")) {
                found.put(key.substring(folder.length() + 1), stored.value());
            }
        });
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
        asking.shutdownNow();
        try {
            announcements.close();
        } catch (ShardingException e) {
            LOG.debug("What was announced is not withdrawn; it ends by itself", e);
        } finally {
            tables.close();
        }
    }
}
