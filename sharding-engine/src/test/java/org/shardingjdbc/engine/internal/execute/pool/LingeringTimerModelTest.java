package org.shardingjdbc.engine.internal.execute.pool;

import static org.shardingjdbc.engine.internal.run.Models.scenario;
import static org.shardingjdbc.engine.internal.run.Models.scenarioAfter;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.LingeringConnections;
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;
import org.shardingjdbc.engine.internal.run.Models;
import org.slf4j.Logger;

/**
 * A session lets its connection linger, takes it back and lets it go, while the timer that ends lingering looks, in
 * each order of their steps that the model checker tries: as long as something lingers the timer runs, and only once;
 * what it takes for those who wait in the pool itself has no other user, and is back once. Only the database and the
 * clock are of the test.
 */
public class LingeringTimerModelTest {
    private static final Dialect DIALECT = Models.idle(Dialect.class);

    /** The tick that the clock was told; null where it has none. */
    private final AtomicReference<Runnable> tick = new AtomicReference<>();
    /** What the clock was told to do at once; null for nothing. */
    private final AtomicReference<Runnable> due = new AtomicReference<>();

    private final ShardPool pool = new ShardPool(
            0,
            "ds_0",
            DIALECT,
            new OneConnectionPool(
                    this::given, this::givenBack, Models.answering(HikariPoolMXBean.class, method -> this.outsiders)),
            true);
    /** The session's, in use or lingering; null for none. */
    private PhysicalConnection mine;
    /** How many threads wait in the pool itself. */
    private volatile int outsiders;

    private volatile boolean used;
    private volatile int given;
    private volatile String defect = "";

    /** Nothing lingers yet, and the timer, which has run for a while, ends with the next tick that finds it so. */
    public LingeringTimerModelTest() throws SQLException {
        pool.lingering(Long.MAX_VALUE, new HandClock());
        execute();
        end();
        for (int i = 1; i < LingeringConnections.IDLE_TICKS; i++) {
            tick();
        }
    }

    /** One that the model itself winds. */
    private final class HandClock implements TaskClock {
        @Override
        public boolean tickAfter(long delayNanos, Runnable task) {
            if (!tick.compareAndSet(null, task)) {
                defect = "two timers";
            }
            return true;
        }

        @Override
        public ScheduledFuture<?> runAfter(long delayMillis, Runnable task) {
            due.set(task);
            return null;
        }
    }

    private void given() {
        given = given + 1;
    }

    private void givenBack() {
        if (used) {
            defect = "a connection was closed while it was used";
        }
        given = given - 1;
    }

    /** Uses a connection, and lets it linger. */
    @Operation(nonParallelGroup = "session")
    public void execute() throws SQLException {
        if (mine == null || !mine.resumeSound()) {
            mine = pool.take(false, ShardPool.WhenBusy.NONE, null);
            if (mine == null) {
                return;
            }
        }
        used = true;
        if (given != 1 || mine.isReleased()) {
            defect = "it uses what was taken from it";
        }
        used = false;
        if (!mine.linger()) {
            mine.release();
            mine = null;
        }
    }

    /** Gives back what lingers. */
    @Operation(nonParallelGroup = "session")
    public void end() {
        if (mine != null && mine.resume()) {
            mine.releaseIdle();
        }
        mine = null;
    }

    /** What the clock does; no two of its threads at a time. */
    @Operation(nonParallelGroup = "clock")
    public void tick() {
        Runnable now = tick.getAndSet(null);
        if (now != null) {
            now.run();
        }
    }

    /** A tick while somebody waits in the pool itself, and what follows from it. */
    @Operation(nonParallelGroup = "clock")
    public void tickForOutsider() {
        outsiders = 1;
        tick();
        Runnable release = due.getAndSet(null);
        if (release != null) {
            release.run();
        }
        outsiders = 0;
    }

    /** What lingers has a timer, and what does not is back. */
    @Validate
    public void whatLingersHasATimer() {
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
        boolean lingers = mine != null && !mine.isReleased();
        if (lingers && tick.get() == null) {
            throw new IllegalStateException("no timer");
        }
        if (given != (lingers ? 1 : 0) || pool.inUse() != given) {
            throw new IllegalStateException(pool.inUse() + " in use, given: " + given);
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        Class<?> model = LingeringTimerModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 60)
                        .addCustomScenario(scenarioAfter(model, "execute end", "execute", "tick"))
                        .addCustomScenario(scenarioAfter(model, "execute end", "execute end", "tick tick"))
                        .addCustomScenario(scenarioAfter(model, "execute", "execute execute", "tickForOutsider tick"))
                        .addCustomScenario(scenario(model, "execute execute", "tick tickForOutsider"))
                        .verifier(Models.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        // used with the lock only
                                        ArrayDeque.class.getName(),
                                        HikariConfig.class.getName(),
                                        HikariDataSource.class.getName(),
                                        Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void asLongAsSomethingLingersThereIsOneTimer() {
        check();
    }
}
