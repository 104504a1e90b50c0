package org.shardingjdbc.governance.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
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
    /** What was found here and is not stored yet, by the group; guarded by this. */
    private final Map<String, FoundDatabase> unsaid = new HashMap<>();

    private volatile boolean away;
    private volatile boolean elected;
    private volatile long electedNanos;
    private volatile String watcher = "";
    private volatile boolean closed;
    /** Written by the looking thread: the lease as it was seen last, and since when it is like that. */
    private volatile long leaseVersion;

    private long leaseNanos;
    private long writersVersion;

    /** A database, and the one that was stored when it was found; null for none. */
    private record FoundDatabase(String database, @Nullable String before) {}

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
            unsaid.forEach((group, found) -> all.put(group, found.database()));
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
            FoundDatabase earlier = unsaid.get(group);
            unsaid.put(group, new FoundDatabase(database, earlier == null ? stored.get(group) : earlier.before()));
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
        if (closed) {
            return;
        }
        long now = nanoTime.getAsLong();
        StoredValue lease = repository.read(WATCHER);
        String holder = lease == null ? NOBODY : lease.value();
        long version = lease == null ? 0 : lease.version();
        if (version != leaseVersion) {
            leaseVersion = version;
            // not from before it was read: it may have been renewed while that was waited for
            leaseNanos = nanoTime.getAsLong();
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
                leaseVersion = next;
                leaseNanos = now;
                watcher = self;
                elected = true;
                // after that: who closes it meanwhile sees the lease, or is seen here
                if (closed) {
                    elected = false;
                    repository.write(WATCHER, NOBODY, next);
                } else if (!own) {
                    LOG.info("This instance says from now on where groups of databases are written");
                }
                return;
            }
        }
        elected = false;
        watcher = holder.equals(NOBODY) ? "" : holder;
    }

    private boolean takeStored(@Nullable StoredValue now) {
        long version = now == null ? 0 : now.version();
        if (version == writersVersion) {
            return false;
        }
        writersVersion = version;
        stored = now == null ? Map.of() : StateTexts.values(now.value());
        return true;
    }

    /** Returns whether what is agreed on is not what was found here. */
    private boolean say() {
        boolean overtaken = dropOvertaken();
        Map<String, String> next = writers();
        if (next.equals(stored)) {
            return overtaken;
        }
        long version = repository.write(WRITERS, StateTexts.of(next), writersVersion);
        if (version > 0) {
            writersVersion = version;
            stored = Map.copyOf(next);
            said(next);
            LOG.info("Said where groups of databases are written: {}", next);
        }
        if (version == 0 || !writers().equals(next)) {
            lookSoon.run();
        }
        return overtaken;
    }

    /** What others stored of a group meanwhile counts; returns whether that is anything else. */
    private synchronized boolean dropOvertaken() {
        boolean other = false;
        for (Map.Entry<String, FoundDatabase> each : Map.copyOf(unsaid).entrySet()) {
            String there = stored.get(each.getKey());
            if (!Objects.equals(there, each.getValue().before())) {
                unsaid.remove(each.getKey());
                other |= !each.getValue().database().equals(there);
            }
        }
        return other;
    }

    private synchronized void said(Map<String, String> all) {
        unsaid.entrySet().removeIf(each -> each.getValue().database().equals(all.get(each.getKey())));
        unsaid.replaceAll((group, found) -> new FoundDatabase(found.database(), all.get(group)));
    }

    /** Lets another instance be elected at once; so does a look that is under way. */
    void close() {
        closed = true;
        if (decides() && elected && repository.isConnected()) {
            elected = false;
            repository.write(WATCHER, NOBODY, leaseVersion);
        }
    }
}
