package org.shardingjdbc.feature.limits.internal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A circuit breaker and a limit of concurrent statements for one data source. Safe for all threads.
 *
 * <pre>
 *                 failures in a row                      the time of the next try has come: one enters
 *   {@link Closed} ------------------&gt; {@link Open} until t -----------------------------------&gt; {@link Open} until t', {@link Try}
 *     ^                            ^   ^                                                         |  |  |
 *     |                            |   +---------------- the try is withdrawn: until now --------+  |  |
 *     |                            +-------------------- the try fails: until later ----------------+  |
 *     +------------------------------------------------- the try is answered in time ------------------+
 * </pre>
 *
 * <p>Each state is an object of its own, and is left by a compare-and-set of that very object. An admission belongs to
 * the state that admitted it: what it reports has an effect only while that is still the state. So a late answer to a
 * statement from before the breaker opened does not close it, a late failure does not open it again, and of several
 * tries only the last one decides. A try of which nothing is heard is followed by another one when t' has come. While
 * the breaker is open, a failure of a statement that did not enter puts the next try off, and its answer does nothing.
 */
final class BreakerGuard implements DataSourceGuard {
    private static final Logger LOG = LoggerFactory.getLogger(BreakerGuard.class);
    private static final AtomicReferenceFieldUpdater<BreakerGuard, State> STATE =
            AtomicReferenceFieldUpdater.newUpdater(BreakerGuard.class, State.class, "state");

    private final String dataSource;
    private final DataSourceLimit limit;
    private final LongSupplier nanos;
    private final @Nullable Semaphore places;
    private volatile State state = new Closed();

    /** @param nanos the time, as {@link System#nanoTime()} gives it */
    BreakerGuard(String dataSource, DataSourceLimit limit, LongSupplier nanos) {
        this.dataSource = dataSource;
        this.limit = limit;
        this.nanos = nanos;
        this.places = limit.maxConcurrent() > 0 ? new Semaphore(limit.maxConcurrent()) : null;
    }

    /**
     * Takes a place first and the try of an open breaker after it: a caller for whom there is no place uses up no try.
     */
    @Override
    public Admission enter() {
        if (state instanceof Open open) {
            open.requireDue();
        }
        if (places != null && !places.tryAcquire()) {
            await(places);
        }
        boolean admitted = false;
        try {
            Admission admission = admission();
            admitted = true;
            return admission;
        } finally {
            if (!admitted) {
                releasePlace();
            }
        }
    }

    /** The breaker may have opened, or somebody else may try, since the caller began to wait for its place. */
    private Admission admission() {
        while (true) {
            State now = state;
            if (now instanceof Closed closed) {
                return closed;
            }
            Open open = (Open) now;
            open.requireDue();
            Open next = new Open(later());
            if (goesOn(open, next)) {
                return new Try(next);
            }
        }
    }

    @Override
    public OutcomeListener unadmitted() {
        return state;
    }

    /** Leaves a state for the next one, unless another thread has left it already. */
    private boolean goesOn(State from, State to) {
        return STATE.compareAndSet(this, from, to);
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

    private void releasePlace() {
        if (places != null) {
            places.release();
        }
    }

    private boolean isSlow(long took) {
        return limit.slowMilliseconds() > 0 && took > TimeUnit.MILLISECONDS.toNanos(limit.slowMilliseconds());
    }

    private long later() {
        return nanos.getAsLong() + TimeUnit.MILLISECONDS.toNanos(limit.retryMilliseconds());
    }

    /** The state of the breaker at one time. It hears the outcome of statements that did not enter. */
    private sealed interface State extends OutcomeListener {}

    /**
     * Every statement is admitted, and failures in a row are counted. The state is itself the admission of all of them.
     */
    private final class Closed implements State, Admission {
        private final AtomicInteger failures = new AtomicInteger();

        @Override
        public void answered(long took) {
            if (isSlow(took)) {
                failed();
            } else if (failures.get() != 0) {
                // Mostly nothing need be written; a write would make other threads read the counter again.
                failures.set(0);
            }
        }

        @Override
        public void failed() {
            if (limit.failures() != 0
                    && failures.incrementAndGet() >= limit.failures()
                    && goesOn(this, new Open(later()))) {
                LOG.warn(
                        "Data source {} failed {} times in a row; statements are refused, one tries again every {} ms",
                        dataSource,
                        limit.failures(),
                        limit.retryMilliseconds());
            }
        }

        @Override
        public void leave() {
            releasePlace();
        }
    }

    /** Every statement is refused until the next try. There may already be one try. Immutable. */
    private final class Open implements State {
        private final long nextTry;

        Open(long nextTry) {
            this.nextTry = nextTry;
        }

        /** @throws ShardingException before the time of the next try */
        void requireDue() {
            long left = nextTry - nanos.getAsLong();
            if (left > 0) {
                Instant at = Instant.now().plusNanos(left).truncatedTo(ChronoUnit.MILLIS);
                throw new ShardingException(ErrorCode.DATA_SOURCE_RESTS, dataSource, at);
            }
        }

        @Override
        public void answered(long took) {
            if (isSlow(took)) {
                failed();
            }
        }

        @Override
        public void failed() {
            goesOn(this, new Open(later()));
        }
    }

    /** The one statement that is admitted while the breaker is open, as long as no other one tries. Immutable. */
    private final class Try implements Admission {
        private final Open open;

        Try(Open open) {
            this.open = open;
        }

        @Override
        public void answered(long took) {
            if (isSlow(took)) {
                open.failed();
            } else if (goesOn(open, new Closed())) {
                LOG.info("Data source {} answers again", dataSource);
            }
        }

        @Override
        public void failed() {
            open.failed();
        }

        /**
         * Lets another statement try at once, and only then leaves the place: a caller that waits for the place finds
         * the new state.
         */
        @Override
        public void withdraw() {
            goesOn(open, new Open(nanos.getAsLong()));
            leave();
        }

        @Override
        public void leave() {
            releasePlace();
        }
    }
}
