package org.shardingjdbc.engine.internal.execute.pool;

import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.Models;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * A configuration brings other limits for a pool while somebody switches its data source off, in each order of their
 * steps that the model checker tries: neither loses what the other one said.
 */
public class PoolGuardModelTest {
    private static final Dialect DIALECT = Models.idle(Dialect.class);
    /** Held, so that the checker has its class ready before it runs anything. */
    private static final ErrorCode WHY = ErrorCode.DATA_SOURCE_DISABLED;

    private final DataSourceGuard limits = Models.idle(DataSourceGuard.class);
    private final ShardPool pool = new ShardPool(0, "ds_0", DIALECT, null, false);

    @Operation(runOnce = true)
    public void limit() {
        pool.ruledBy(limits);
    }

    @Operation(runOnce = true)
    public void switchOff() {
        pool.switchedOff(WHY);
    }

    /** What both said holds. */
    @Validate
    public void nothingIsLost() {
        if (pool.ruled() != limits || !(pool.guard() instanceof SwitchedGuard)) {
            throw new IllegalStateException("what the other one said is lost");
        }
    }

    /** Throws what is wrong. */
    public static void check() {
        // what is initialized while it runs would hang
        PoolGuardModelTest first = new PoolGuardModelTest();
        first.limit();
        first.switchOff();
        first.nothingIsLost();
        LinChecker.check(
                PoolGuardModelTest.class,
                Models.options(0, 200)
                        .verifier(Models.NothingThrown.class)
                        .addCustomScenario(Models.scenario(PoolGuardModelTest.class, "limit", "switchOff")));
    }

    @Test
    void neitherLosesWhatTheOtherOneSaid() {
        check();
    }
}
