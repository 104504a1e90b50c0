package org.shardingjdbc.feature.limits.internal;

import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Param;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.paramgen.ThreadIdGen;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.rule.datasource.DataSourceGuard.Admission;
import org.shardingjdbc.rule.datasource.DataSourceGuard.OutcomeListener;
import org.slf4j.Logger;

/** What two threads do with one guard, in each order of their steps that the model checker tries. */
public class GuardModelTest {
    private static final long RETRY_NANOS = 1_000_000_000;
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 60);

    private static BreakerGuard guard(int maxConcurrent, AtomicLong nanos) {
        return new BreakerGuard("ds", new DataSourceLimit(maxConcurrent, 0, 1, 0, 1000), nanos::get);
    }

    private static Admission entered(BreakerGuard guard) {
        try {
            return guard.enter();
        } catch (ShardingException e) {
            return null;
        }
    }

    /** It was opened, and may be tried again: one at a time is let in, as if one did so after the other. */
    public static class HalfOpen {
        /** By the number of the thread, counted from 0 or from 1. */
        private final Admission[] admissions = new Admission[8];

        private final BreakerGuard guard;
        /** Somebody tries already, whose time is over: another one may. */
        private final Admission overdue;

        public HalfOpen() {
            AtomicLong nanos = new AtomicLong(1);
            guard = guard(0, nanos);
            guard.enter().failed();
            nanos.addAndGet(RETRY_NANOS);
            overdue = guard.enter();
            nanos.addAndGet(RETRY_NANOS);
        }

        /** Returns whether it was let in. */
        @Operation
        public boolean enter(@Param(gen = ThreadIdGen.class) int thread) {
            Admission admission = entered(guard);
            if (admission != null) {
                admissions[thread] = admission;
            }
            return admission != null;
        }

        /** Who was let in by the same thread last. */
        @Operation
        public void answered(@Param(gen = ThreadIdGen.class) int thread) {
            if (admissions[thread] != null) {
                admissions[thread].answered(1);
            }
        }

        @Operation
        public void failed(@Param(gen = ThreadIdGen.class) int thread) {
            if (admissions[thread] != null) {
                admissions[thread].failed();
            }
        }

        /** It decides unless another one tries meanwhile. */
        @Operation(runOnce = true)
        public void overdueAnswered() {
            overdue.answered(1);
        }
    }

    /** It was opened, and those who are not let try hear something: whatever they report, it stays open. */
    public static class LateReports {
        private final BreakerGuard guard;
        private final Admission late;
        private final Admission earlierTry;
        private final OutcomeListener unadmitted;
        private final AtomicInteger letIn = new AtomicInteger();

        public LateReports() {
            AtomicLong nanos = new AtomicLong(1);
            guard = guard(0, nanos);
            late = guard.enter();
            guard.enter().failed();
            nanos.addAndGet(RETRY_NANOS);
            earlierTry = guard.enter();
            nanos.addAndGet(RETRY_NANOS);
            guard.enter();
            unadmitted = guard.unadmitted();
        }

        /** Nobody is, as somebody tries of whom nothing is heard. */
        @Operation
        public void enter() {
            if (entered(guard) != null) {
                letIn.incrementAndGet();
            }
        }

        @Operation
        public void lateAnswer() {
            late.answered(1);
        }

        @Operation
        public void lateFailure() {
            late.failed();
        }

        @Operation
        public void answerOfAnEarlierTry() {
            earlierTry.answered(1);
        }

        @Operation
        public void withdrawalOfAnEarlierTry() {
            earlierTry.withdraw();
        }

        @Operation
        public void answerWithoutAdmission() {
            unadmitted.answered(1);
        }

        @Operation
        public void failureWithoutAdmission() {
            unadmitted.failed();
        }

        @Validate
        public void nobodyIsLetIn() {
            enter();
            if (letIn.get() > 0) {
                throw new IllegalStateException("who does not try has closed it");
            }
        }
    }

    /** One place, and a breaker that one failure opens. */
    public static class OnePlace {
        private final AtomicLong nanos = new AtomicLong(1);
        private final BreakerGuard guard = guard(1, nanos);
        private final AtomicInteger inside = new AtomicInteger();

        /** Returns false where somebody else is in as well; so do the others. */
        @Operation
        public boolean answer() {
            Admission admission = entered(guard);
            return admission == null || ends(() -> admission.answered(1), admission::leave);
        }

        @Operation
        public boolean fail() {
            Admission admission = entered(guard);
            return admission == null || ends(admission::failed, admission::leave);
        }

        /** Takes the place and does nothing. */
        @Operation
        public boolean withdraw() {
            Admission admission = entered(guard);
            return admission == null || ends(() -> {}, admission::withdraw);
        }

        /** So long after which it is tried again. */
        @Operation
        public boolean waitForTry() {
            nanos.addAndGet(RETRY_NANOS);
            return true;
        }

        private boolean ends(Runnable outcome, Runnable end) {
            boolean sound = inside.incrementAndGet() == 1;
            outcome.run();
            inside.decrementAndGet();
            end.run();
            return sound;
        }

        /**
         * Somebody is let in after a while, and then nobody else: no try is lost, no place, and none is there twice.
         */
        @Validate
        public void onePlaceIsThere() {
            nanos.addAndGet(RETRY_NANOS);
            guard.enter().answered(1);
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
        lateReports();
        noneIsLost();
    }

    private static void oneTries() {
        Class<?> model = HalfOpen.class;
        LinChecker.check(
                model,
                options()
                        .iterations(4)
                        .invocationsPerIteration(INVOCATIONS)
                        .addCustomScenario(together(model, "enter answered", "enter failed"))
                        .addCustomScenario(together(model, "enter failed enter", "overdueAnswered enter")));
    }

    private static void lateReports() {
        Class<?> model = LateReports.class;
        LinChecker.check(
                model,
                options()
                        .iterations(3)
                        .invocationsPerIteration(INVOCATIONS)
                        .addCustomScenario(together(model, "lateAnswer enter", "failureWithoutAdmission"))
                        .addCustomScenario(together(model, "answerOfAnEarlierTry enter", "failureWithoutAdmission"))
                        .addCustomScenario(together(model, "withdrawalOfAnEarlierTry enter", "lateFailure")));
    }

    /** What each of two threads does, one after the other, with blanks between. */
    private static ExecutionScenario together(Class<?> model, String... threads) {
        List<List<Actor>> all = new ArrayList<>();
        for (String thread : threads) {
            all.add(actors(model, thread, all.size() + 1));
        }
        return new ExecutionScenario(List.of(), all, List.of(), null);
    }

    /** As {@link #together}, after something was done before the threads begin. */
    private static ExecutionScenario after(Class<?> model, String before, String... threads) {
        List<List<Actor>> parallel = together(model, threads).getParallelExecution();
        return new ExecutionScenario(actors(model, before, 0), parallel, List.of(), null);
    }

    private static List<Actor> actors(Class<?> model, String names, int thread) {
        return Arrays.stream(names.split(" "))
                .map(name -> actor(model, name, thread))
                .toList();
    }

    private static Actor actor(Class<?> model, String name, int thread) {
        Method operation = Arrays.stream(model.getMethods())
                .filter(method -> method.getName().equals(name))
                .findAny()
                .orElseThrow();
        return new Actor(operation, operation.getParameterCount() == 0 ? List.of() : List.of(thread));
    }

    private static void noneIsLost() {
        Class<?> model = OnePlace.class;
        LinChecker.check(
                model,
                options()
                        .iterations(3)
                        .invocationsPerIteration(INVOCATIONS)
                        .addCustomScenario(after(model, "fail waitForTry", "answer", "fail")));
    }

    @Test
    void oneTriesAtATime() {
        oneTries();
    }

    @Test
    void whoDoesNotTryClosesNothing() {
        lateReports();
    }

    @Test
    void noPlaceAndNoTryIsLost() {
        noneIsLost();
    }
}
