package org.shardingjdbc.engine.internal.execute.pool;

import static org.shardingjdbc.engine.internal.run.Models.scenario;

import java.sql.Connection;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.run.Models;
import org.slf4j.Logger;

/**
 * A connection of a pool is given back while others abort it, as an abort of its session may come late, in each order
 * of their steps that the model checker tries: whoever aborts it does so before its pool may lend it to somebody else,
 * and then its pool throws it away; and it is back once.
 */
public class AbortModelTest {
    private static final Dialect DIALECT = Models.idle(Dialect.class);

    private final ShardPool pool = new ShardPool(0, "ds_0", DIALECT, null, false);
    private final PhysicalConnection connection =
            new PhysicalConnection(pool, Models.answering(Connection.class, this::called), true);
    private volatile boolean aborted;
    /** Whether its pool may lend it to the next one. */
    private volatile boolean lendable;

    private volatile int closed;
    private volatile String defect = "";

    /** It is never closed, as a driver may answer that has not been told of its abort yet. */
    private Object called(String method) {
        if (method.equals("abort")) {
            aborted = true;
            if (lendable) {
                defect = "abort of a connection that may be another session's";
            }
        }
        if (method.equals("close")) {
            closed = closed + 1;
            lendable = !aborted;
        }
        return null;
    }

    @Operation(runOnce = true)
    public void release() {
        connection.release();
    }

    @Operation
    public void abort() {
        connection.abort();
    }

    /** What was aborted is no other's, and it is back once. */
    @Validate
    public void itIsNoOthers() {
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
        if (closed > 1) {
            throw new IllegalStateException("a connection was given back twice");
        }
        if (lendable && aborted) {
            throw new IllegalStateException("abort of a connection that may be another session's");
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        Class<?> model = AbortModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 200)
                        .addCustomScenario(scenario(model, "release", "abort"))
                        .addCustomScenario(scenario(model, "release", "abort abort"))
                        .verifier(Models.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        ConnectionGate.class.getName(), Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void nobodyAbortsWhatMayBeAnothersByThen() {
        check();
    }
}
