package org.shardingjdbc.feature.limits.internal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.rule.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker and a bound of concurrent statements for one data source. Closed, it counts failures on end; open,
 * it refuses until the time of the next try; then one statement at a time tries, and what becomes of it closes or opens
 * the breaker. A try of which nothing is heard is followed by another one after the same time. Safe for all threads.
 */
final class Guard implements DataSourceGuard {
    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
    private static final long CLOSED = 0;
    private static final long NOBODY = -1;

    private final String dataSource;
    private final DataSourceLimit limit;
    private final @Nullable Semaphore places;
    private final AtomicInteger failures = new AtomicInteger();
    /** {@link #CLOSED}, or when the next try may be, by {@link System#nanoTime()} and never 0. */
    private final AtomicLong nextTry = new AtomicLong();
    /** The id of the thread that tries, as long as nothing is heard of it. */
    private volatile long trying = NOBODY;

    Guard(String dataSource, DataSourceLimit limit) {
        this.dataSource = dataSource;
        this.limit = limit;
        this.places = limit.maxConcurrent() > 0 ? new Semaphore(limit.maxConcurrent()) : null;
    }

    @Override
    public void enter() {
        long next = nextTry.get();
        if (next != CLOSED) {
            long left = next - System.nanoTime();
            if (left > 0 || !nextTry.compareAndSet(next, later())) {
                throw resting(Math.max(left, 0));
            }
            trying = Thread.currentThread().getId();
        }
        if (places != null && !places.tryAcquire()) {
            await(places);
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
        leave();
        long next = nextTry.get();
        if (next != CLOSED && trying == Thread.currentThread().getId()) {
            trying = NOBODY;
            nextTry.compareAndSet(next, at(System.nanoTime()));
        }
    }

    @Override
    public void answered(long nanos) {
        if (limit.slowMilliseconds() > 0 && nanos > TimeUnit.MILLISECONDS.toNanos(limit.slowMilliseconds())) {
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
        return at(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limit.retryMilliseconds()));
    }

    private static long at(long nanos) {
        return nanos == CLOSED ? 1 : nanos;
    }
}
