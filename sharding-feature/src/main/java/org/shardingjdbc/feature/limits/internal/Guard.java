package org.shardingjdbc.feature.limits.internal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker and a bound of concurrent statements for one data source. Closed, it counts failures on end; open,
 * it refuses until the time of the next try; then one statement at a time tries. An answer that is not slow closes it,
 * also to a statement that was let in before it opened: the data source answers, and nobody need wait for a try that
 * says so. A failure puts the next try off. A try of which nothing is heard is followed by another one after the same
 * time. Safe for all threads.
 */
final class Guard implements DataSourceGuard {
    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
    private static final long CLOSED = 0;
    private static final long NOBODY = -1;

    private final String dataSource;
    private final DataSourceLimit limit;
    private final LongSupplier nanos;
    private final @Nullable Semaphore places;
    private final AtomicInteger failures = new AtomicInteger();
    /** {@link #CLOSED}, or when the next try may be, by {@link #nanos} and never 0. */
    private final AtomicLong nextTry = new AtomicLong();
    /** The id of the thread that tries, as long as nothing is heard of it. */
    private volatile long trying = NOBODY;

    /** @param nanos the time, as {@link System#nanoTime()} tells it */
    Guard(String dataSource, DataSourceLimit limit, LongSupplier nanos) {
        this.dataSource = dataSource;
        this.limit = limit;
        this.nanos = nanos;
        this.places = limit.maxConcurrent() > 0 ? new Semaphore(limit.maxConcurrent()) : null;
    }

    /**
     * Takes a place first and the try of the tripped guard after it: a caller for whom there is no place uses up no
     * try.
     */
    @Override
    public void enter() {
        long next = nextTry.get();
        if (next != CLOSED) {
            long left = next - nanos.getAsLong();
            if (left > 0) {
                throw resting(left);
            }
        }
        if (places != null && !places.tryAcquire()) {
            await(places);
        }
        // It may have been opened, or be tried by another one, since this one began to wait.
        next = nextTry.get();
        if (next != CLOSED) {
            claimTry(next);
        }
    }

    private void claimTry(long next) {
        long left = next - nanos.getAsLong();
        if (left <= 0 && nextTry.compareAndSet(next, later())) {
            trying = Thread.currentThread().getId();
            return;
        }
        // Another one's try may have been answered meanwhile.
        if (nextTry.get() != CLOSED) {
            leave();
            throw resting(Math.max(left, 0));
        }
    }

    private ShardingException resting(long leftNanos) {
        Instant at = Instant.now().plusNanos(leftNanos).truncatedTo(ChronoUnit.MILLIS);
        return new ShardingException(ErrorCode.DATA_SOURCE_RESTS, dataSource, at);
    }

    private void await(Semaphore all) {
        try {
            if (all.tryAcquire(limit.maxWaitMilliseconds(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ShardingException(ErrorCode.INTERRUPTED, "waiting for data source " + dataSource);
        }
        throw new ShardingException(
                ErrorCode.DATA_SOURCE_BUSY, dataSource, limit.maxConcurrent(), limit.maxWaitMilliseconds());
    }

    @Override
    public void leave() {
        if (places != null) {
            places.release();
        }
    }

    /** Whoever was to try and did not lets another one try at once. */
    @Override
    public void withdraw() {
        long next = nextTry.get();
        if (next != CLOSED && trying == Thread.currentThread().getId()) {
            trying = NOBODY;
            nextTry.compareAndSet(next, at(nanos.getAsLong()));
        }
        // afterwards, so that who waits for the place finds the try
        leave();
    }

    @Override
    public void answered(long took) {
        if (limit.slowMilliseconds() > 0 && took > TimeUnit.MILLISECONDS.toNanos(limit.slowMilliseconds())) {
            failed();
            return;
        }
        // Mostly nothing is to be written, which other threads would have to read again.
        if (failures.get() != 0) {
            failures.set(0);
        }
        if (nextTry.get() != CLOSED && nextTry.getAndSet(CLOSED) != CLOSED) {
            LOG.info("Data source {} answers again", dataSource);
        }
    }

    @Override
    public void failed() {
        if (limit.failures() == 0) {
            return;
        }
        trying = NOBODY;
        if (failures.incrementAndGet() >= limit.failures() && nextTry.getAndSet(later()) == CLOSED) {
            LOG.warn(
                    "Data source {} failed {} times on end; statements are refused, one tries again every {} ms",
                    dataSource,
                    limit.failures(),
                    limit.retryMilliseconds());
        }
    }

    private long later() {
        return at(nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(limit.retryMilliseconds()));
    }

    private static long at(long time) {
        return time == CLOSED ? 1 : time;
    }
}
