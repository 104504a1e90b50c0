package org.shardingjdbc.engine.internal.execute;

import java.util.List;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGateModelTest;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionWaitModelTest;
import org.shardingjdbc.engine.internal.execute.pool.LingeringModelTest;
import org.shardingjdbc.engine.internal.execute.pool.PoolGuardModelTest;
import org.shardingjdbc.testkit.defect.PlantedSource;

/** A deliberate fault: steps of a class without a lock, taken in an order in which another thread may come between. */
enum PlantedRace {
    LOOKS_BEFORE_IT_IS_SEEN(
            CancelModelTest.class,
            "ConnectionRun",
            "a cancel was forgotten",
            "        state = OPEN;\n        return signal.reason == null;",
            "        boolean goesOn = signal.reason == null;\n        state = OPEN;\n        return goesOn;"),
    CLOSES_DURING_A_CANCEL(
            CancelModelTest.class,
            "ConnectionRun",
            "of a statement that is closed",
            "while (state != CLOSED && !STATE.compareAndSet(this, OPEN, CLOSED)) {\n            awaitCancel();",
            "while (state != CLOSED) {\n            state = CLOSED;"),
    CANCELS_THE_NEXT_EXECUTION(
            CancelModelTest.class,
            "ConnectionRun",
            "of a statement that nobody stopped",
            "on = signal.isStopped() && !targets()",
            "on = !targets()"),
    GIVES_BACK_DURING_A_BREAK_OFF(
            CancelModelTest.class,
            "ConnectionRun",
            "abort of a connection that was taken for sound",
            "        if (signal.isStopped()) {\n            synchronized (this) {",
            "        if (false) {\n            synchronized (this) {"),
    TAKES_WHAT_WAS_TAKEN_MEANWHILE(
            ConnectionGateModelTest.class,
            "pool.ConnectionGate",
            "= ",
            "if (free.compareAndSet(now, now - count)) {",
            "if (free.get() >= count) {\n                free.set(now - count);"),
    COUNTS_WAITERS_TOO_LATE(
            ConnectionGateModelTest.class,
            "pool.ConnectionGate",
            "has hung",
            "            // What was given back before we were counted would wake nobody else.\n            serve();",
            ""),
    LOSES_WHAT_COMES_WHEN_IT_GIVES_UP(
            ConnectionGateModelTest.class,
            "pool.ConnectionGate",
            "in use, wanted",
            "waiter.granted || !leave(waiter, holder)",
            "waiter.granted || !leave(waiter, holder) && wait == null"),
    FORGETS_WHO_CALLED_BEFORE(
            ConnectionWaitModelTest.class,
            "pool.ConnectionWait",
            "who ended a wait was not heard",
            "now == CALLED || PLACE.compareAndSet(this, APART, CALLED)",
            "now == CALLED || now == APART"),
    LEAVES_BEFORE_IT_IS_STRUCK(
            ConnectionWaitModelTest.class,
            "pool.ConnectionWait",
            "= ",
            "if (place == INTERRUPTED) {",
            "if (place >= STRUCK) {"),
    INTERRUPTS_WITHOUT_A_REASON(
            ConnectionWaitModelTest.class,
            "pool.ConnectionWait",
            "a wait was interrupted without a reason",
            "boolean over = reason() != null;",
            "boolean over = true;"),
    WAITS_ON_WHEN_IT_IS_OVER(
            ConnectionWaitModelTest.class,
            "pool.ConnectionGate",
            "has hung",
            "if (left <= 0 || wait != null && wait.isOver()) {",
            "if (left <= 0) {"),
    LOSES_WHAT_IS_SWITCHED_OFF(
            PoolGuardModelTest.class,
            "pool.ShardPool",
            "= ",
            "        synchronized (guarding) {\n            guard = SwitchedGuard.ruledBy(guard, other);\n        }",
            "        guard = SwitchedGuard.ruledBy(guard, other);"),
    LINGERS_WHILE_SOMEBODY_WAITS(
            LingeringModelTest.class,
            "pool.PhysicalConnection",
            "has hung",
            "return !pool.gate.isWanted() || !resume();",
            "return true;"),
    RESUMES_WHAT_IS_BEING_CLAIMED(
            LingeringModelTest.class,
            "pool.PhysicalConnection",
            "= ",
            "return STATE.compareAndSet(this, LINGERING, OWNED);",
            "if (state != LINGERING) {\n            return false;\n        }\n        state = OWNED;\n        return true;"),
    CLAIMS_WHAT_IS_BEING_RESUMED(
            LingeringModelTest.class,
            "pool.PhysicalConnection",
            "= ",
            "return state == LINGERING && STATE.compareAndSet(this, LINGERING, RECLAIMED);",
            "if (state != LINGERING) {\n            return false;\n        }\n        state = RECLAIMED;\n        return true;");

    private final Class<?> model;
    private final String found;
    private final PlantedSource source;

    /**
     * @param model the one that is to find it
     * @param className within this package
     * @param found what the model says
     * @param parts what is right, what is wrong, and so on
     */
    PlantedRace(Class<?> model, String className, String found, String... parts) {
        this.model = model;
        this.found = found;
        this.source = new PlantedSource(
                "sharding-engine", "org.shardingjdbc.engine.internal.execute." + className, List.of(parts));
    }

    Class<?> model() {
        return model;
    }

    String found() {
        return found;
    }

    PlantedSource source() {
        return source;
    }
}
