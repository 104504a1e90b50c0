package org.shardingjdbc.engine.internal.execute.pool;

import static org.shardingjdbc.engine.internal.run.Models.scenario;

import java.sql.SQLException;
import java.util.ArrayDeque;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;
import org.shardingjdbc.engine.internal.run.Models;

/**
 * A session waits for the only connection of a pool, at the gate or in the pool itself, while others end what it waits
 * for, give the connection back, or come too late, in each order of their steps that the model checker tries. Who is
 * called while he waits, or just before, waits no longer; nobody's wait ends without a reason; who gives up has taken
 * nothing; and an interrupt reaches the session in the pool and nowhere else. A thread that the model parks may wake by
 * itself: that it is unparked is a matter of {@link ConnectionWaitTest}.
 */
public class ConnectionWaitModelTest {
    /** By the model's clock no time passes. */
    private static final long NEVER = Long.MAX_VALUE / 2;

    private static final SQLException CANCELLED = new SQLException("cancelled");
    private static final SQLException INTERRUPTED = new SQLException("interrupted");
    /** How often it is looked for an interrupt, each time after a step at which another thread may go on. */
    private static final int LOOKS = 3;

    private final ConnectionGate gate = new ConnectionGate(1, () -> false);
    private final SessionsWait wait = new SessionsWait();
    private volatile String defect = "";

    /** Why the execution that has begun last is not to go on; null as long as it may. */
    private volatile SQLException why;
    /** The execution that has begun last, or will first; from 1. */
    private volatile int begun = 1;
    /** Whether a wait has begun; used by the session only. */
    private boolean waited;
    /** The execution of which somebody has ended the wait who is done with it. */
    private volatile int ended;

    private volatile boolean givenBack;

    private final class SessionsWait extends ConnectionWait {
        @Override
        protected SQLException reason() {
            return why;
        }
    }

    /** Another session has the connection. */
    public ConnectionWaitModelTest() {
        if (!gate.tryAcquire(1, false)) {
            defect = "the gate is closed";
        }
    }

    /** Waits at the gate until somebody ends that or gives the connection back, of which one is to come. */
    @Operation(nonParallelGroup = "session")
    public void atTheGate() throws InterruptedException {
        begin();
        wasAtTheGate(gate.acquire(1, false, NEVER, wait));
        endsUninterrupted();
    }

    /** Its time at the gate is over at once. */
    @Operation(nonParallelGroup = "session")
    public void brieflyAtTheGate() throws InterruptedException {
        begin();
        if (gate.acquire(1, false, System.nanoTime(), wait)) {
            wasAtTheGate(true);
        }
        endsUninterrupted();
    }

    private void wasAtTheGate(boolean acquired) {
        if (!acquired) {
            if (why == null) {
                defect = "a wait ended without a reason";
            }
            return;
        }
        if (!givenBack) {
            defect = "two have one connection";
        }
        gate.release(1);
    }

    /** Waits as in a pool that has a connection after a while. */
    @Operation(nonParallelGroup = "session")
    public void inThePool() {
        begin();
        try {
            wait.interruptibly(this::await);
        } catch (SQLException e) {
            if (e != CANCELLED || !wait.isEnd(e)) {
                defect = "a wait was interrupted without a reason";
            }
        }
        endsUninterrupted();
    }

    private String await() throws SQLException {
        for (int look = 0; look < LOOKS; look++) {
            boolean over = ended == begun;
            if (Thread.currentThread().isInterrupted()) {
                // which a pool leaves on, too
                throw INTERRUPTED;
            }
            if (over) {
                defect = "who ended a wait was not heard";
            }
        }
        return "connection";
    }

    /** What stopped the execution before stops this one no more. */
    private void begin() {
        if (waited) {
            why = null;
            begun = begun + 1;
        } else {
            // what is left of a run in which the checker saw a loop, and broke it off to begin anew
            Thread.interrupted();
        }
        waited = true;
    }

    private void endsUninterrupted() {
        for (int look = 0; look < LOOKS; look++) {
            if (begun > 0 && Thread.interrupted()) {
                defect = "an interrupt came where nobody waits in a pool";
            }
        }
    }

    /** Ends what the session waits for. */
    @Operation
    public void cancel() {
        int during = begun;
        why = CANCELLED;
        wait.wake();
        ended = during;
    }

    /** Who has the connection gives it back. */
    @Operation(runOnce = true)
    public void giveBack() {
        givenBack = true;
        gate.release(1);
    }

    /** Nothing is taken that nobody has, and nobody waits. */
    @Validate
    public void nothingIsLeft() {
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
        if (gate.inUse() != (givenBack ? 0 : 1)) {
            throw new IllegalStateException("who gave up has taken something");
        }
        if (gate.isWanted()) {
            throw new IllegalStateException("somebody is counted who waits no more");
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        Class<?> model = ConnectionWaitModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 100)
                        .addCustomScenario(scenario(model, "inThePool", "cancel"))
                        .addCustomScenario(scenario(model, "inThePool inThePool", "cancel cancel"))
                        .addCustomScenario(scenario(model, "inThePool", "cancel", "cancel"))
                        .addCustomScenario(scenario(model, "inThePool brieflyAtTheGate", "cancel giveBack"))
                        .addCustomScenario(scenario(model, "atTheGate", "cancel"))
                        .addCustomScenario(scenario(model, "atTheGate", "giveBack"))
                        .addCustomScenario(scenario(model, "atTheGate", "cancel", "giveBack"))
                        .addCustomScenario(scenario(model, "brieflyAtTheGate", "giveBack"))
                        .verifier(Models.NothingThrown.class)
                        // used with the lock only
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(ArrayDeque.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void whoeverIsCalledWaitsNoLonger() {
        check();
    }
}
