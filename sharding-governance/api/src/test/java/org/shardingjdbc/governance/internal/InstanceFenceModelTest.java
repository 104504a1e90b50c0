package org.shardingjdbc.governance.internal;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.ExceptionResult;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.jdbc.internal.AnnouncementsModelTest;
import org.shardingjdbc.jdbc.governance.Fence.Entry;
import org.shardingjdbc.jdbc.governance.WhenAway;

/**
 * Statements begin and end while an instance takes other configurations, in each order of the steps that the model
 * checker tries. The instance does not say that it has settled while a statement by an earlier configuration runs; and
 * where others did not wait for it, as it stood still, no such statement is told as done.
 */
public class InstanceFenceModelTest {
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 100);
    private static final int MOST_CONFIGURATIONS = 4;
    /** For how long others count on an instance that was heard. */
    private static final long LEASE = TimeUnit.SECONDS.toNanos(100);
    /** Longer than statements wait. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(6);

    /** Held, so that the checker has its class ready before it runs anything. */
    private static final ErrorCode WHY = ErrorCode.INSTANCE_OUT_OF_TOUCH;

    private final AtomicLong now = new AtomicLong();
    private final InstanceFence fence = new InstanceFence("model", WhenAway.REFUSE, this::passWhileItWaits, now::get);
    /** By which the instance runs statements: set before the fence is told of it. */
    private volatile int configuration;
    /** By which others run statements, where they have not waited for this instance. */
    private volatile int unwaited;
    /** How many statements run by each configuration. */
    private final AtomicIntegerArray running = new AtomicIntegerArray(MOST_CONFIGURATIONS);

    /** An instance that is heard. */
    public InstanceFenceModelTest() {
        fence.heard(LEASE);
    }

    /** Who waits for a look gives up: the checker knows no waits that end by themselves. */
    private void passWhileItWaits() {
        if (!fence.isHeard()) {
            now.addAndGet(PATIENCE);
        }
    }

    @Operation
    public void statement() {
        Entry entry;
        try {
            entry = fence.enter();
        } catch (ShardingException refused) {
            if (refused.code() != WHY) {
                throw refused;
            }
            return;
        }
        int by = configuration;
        running.incrementAndGet(by);
        int others = unwaited;
        boolean told = entry.holds();
        running.decrementAndGet(by);
        entry.leave();
        if (told && by < others) {
            throw new IllegalStateException("a statement that others did not wait for is told as done");
        }
    }

    /** It takes another configuration, while others wait for it. */
    @Operation
    public void change() {
        configuration++;
        fence.turn();
    }

    /** It stands still, others change the configuration without it, and it looks again. */
    @Operation
    public void stall() {
        now.addAndGet(2 * LEASE);
        unwaited = configuration + 1;
        change();
        fence.heard(now.get() + LEASE);
    }

    @Operation
    public void look() {
        int current = configuration;
        if (fence.isSettled()) {
            for (int before = 0; before < current; before++) {
                if (running.get(before) > 0) {
                    throw new IllegalStateException("it has settled while a statement of before runs");
                }
            }
        }
    }

    private static ExecutionScenario scenario(String... threads) {
        List<List<Actor>> all = new ArrayList<>();
        for (String thread : threads) {
            all.add(Arrays.stream(thread.split(" "))
                    .map(InstanceFenceModelTest::actor)
                    .toList());
        }
        return new ExecutionScenario(List.of(), all, List.of(), null);
    }

    private static Actor actor(String name) {
        try {
            Method operation = InstanceFenceModelTest.class.getMethod(name);
            return new Actor(operation, List.of());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void itSettlesWhenNothingOfBeforeRuns() {
        check();
    }

    private static void initialize(Class<?> type) {
        try {
            Class.forName(type.getName());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        // what is initialized while the checker runs would hang
        initialize(ExceptionResult.class);
        InstanceFenceModelTest first = new InstanceFenceModelTest();
        first.statement();
        first.change();
        first.look();
        first.stall();
        first.statement();
        first.now.addAndGet(2 * LEASE);
        first.statement();
        LinChecker.check(
                InstanceFenceModelTest.class,
                new ModelCheckingOptions()
                        .iterations(0)
                        .invocationsPerIteration(INVOCATIONS)
                        .minimizeFailedScenario(false)
                        .verifier(AnnouncementsModelTest.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(LongAdder.class.getName())
                                .allMethods()
                                .treatAsAtomic())
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(ShardingException.class.getName())
                                .allMethods()
                                .ignore())
                        .addCustomScenario(scenario("statement", "change look"))
                        .addCustomScenario(scenario("statement", "change change look"))
                        .addCustomScenario(scenario("statement statement", "change look change look"))
                        .addCustomScenario(scenario("statement", "statement", "change look"))
                        .addCustomScenario(scenario("statement", "stall")));
    }
}
