package org.shardingjdbc.governance.jdbc.internal;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.StoredValue;

/**
 * What this process announces, and which announcements are of processes that live. Safe for all threads.
 *
 * <p>Clocks of different machines are not compared: whoever sees a beat stand still for the time to live, by its own
 * clock, holds its process for dead and takes it away, unless it beats at that moment. That time ends before the beat
 * is asked for and begins after it was answered: who looks may stand still in between while the other one beats.
 */
final class Announcements implements AutoCloseable {
    /** The first beat is any up to this, and those that follow are enough for ever. */
    private static final long LONGEST = Long.MAX_VALUE / 2;

    private final BeatTable table;
    private final long timeToLiveNanos;
    private final LongSupplier nanoTime;
    private final Map<String, String> own = new ConcurrentHashMap<>();
    /** What the table has of it. */
    private final Map<String, String> written = new ConcurrentHashMap<>();
    /** By the keys of what others announce: the beat that was seen last, and since when; guarded by itself. */
    private final Map<String, SeenBeat> seen = new HashMap<>();
    /** Guarded by {@link #own}. */
    private boolean closed;

    private record SeenBeat(long beat, long sinceNanos) {}

    Announcements(BeatTable table, long timeToLiveNanos, LongSupplier nanoTime) {
        this.table = table;
        this.timeToLiveNanos = timeToLiveNanos;
        this.nanoTime = nanoTime;
    }

    void announce(String key, String value) {
        own.put(key, value);
        // not what was announced before: its beat may have failed
        if (!value.equals(written.get(key))) {
            beat(key);
        }
    }

    /** Lets all that was announced live on. */
    void beat() {
        own.keySet().forEach(this::beat);
    }

    /** Of two threads that beat at once, the one that comes later writes what was announced last. */
    private void beat(String key) {
        synchronized (own) {
            if (closed) {
                throw new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, table.name(), "it is closed");
            }
            String value = Objects.requireNonNull(own.get(key), key);
            if (!table.beat(key, value)) {
                // Not the beat at which it stood still when it was taken away: who saw that would take it for dead.
                table.enter(key, value, ThreadLocalRandom.current().nextLong(1, LONGEST));
            }
            written.put(key, value);
        }
    }

    /** What living processes announce, by whole keys; what others announced and is dead is taken away. */
    Map<String, StoredValue> living() {
        long asked = nanoTime.getAsLong();
        Map<String, StoredValue> all = table.announced();
        Map<String, StoredValue> living = new LinkedHashMap<>();
        long answered = nanoTime.getAsLong();
        synchronized (seen) {
            seen.keySet().retainAll(all.keySet());
            all.forEach((key, stored) -> {
                SeenBeat before = seen.get(key);
                if (before == null || before.beat() != stored.version()) {
                    seen.put(key, new SeenBeat(stored.version(), answered));
                    living.put(key, stored);
                } else if (asked - before.sinceNanos() < timeToLiveNanos) {
                    living.put(key, stored);
                }
            });
        }
        all.forEach((key, stored) -> {
            if (!living.containsKey(key) && !own.containsKey(key)) {
                table.bury(key, stored.version());
            }
        });
        return living;
    }

    /**
     * Withdraws what was announced, all of it whatever fails meanwhile, after a beat that is under way, and lets none
     * follow.
     */
    @Override
    public void close() {
        synchronized (own) {
            closed = true;
            @Nullable ShardingException failure = null;
            for (String key : own.keySet()) {
                try {
                    table.withdraw(key);
                } catch (ShardingException e) {
                    failure = failure == null ? e : failure;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
