package org.shardingjdbc.engine.internal.execute;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.slf4j.Logger;

/**
 * Executions of one statement, one after the other, while others cancel them or break their connection off, in each
 * order of their steps that the model checker tries. Whoever is in the driver is told of a cancel that came during his
 * execution, and nothing is cancelled that is closed.
 */
public class CancelModelTest {
    private static final Dialect DIALECT = idle(Dialect.class);
    /** Closed, so that they run nothing later: what they would do later is done by {@link #cancelAndBreakOff}. */
    private static final Workers NO_WORKERS = new Workers("model", 0, WorkerThreads.AUTO);

    static {
        NO_WORKERS.close();
    }

    /** One that knows nothing: the checker cannot look through real dialects, whose parts are records. */
    private static <T> T idle(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    Class<?> answer = method.getReturnType();
                    return answer == boolean.class
                            ? Boolean.FALSE
                            : answer == int.class ? Integer.valueOf(0) : answer.isInterface() ? idle(answer) : null;
                }));
    }

    private final Run run = new Run();
    private volatile String defect = "";

    /** The execution that has begun, from 1. */
    private volatile int begun;
    /** The execution during which a cancel began that has returned. */
    private volatile int cancelled;

    /** What a statement does on one unit ({@code OneUnitRun}), on a driver that notes what it is told. */
    private final class Run extends ConnectionRun implements StopSignal.Target {
        private final Statement statement = (Statement) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Statement.class},
                (self, method, arguments) -> sent(method));
        private final Connection jdbc = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> method.getName().equals("abort")
                        ? broken()
                        : method.getReturnType() == boolean.class ? false : null);

        private final PhysicalConnection physical =
                new PhysicalConnection(new ShardPool(0, "ds_0", DIALECT, null, false), jdbc, false);

        private volatile boolean open;

        private volatile boolean broken;
        private volatile boolean told;

        Run() {
            signal = new StopSignal(this);
        }

        void execute(int number) {
            signal.beginsAnew();
            begun = number;
            told = false;
            broken = false;
            connection = physical;
            attempt();
            if (signal.ends()) {
                ended();
            }
            closeAll();
            connection = null;
        }

        @Override
        protected void runStatements() {
            open = true;
            boolean goesOn = mayGoOn();
            // It is in the driver, which ends by itself only when it is told to.
            if (goesOn && cancelled == begun && !told && !broken) {
                defect = "a cancel was forgotten";
            }
        }

        private Object sent(Method method) {
            told = true;
            if (!open && !broken) {
                defect = method.getName() + " of a statement that is closed";
            }
            return null;
        }

        private Object broken() {
            broken = true;
            return null;
        }

        @Override
        protected SQLException closeStatements() {
            open = false;
            return null;
        }

        @Override
        protected List<Statement> targets() {
            return open ? List.of(statement) : List.of();
        }

        @Override
        public ConnectionRun[] parts() {
            return new ConnectionRun[] {this};
        }

        @Override
        public Workers workers() {
            return NO_WORKERS;
        }
    }

    /** One thread executes. */
    @Operation(nonParallelGroup = "execution")
    public String execute() {
        run.execute(begun + 1);
        return defect;
    }

    @Operation
    public String cancel() {
        int during = begun;
        if (run.signal.stop(new SQLException("cancelled"))) {
            cancelled = during;
        }
        return defect;
    }

    /** What follows when the driver does not answer a cancel in time. */
    @Operation
    public String cancelAndBreakOff() {
        SQLException why = new SQLException("cancelled");
        if (run.signal.stop(why)) {
            run.breakOffRunning(why);
        }
        return defect;
    }

    @Test
    void cancelsReachTheExecutionDuringWhichTheyCome() {
        LinChecker.check(
                CancelModelTest.class,
                new ModelCheckingOptions()
                        .threads(2)
                        .actorsPerThread(2)
                        .actorsBefore(0)
                        .actorsAfter(0)
                        .iterations(4)
                        .invocationsPerIteration(80)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        PhysicalConnection.class.getName(),
                                        ShardPool.class.getName(),
                                        Workers.class.getName(),
                                        Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }
}
