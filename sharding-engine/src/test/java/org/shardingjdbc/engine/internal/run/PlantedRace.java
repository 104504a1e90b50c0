package org.shardingjdbc.engine.internal.run;

import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.DeploymentExit;
import org.shardingjdbc.engine.internal.execute.pool.AbortModelTest;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGateModelTest;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionWaitModelTest;
import org.shardingjdbc.engine.internal.execute.pool.LingeringModelTest;
import org.shardingjdbc.engine.internal.execute.pool.LingeringTimerModelTest;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.PoolGuardModelTest;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.LateFanOuts;
import org.shardingjdbc.engine.internal.execute.worker.LateFanOutsModelTest;
import org.shardingjdbc.engine.internal.session.SessionVersionModelTest;
import org.shardingjdbc.testkit.defect.PlantedSource;

/** A deliberate fault: steps of a class without a lock, taken in an order in which another thread may come between. */
enum PlantedRace {
    LOOKS_BEFORE_IT_IS_SEEN(
            CancelModelTest.class,
            ConnectionRun.class,
            "a cancel was forgotten",
            "        state = OPEN;\n        return signal.reason == null;",
            "        boolean goesOn = signal.reason == null;\n        state = OPEN;\n        return goesOn;"),
    CLOSES_DURING_A_CANCEL(
            CancelModelTest.class,
            ConnectionRun.class,
            "of a statement that is closed",
            "            if (found < CLOSED) {\n                awaitCancel();",
            "            if (found < CLOSED) {\n                state = CLOSED;",
            "                    super.awaitCancel();\n                    continue;",
            "                    return true;"),
    CANCELS_THE_NEXT_EXECUTION(
            CancelModelTest.class,
            ConnectionRun.class,
            "of a statement that nobody stopped",
            "on = signal.isStopped() && !targets()",
            "on = !targets()"),
    GIVES_BACK_DURING_A_BREAK_OFF(
            CancelModelTest.class,
            ConnectionRun.class,
            "abort of a connection that was taken for sound",
            "        if (signal.isStopped()) {\n            synchronized (this) {",
            "        if (false) {\n            synchronized (this) {"),
    CLOSES_WHILE_IT_RUNS(
            CancelModelTest.class,
            ConnectionRun.class,
            "while a driver was at work",
            "if (!over && isLeftToIt()) {",
            "if (false) {"),
    CLOSES_WHAT_ANOTHER_CLOSES(
            CancelModelTest.class,
            ConnectionRun.class,
            "= ",
            "if (!STATE.compareAndSet(this, OPEN, CLOSING)) {",
            "if (false) {"),
    BEGINS_WHILE_ANOTHER_GIVES_BACK(
            CancelModelTest.class, ConnectionRun.class, "= ", "                await(RETURNING);\n", ""),
    ENDS_WITHOUT_HEARING_WHO_CLOSED(
            CancelModelTest.class,
            StopSignal.class,
            "what was closed from beside is still open",
            "return reason == null && PHASE.compareAndSet(this, RUNNING, OVER) && reason == null;",
            "boolean well = reason == null;\n            phase = OVER;\n            return well;"),
    CLOSES_WHAT_HAS_ENDED_AS_IF_IT_RAN(
            CancelModelTest.class,
            StopSignal.class,
            "what was closed from beside is still open",
            "return PHASE.compareAndSet(this, RUNNING, LEFT) || phase != OVER;",
            "PHASE.compareAndSet(this, RUNNING, LEFT);\n            return true;"),
    SENDS_A_BEGINNING_THAT_MAY_BE_CANCELLED(
            BeginningModelTest.class,
            ExecutionGroup.class,
            "a statement wrote outside of its transaction",
            "        own.sends();\n        if (mayGoOn()) {",
            "        boolean goesOn = mayGoOn();\n        own.sends();\n        if (goesOn) {"),
    FORGETS_A_CANCEL_THAT_WAITS(
            BeginningModelTest.class,
            ConnectionRun.class,
            "a cancel was forgotten",
            "if (signal.clock().runAfter(waitMillis, () -> cancel(why)) == null) {",
            "if (signal.clock().runAfter(waitMillis, () -> {}) == null) {",
            "        if (signal.stopsRunning(why) && !isFinished() && cancelWaitsMillis() == 0) {\n            cancel(why);",
            "        if (signal.stopsRunning(why) && false) {\n            cancel(why);",
            "on = signal.stopsRunning(why) && !isFinished() ? connection : null;",
            "on = null;"),
    TAKES_WHAT_FAILED_FOR_BEGUN(
            BeginningModelTest.class,
            PhysicalConnection.class,
            "a statement wrote outside of its transaction",
            "return begins != null && begins.failed() && ",
            "return begins != null && "),
    ABORTS_WHAT_IS_BEING_GIVEN_BACK(
            AbortModelTest.class,
            PhysicalConnection.class,
            "abort of a connection that may be another session's",
            "if (!FATE.compareAndSet(this, OPEN, ABORTED) && fate == GIVEN_BACK) {",
            "if (fate == GIVEN_BACK) {"),
    GIVES_BACK_WHAT_IS_BEING_ABORTED(
            AbortModelTest.class,
            PhysicalConnection.class,
            "abort of a connection that may be another session's",
            "(isBroken() || !FATE.compareAndSet(this, OPEN, GIVEN_BACK))",
            "isBroken()"),
    LOOKS_BEFORE_IT_SAYS_THAT_IT_IS_CLOSED(
            GroupedRunModelTest.class,
            GroupedRun.class,
            "= ",
            "        closed = true;\n        FanOut finished = fanOut;\n        if (executing && isLeftToIt(finished)) {",
            "        FanOut finished = fanOut;\n        boolean left = executing && isLeftToIt(finished);\n"
                    + "        closed = true;\n        if (left) {"),
    PLANS_BY_WHAT_IS_QUIET(
            SessionVersionModelTest.class,
            SessionVersionModelTest.VERSION,
            "refused twice",
            "(left.isQuiet() || !isUnderWay())",
            "!isUnderWay()"),
    PLANS_BY_WHAT_WAS_CURRENT(
            SessionVersionModelTest.class,
            SessionVersionModelTest.VERSION,
            "refused twice",
            "return left == null ? current : state.deployment();",
            "return current;"),
    ADMITS_AFTER_THE_LAST_LOOK(
            SessionVersionModelTest.class,
            DeploymentExit.class,
            "allIsBack",
            "        synchronized (this) {\n            return !quiet;\n        }",
            "        return true;"),
    STOPS_WHILE_SOMEBODY_COMES(
            LateFanOutsModelTest.class,
            LateFanOuts.class,
            "no timer",
            "        if (isAnyThere()) {\n            start();\n        }",
            ""),
    TAKES_WHAT_WAS_TAKEN_MEANWHILE(
            ConnectionGateModelTest.class,
            ConnectionGateModelTest.GATE,
            Models.HANGS,
            "if (free.compareAndSet(now, now - count)) {",
            "if (free.get() >= count) {\n                free.set(now - count);"),
    COUNTS_WAITERS_TOO_LATE(
            ConnectionGateModelTest.class,
            ConnectionGateModelTest.GATE,
            Models.HANGS,
            "            // What was given back before we were counted would wake nobody else.\n            serve();",
            ""),
    LOSES_WHAT_COMES_WHEN_IT_GIVES_UP(
            ConnectionGateModelTest.class,
            ConnectionGateModelTest.GATE,
            "a right is lost",
            "waiter.granted || !leave(waiter, holder)",
            "waiter.granted || !leave(waiter, holder) && wait == null"),
    FORGETS_WHO_CALLED_BEFORE(
            ConnectionWaitModelTest.class,
            ConnectionGateModelTest.GATE,
            "who ended a wait was not heard",
            "now == CALLED || PLACE.compareAndSet(this, APART, CALLED)",
            "now == CALLED || now == APART"),
    LEAVES_BEFORE_IT_IS_STRUCK(
            ConnectionWaitModelTest.class,
            ConnectionGateModelTest.GATE,
            "= ",
            "if (place == INTERRUPTED) {",
            "if (place >= STRUCK) {"),
    INTERRUPTS_WITHOUT_A_REASON(
            ConnectionWaitModelTest.class,
            ConnectionGateModelTest.GATE,
            "a wait was interrupted without a reason",
            "boolean over = reason() != null;",
            "boolean over = true;"),
    WAITS_ON_WHEN_IT_IS_OVER(
            ConnectionWaitModelTest.class,
            ConnectionGateModelTest.GATE,
            Models.HANGS,
            "if (left <= 0 || wait != null && wait.isOver()) {",
            "if (left <= 0) {"),
    LOSES_WHAT_IS_SWITCHED_OFF(
            PoolGuardModelTest.class,
            ShardPool.class,
            "what the other one said is lost",
            "        synchronized (guarding) {\n            guard = SwitchedGuard.ruledBy(guard, other);\n        }",
            "        guard = SwitchedGuard.ruledBy(guard, other);"),
    LINGERS_WHILE_SOMEBODY_WAITS(
            LingeringModelTest.class,
            PhysicalConnection.class,
            Models.HANGS,
            "return !pool.gate.isWanted() || !resume();",
            "return true;"),
    RESUMES_WHAT_IS_BEING_CLAIMED(
            LingeringModelTest.class,
            PhysicalConnection.class,
            "= ",
            "return STATE.compareAndSet(this, LINGERING, OWNED);",
            "if (state != LINGERING) {\n            return false;\n        }\n        state = OWNED;\n        return true;"),
    CLAIMS_WHAT_IS_BEING_RESUMED(
            LingeringModelTest.class,
            PhysicalConnection.class,
            "= ",
            "return state == LINGERING && STATE.compareAndSet(this, LINGERING, RECLAIMED);",
            "if (state != LINGERING) {\n            return false;\n        }\n        state = RECLAIMED;\n        return true;"),
    ENDS_THE_TIMER_WHILE_SOMETHING_COMES(
            LingeringTimerModelTest.class,
            ConnectionGateModelTest.GATE,
            "no timer",
            "                    if (!isEmpty()) {\n                        start();\n                    }",
            "");

    private final Class<?> model;
    private final String found;
    private final PlantedSource source;

    /**
     * @param model the one that is to find it
     * @param changed what is made wrong
     * @param found what the model says: the property that does not hold
     * @param parts what is right, what is wrong, and so on
     */
    PlantedRace(Class<?> model, Class<?> changed, String found, String... parts) {
        this.model = model;
        this.found = found;
        this.source = new PlantedSource("sharding-engine", changed.getName(), List.of(parts));
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
