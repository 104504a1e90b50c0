package org.shardingjdbc.engine.internal.execute.worker;

import java.lang.reflect.Proxy;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.run.Models;

/**
 * An execution comes while the timer stops, as there was nobody, in each order of their steps that the model checker
 * tries: whoever has a place has a timer that runs, and there is one only.
 */
public class LateFanOutsModelTest {
    private static final int PLACES = 16;
    private static final int IDLE_TICKS = 2;

    /** The tick that the clock was told; null where it has none. */
    private final AtomicReference<Runnable> told = new AtomicReference<>();

    private volatile boolean twice;
    private volatile boolean entered;
    private final LateFanOuts late = new LateFanOuts(
            (ScheduledExecutorService) Proxy.newProxyInstance(
                    LateFanOutsModelTest.class.getClassLoader(),
                    new Class<?>[] {ScheduledExecutorService.class},
                    (self, method, arguments) -> schedule((Runnable) arguments[0])),
            PLACES,
            IDLE_TICKS);

    /** The timer runs, and will stop after one tick more. */
    public LateFanOutsModelTest() {
        late.leave(late.enter(() -> {}));
        for (int tick = 0; tick < IDLE_TICKS - 1; tick++) {
            tick();
        }
    }

    private Object schedule(Runnable tick) {
        if (!told.compareAndSet(null, tick)) {
            twice = true;
        }
        return null;
    }

    /** What the clock does; no two of its threads at a time. */
    @Operation(nonParallelGroup = "clock")
    public boolean tick() {
        Runnable due = told.getAndSet(null);
        if (due != null) {
            due.run();
        }
        return !twice;
    }

    @Operation(runOnce = true)
    public boolean enter() {
        entered = late.enter(() -> {}) >= 0;
        return entered;
    }

    @Validate
    public void whoHasAPlaceHasATimer() {
        if (twice || entered && told.get() == null) {
            throw new IllegalStateException(twice ? "two timers" : "no timer");
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        LinChecker.check(LateFanOutsModelTest.class, Models.options(3, 100));
    }

    @Test
    void whoComesWhileTheTimerStopsHasATimer() {
        check();
    }
}
