package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.execute.Models;

/**
 * An execution begins while its deployment is left, in each order of their steps that the model checker tries: what
 * runs after the last look was refused. Executions show themselves and ask as sessions do.
 */
public class DeploymentExitModelTest {
    private final AtomicInteger shown = new AtomicInteger();
    /** Null before the deployment is left. */
    private volatile DeploymentExit exit;
    /** Whether nothing may run by it. */
    private volatile boolean over;

    /** Returns false where it runs by what nothing runs by any more. */
    @Operation
    public boolean execute() {
        shown.incrementAndGet();
        try {
            DeploymentExit left = exit;
            return left != null && !left.admits() || !over;
        } finally {
            shown.decrementAndGet();
        }
    }

    /** Leaves it, and looks once. */
    @Operation(runOnce = true)
    public boolean replace() throws InterruptedException {
        DeploymentExit left = new DeploymentExit(shown::get, false);
        exit = left;
        over = left.drain(0) == 0;
        left.open();
        return true;
    }

    @Test
    void nothingRunsAfterTheLastLook() {
        LinChecker.check(DeploymentExitModelTest.class, Models.options(4, 200));
    }
}
