package org.shardingjdbc.engine.internal.execute.worker;

import java.lang.reflect.Proxy;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Test;

/**
 * An execution comes while the timer stops, as there was nobody to watch, in each order of their steps that the model
 * checker tries: whoever is watched has a timer that runs, and there is one only.
 */
public class FanOutWatchModelTest {
    private static final int PLACES = 16;
    private static final int IDLE_TICKS = 2;

    /** The tick that the clock was told; null where it has none. */
    private final AtomicReference<Runnable> told = new AtomicReference<>();

    private volatile boolean twice;
    private volatile boolean watched;
    private final FanOutWatch watch = new FanOutWatch(
            (ScheduledExecutorService) Proxy.newProxyInstance(
                    FanOutWatchModelTest.class.getClassLoader(),
                    new Class<?>[] {ScheduledExecutorService.class},
                    (self, method, arguments) -> schedule((Runnable) arguments[0])),
            PLACES,
            IDLE_TICKS);

    /** The timer runs, and will stop after one tick more. */
    public FanOutWatchModelTest() {
        watch.leave(watch.enter(() -> {}));
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
        watched = watch.enter(() -> {}) >= 0;
        return watched;
    }

    @Validate
    public void whoIsWatchedHasATimer() {
        if (twice || watched && told.get() == null) {
            throw new IllegalStateException(twice ? "two timers" : "no timer");
        }
    }

    @Test
    void whoComesWhileTheTimerStopsIsWatched() {
        LinChecker.check(
                FanOutWatchModelTest.class,
                new ModelCheckingOptions()
                        .threads(2)
                        .actorsPerThread(2)
                        .actorsBefore(0)
                        .actorsAfter(0)
                        .iterations(3)
                        .invocationsPerIteration(100));
    }
}
