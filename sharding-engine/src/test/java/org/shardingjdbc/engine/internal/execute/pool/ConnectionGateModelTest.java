package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;
import org.shardingjdbc.engine.internal.run.Models;

/**
 * Two threads take rights of two and give them back, in each order of their steps that the model checker tries: nobody
 * has one too many, nobody waits for ever, and afterwards all are there; also where one gives up.
 */
public class ConnectionGateModelTest {
    /** What it runs, for who plants races there. */
    public static final Class<?> GATE = ConnectionGate.class;

    private static final int RIGHTS = 2;
    /** Nobody gives up: by the model's clock no time passes. */
    private static final long NEVER = Long.MAX_VALUE / 2;

    /** Over before it begins. */
    private static final ConnectionWait OVER = new ConnectionWait() {
        private final SQLException reason = new SQLException();

        @Override
        protected SQLException reason() {
            return reason;
        }
    };

    private final ConnectionGate gate = new ConnectionGate(RIGHTS, () -> false);
    private final AtomicInteger used = new AtomicInteger();
    private volatile String defect = "";

    /** Takes one, which may have to wait. */
    @Operation
    public void one() throws InterruptedException {
        use(1, false, null);
    }

    /** Takes both. */
    @Operation
    public void both() throws InterruptedException {
        use(RIGHTS, false, null);
    }

    /** Takes one before those who have none. */
    @Operation
    public void oneMore() throws InterruptedException {
        use(1, true, null);
    }

    /** Takes both, or gives up where it would have to wait; which of it, is nobody's. */
    @Operation
    public void bothOrNone() throws InterruptedException {
        use(RIGHTS, false, OVER);
    }

    private void use(int count, boolean holder, ConnectionWait wait) throws InterruptedException {
        if (!gate.acquire(count, holder, NEVER, wait)) {
            if (wait == null) {
                defect = "somebody gave up without a reason";
            }
            return;
        }
        if (used.addAndGet(count) > RIGHTS) {
            defect = "there are more rights than connections";
        }
        used.addAndGet(-count);
        gate.release(count);
    }

    @Validate
    public void allAreThere() {
        if (gate.inUse() < 0) {
            defect = "there are more rights than connections";
        } else if (gate.inUse() > 0) {
            defect = "a right is lost";
        } else if (gate.isWanted()) {
            defect = "somebody is counted who waits no more";
        }
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        LinChecker.check(
                ConnectionGateModelTest.class,
                Models.options(3, 120)
                        .verifier(Models.NothingThrown.class)
                        // used with the lock only
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(ArrayDeque.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void nobodyHasOneTooManyOrWaitsForEver() {
        check();
    }
}
