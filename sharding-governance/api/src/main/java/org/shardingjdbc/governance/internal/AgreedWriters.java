package org.shardingjdbc.governance.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.Stored;
import org.shardingjdbc.rule.watch.WritersAgreement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which databases groups are written to, as it is stored for all instances, and which instance is elected to say so:
 * the one that holds a lease, which it renews at each look. Whoever sees for {@value #SILENCE_SECONDS} seconds that
 * nobody renewed it takes it over. No clock of another machine counts; of two that take it at once the version decides.
 *
 * <p>Safe for all threads; {@link #look} is called by one thread at a time.
 */
final class AgreedWriters implements WritersAgreement {
    private static final String WATCHER = "watcher";
    private static final String WRITERS = "writers";
    private static final String NOBODY = "-";
    private static final int SILENCE_SECONDS = 10;
    /** Shorter than what others wait for, so that two never think at once that they hold it. */
    private static final long OWN_NANOS = TimeUnit.SECONDS.toNanos(SILENCE_SECONDS - 2L);

    private static final long RENEWAL_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(SILENCE_SECONDS);
    private static final Logger LOG = LoggerFactory.getLogger(AgreedWriters.class);

    private final Repository repository;
    private final String self;
    private final Runnable lookSoon;
    private final LongSupplier nanoTime;

    private volatile Map<String, String> stored = Map.of();
    /** What was found here and is not stored yet: the database by the group; guarded by this, as what follows. */
    private final Map<String, String> unsaid = new LinkedHashMap<>();
    /** What had been stored of those groups. */
    private final Map<String, String> before = new LinkedHashMap<>();

    private volatile boolean away;
    private volatile boolean elected;
    private volatile long electedNanos;
    private volatile String watcher = "";
    /** Of the looking thread: the lease as it was seen last, and since when it is like that. */
    private long leaseVersion;

    private long leaseNanos;
    private long writersVersion;

    /**
     * @param self the id of this instance
     * @param lookSoon lets somebody {@link #look} soon
     */
    AgreedWriters(Repository repository, String self, Runnable lookSoon) {
        this(repository, self, lookSoon, System::nanoTime);
    }

    AgreedWriters(Repository repository, String self, Runnable lookSoon, LongSupplier nanoTime) {
        this.repository = repository;
        this.self = self;
        this.lookSoon = lookSoon;
        this.nanoTime = nanoTime;
    }

    /** Reads what is stored, before the data source opens; of a registry that is away nothing. */
    void readFirst() {
        if (repository.isConnected()) {
            takeStored(repository.read(WRITERS));
        }
    }

    @Override
    public Map<String, String> writers() {
        Map<String, String> all = new TreeMap<>(stored);
        synchronized (this) {
            all.putAll(unsaid);
        }
        return all;
    }

    @Override
    public boolean decides() {
        return away || elected && nanoTime.getAsLong() - electedNanos < OWN_NANOS;
    }

    @Override
    public void found(String group, String database) {
        synchronized (this) {
            if (!unsaid.containsKey(group)) {
                before.put(group, stored.get(group));
            }
            unsaid.put(group, database);
        }
        lookSoon.run();
    }

    /** The id of the instance that was elected, as far as is known; empty for none. */
    String watcher() {
        return watcher;
    }

    /** The registry does not answer: each instance decides by itself. */
    void away() {
        away = true;
    }

    /**
     * Renews the lease or watches it, says what was found, and reads what others found.
     *
     * @return whether that has changed
     */
    boolean look() {
        away = false;
        elect();
        boolean changed = takeStored(repository.read(WRITERS));
        return say() || changed;
    }

    private void elect() {
        long now = nanoTime.getAsLong();
        Stored lease = repository.read(WATCHER);
        String holder = lease == null ? NOBODY : lease.value();
        long version = lease == null ? 0 : lease.version();
        if (version != leaseVersion) {
            leaseVersion = version;
            leaseNanos = now;
        }
        boolean own = holder.equals(self);
        if (own && now - electedNanos < RENEWAL_NANOS) {
            // its own renewal is a change, after which the repository lets it look again
            return;
        }
        if (own || holder.equals(NOBODY) || now - leaseNanos >= SILENCE_NANOS) {
            long next = repository.write(WATCHER, self, version);
            if (next > 0) {
                electedNanos = now;
                if (!own) {
                    LOG.info("This instance says from now on where groups of databases are written");
                }
                elected = true;
                watcher = self;
                leaseVersion = next;
                leaseNanos = now;
                return;
            }
        }
        elected = false;
        watcher = holder.equals(NOBODY) ? "" : holder;
    }

    private boolean takeStored(Stored now) {
        long version = now == null ? 0 : now.version();
        if (version == writersVersion) {
            return false;
        }
        writersVersion = version;
        stored = now == null ? Map.of() : Texts.values(now.value());
        return true;
    }

    /** Returns whether what is agreed on is not what was found here. */
    private boolean say() {
        Map<String, String> next;
        boolean overtaken = false;
        synchronized (this) {
            if (unsaid.isEmpty()) {
                return false;
            }
            next = new TreeMap<>(stored);
            for (Map.Entry<String, String> found : Map.copyOf(unsaid).entrySet()) {
                String known = before.get(found.getKey());
                String there = stored.get(found.getKey());
                if (there == null ? known == null : there.equals(known)) {
                    next.put(found.getKey(), found.getValue());
                } else {
                    overtaken |= !there(found, there);
                    unsaid.remove(found.getKey());
                    before.remove(found.getKey());
                }
            }
        }
        if (next.equals(stored)) {
            return overtaken;
        }
        long version = repository.write(WRITERS, Texts.of(next), writersVersion);
        if (version > 0) {
            writersVersion = version;
            stored = Map.copyOf(next);
            synchronized (this) {
                unsaid.entrySet().removeIf(found -> found.getValue().equals(next.get(found.getKey())));
                before.keySet().retainAll(unsaid.keySet());
                before.replaceAll((group, known) -> next.get(group));
            }
            LOG.info("Said where groups of databases are written: {}", next);
        }
        if (version == 0 || !writers().equals(next)) {
            lookSoon.run();
        }
        return overtaken;
    }

    private static boolean there(Map.Entry<String, String> found, String stored) {
        return found.getValue().equals(stored);
    }

    /** Lets another instance be elected at once. */
    void close() {
        if (decides() && elected && repository.isConnected()) {
            elected = false;
            repository.write(WATCHER, NOBODY, leaseVersion);
        }
    }
}
