package org.shardingjdbc.engine.internal.execute.pool;

import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.Models;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.DataSourceGuard;

/**
 * A configuration brings other limits for a pool while somebody switches its data source off, in each order of their
 * steps that the model checker tries: neither loses what the other one said.
 */
public class PoolGuardModelTest {
    private static final Dialect DIALECT = Models.idle(Dialect.class);

    private final DataSourceGuard limits = Models.idle(DataSourceGuard.class);
    private final ShardPool pool = new ShardPool(0, "ds_0", DIALECT, null, false);

    /** Returns whether the limits hold afterwards. */
    @Operation
    public boolean limit() {
        pool.ruledBy(limits);
        return pool.ruled() == limits;
    }

    /** Returns whether it is off afterwards. */
    @Operation
    public boolean switchOff() {
        pool.switchedOff(ErrorCode.DATA_SOURCE_DISABLED);
        return pool.guard() instanceof SwitchedGuard;
    }

    /** Throws what is wrong. */
    public static void check() {
        LinChecker.check(
                PoolGuardModelTest.class,
                Models.options(0, 200)
                        .addCustomScenario(Models.scenario(PoolGuardModelTest.class, "limit", "switchOff")));
    }

    @Test
    void neitherLosesWhatTheOtherOneSaid() {
        check();
    }
}
