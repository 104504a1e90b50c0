package org.shardingjdbc.feature.limits.internal;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.slf4j.Logger;

/** What two threads do with one guard, in each order of their steps that the model checker tries. */
public class GuardModelTest {
    private static final long RETRY_NANOS = 1_000_000_000;
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 60);

    private static Guard guard(int maxConcurrent, AtomicLong nanos) {
        return new Guard("ds", new DataSourceLimit(maxConcurrent, 0, 1, 0, 1000), nanos::get);
    }

    /** It was opened, and may be tried again: one at a time is let in, as if one did so after the other. */
    public static class HalfOpen {
        private final Guard guard;

        public HalfOpen() {
            AtomicLong nanos = new AtomicLong(1);
            guard = guard(0, nanos);
            guard.failed();
            nanos.addAndGet(RETRY_NANOS);
        }

        /** Returns whether it was let in. */
        @Operation
        public boolean enter() {
            try {
                guard.enter();
                return true;
            } catch (ShardingException e) {
                return false;
            }
        }

        /** Who comes meanwhile is let in. */
        @Operation
        public void answered() {
            guard.answered(1);
        }

        @Operation
        public void failed() {
            guard.failed();
        }
    }

    /** One place, and a breaker that one failure opens. */
    public static class OnePlace {
        private final AtomicLong nanos = new AtomicLong(1);
        private final Guard guard = guard(1, nanos);
        private final AtomicInteger inside = new AtomicInteger();

        /** Returns false where somebody else is in as well; so do the others. */
        @Operation
        public boolean answer() {
            return use(() -> guard.answered(1));
        }

        @Operation
        public boolean fail() {
            return use(guard::failed);
        }

        /** Takes the place and does nothing. */
        @Operation
        public boolean withdraw() {
            if (!isIn()) {
                return true;
            }
            boolean sound = inside.incrementAndGet() == 1;
            inside.decrementAndGet();
            guard.withdraw();
            return sound;
        }

        /** So long after which it is tried again. */
        @Operation
        public boolean waitForTry() {
            nanos.addAndGet(RETRY_NANOS);
            return true;
        }

        private boolean use(Runnable outcome) {
            if (!isIn()) {
                return true;
            }
            boolean sound = inside.incrementAndGet() == 1;
            outcome.run();
            inside.decrementAndGet();
            guard.leave();
            return sound;
        }

        private boolean isIn() {
            try {
                guard.enter();
                return true;
            } catch (ShardingException e) {
                return false;
            }
        }

        /**
         * Somebody is let in after a while, and then nobody else: no try is lost, no place, and none is there twice.
         */
        @Validate
        public void onePlaceIsThere() {
            nanos.addAndGet(RETRY_NANOS);
            guard.enter();
            guard.answered(1);
            try {
                guard.enter();
            } catch (ShardingException e) {
                if (e.code() == ErrorCode.DATA_SOURCE_BUSY) {
                    return;
                }
            }
            throw new IllegalStateException("one place too many");
        }
    }

    private static ModelCheckingOptions options() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(1)
                .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                ShardingException.class.getName(), Instant.class.getName(), Logger.class.getName())
                        .allMethods()
                        .ignore());
    }

    /** Where a defect is planted: all that the tests prove. */
    public static void check() {
        oneTries();
        noneIsLost();
    }

    private static void oneTries() {
        LinChecker.check(HalfOpen.class, options().iterations(4).invocationsPerIteration(INVOCATIONS));
    }

    private static void noneIsLost() {
        LinChecker.check(OnePlace.class, options().iterations(4).invocationsPerIteration(INVOCATIONS));
    }

    @Test
    void oneTriesAtATime() {
        oneTries();
    }

    @Test
    void noPlaceAndNoTryIsLost() {
        noneIsLost();
    }
}
