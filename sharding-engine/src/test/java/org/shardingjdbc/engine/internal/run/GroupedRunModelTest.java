package org.shardingjdbc.engine.internal.run;

import static org.shardingjdbc.engine.internal.run.Models.scenarioAfter;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.session.transaction.StatementSavepoints;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.slf4j.Logger;

/**
 * An execution on two connections, one of which a worker may take over, while others cancel it, break it off or close
 * it, or while one of its groups fails, in each order of their steps that the model checker tries: whoever is in a
 * driver is told of what stops the execution; nothing is cancelled, closed or given back while it is closed, or while a
 * driver is at work there; what was stopped is not taken for complete; and all that was opened is closed, once. Runs,
 * fan-outs and groups are the real ones; sessions, work and drivers are of the test.
 */
public class GroupedRunModelTest {
    private static final int GROUPS = 2;
    private static final Dialect DIALECT = Models.idle(Dialect.class);
    /** {@link #work} does what a worker does. */
    private static final Workers NO_WORKERS = Models.noWorkers();

    private final Shard[] shards = {new Shard(), new Shard()};
    private final Session session = new Session();
    /** Made by {@link #begin}. */
    private GroupedRun run;
    /** Which of its groups fails; -1 for none. */
    private volatile int failing = -1;
    /** Whether a driver ended because it was told to. */
    private volatile boolean ended;
    /** Whether what stops it has been said to all. */
    private volatile boolean stopped;
    /** Whether somebody has closed it from beside. */
    private volatile boolean closed;

    private volatile String defect = "";

    /** One connection, as its driver and its pool see it. */
    private final class Shard {
        private final Statement statement =
                Models.answering(Statement.class, method -> method.equals("cancel") ? cancelled() : null);
        private final PhysicalConnection connection = new PhysicalConnection(
                new ShardPool(0, "ds_0", DIALECT, null, false),
                Models.answering(Connection.class, method -> switch (method) {
                    case "abort" -> aborted();
                    case "close" -> givenBack();
                    default -> null;
                }),
                true);
        private volatile boolean open;
        private volatile boolean busy;
        private volatile boolean told;
        private volatile boolean broken;
        private volatile boolean back;

        private Object cancelled() {
            told = true;
            if (!open && !broken) {
                defect = "cancel of a statement that is closed";
            }
            return null;
        }

        private Object aborted() {
            broken = true;
            return null;
        }

        private Object givenBack() {
            if (back) {
                defect = "a connection was given back twice";
            }
            if ((open || busy) && !broken) {
                defect = "a connection was given back while it was used";
            }
            back = true;
            return null;
        }
    }

    /** What is executed on both. */
    private final class Work implements ShardWork {
        @Override
        public int size() {
            return GROUPS;
        }

        @Override
        public int dataSource(int task) {
            return task;
        }

        @Override
        public String sql(int task) {
            return "SELECT 1";
        }

        @Override
        public Statement open(PhysicalConnection connection, int task) {
            shards[task].open = true;
            return shards[task].statement;
        }

        @Override
        public void execute(Statement statement, int task) throws SQLException {
            Shard shard = shards[task];
            shard.busy = true;
            if (failing == task) {
                shard.busy = false;
                throw new SQLException("failed");
            }
            // It is in the driver, which ends by itself only when it is told to.
            if (stopped && !shard.told && !shard.broken) {
                defect = "what stops it was not heard";
            }
            if (shard.told) {
                ended = true;
            }
            shard.busy = false;
        }

        @Override
        public void close(Statement statement, int task) {
            Shard shard = shards[task];
            if (!shard.open) {
                defect = "closed twice";
            }
            if (shard.busy && !shard.broken) {
                defect = "closed while a driver was at work";
            }
            shard.open = false;
        }
    }

    /** What lends the connections. */
    private final class Session implements ConnectionLender {
        private volatile FanOut running;

        @Override
        public synchronized FanOut prepare(GroupedRun of, long startNanos) {
            ExecutionGroup[] groups = new ExecutionGroup[GROUPS];
            for (int i = 0; i < GROUPS; i++) {
                groups[i] = new ExecutionGroup(
                        shards[i].connection, new int[] {i}, 0, false, ExecutionGroup.Preparation.NONE);
                groups[i].reserve(GroupedRunModelTest.class, false);
            }
            FanOut fanOut = new FanOut(of.work(), groups, NO_WORKERS, 0, startNanos);
            of.took(fanOut);
            running = fanOut;
            return fanOut;
        }

        @Override
        public void executed(ExecutionGroup[] groups) {
            for (ExecutionGroup group : groups) {
                group.share();
            }
        }

        @Override
        public synchronized void end(GroupedRun of) {
            for (ExecutionGroup group : of.handBack()) {
                group.share();
                group.connection().unuse(null, List.of());
                group.connection().release();
            }
        }

        @Override
        public SQLException whyClosed() {
            return new SQLException("closed");
        }

        @Override
        public void wake() {
            // it waits for no connection
        }

        @Override
        public boolean lend(Run.OfOneUnit borrower, DeployedPlan deployed, int dataSource) {
            throw new IllegalStateException();
        }

        @Override
        public void end(Run.OfOneUnit borrower) {
            throw new IllegalStateException();
        }

        @Override
        public void failed(DeployedPlan deployed, PhysicalConnection on, boolean executed, Throwable cause) {
            throw new IllegalStateException();
        }

        @Override
        public boolean failed(
                DeployedPlan deployed,
                ExecutionGroup[] groups,
                StatementSavepoints points,
                boolean whole,
                Throwable cause) {
            throw new IllegalStateException();
        }

        @Override
        public void failedAside(Throwable cause) {
            throw new IllegalStateException();
        }

        @Override
        public void redefined(Deployment deployment) {
            throw new IllegalStateException();
        }

        @Override
        public Workers workers() {
            return NO_WORKERS;
        }
    }

    /** Comes before all. */
    @Operation(nonParallelGroup = "session")
    public void begin() {
        run = new GroupedRun(session, null, new Work(), Models.unseen(RunSettings.class));
    }

    /** Executes; what was returned is read until it is closed. */
    @Operation(nonParallelGroup = "session", runOnce = true)
    public void execute() throws SQLException {
        try {
            run.execute();
        } catch (SQLException e) {
            requireClosed();
            return;
        }
        if (ended || failing >= 0) {
            defect = "what was stopped was taken for complete";
        }
    }

    /** As {@link #execute}, of which the first group fails. */
    @Operation(nonParallelGroup = "session", runOnce = true)
    public void executeFirstFails() throws SQLException {
        failing = 0;
        execute();
    }

    /** As {@link #execute}, of which the group fails that a worker may run. */
    @Operation(nonParallelGroup = "session", runOnce = true)
    public void executeOtherFails() throws SQLException {
        failing = 1;
        execute();
    }

    private void requireClosed() {
        for (Shard shard : shards) {
            if (shard.open || shard.busy || shard.connection.isReserved()) {
                defect = "something is left";
            }
        }
    }

    /** What a worker does that was asked, or the clock that found it late. */
    @Operation(runOnce = true)
    public void work() {
        FanOut now = session.running;
        // it is asked while that runs, and may come late
        if (now != null && Models.isRunning(now)) {
            now.groups()[1].run();
            if (failing == 1) {
                stopped = true;
            }
        }
    }

    @Operation(runOnce = true)
    public void cancel() throws SQLException {
        run.cancel();
        if (session.running != null) {
            stopped = true;
        }
    }

    @Operation(runOnce = true)
    public void closeByAnother() throws SQLException {
        run.close();
        closed = true;
    }

    /** As who aborts the session. */
    @Operation(runOnce = true)
    public void breakOff() {
        run.breakOff();
    }

    /** All that was lent is back, where it was closed. */
    @Validate
    public void allIsBack() throws SQLException {
        if (!closed) {
            run.close();
        }
        requireClosed();
        for (Shard shard : shards) {
            if (session.running != null && !shard.back) {
                defect = "a connection is not back";
            }
        }
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() throws SQLException {
        Models.unseen(RunSettings.class, RunSettings.update(StatementClass.READ, 0));
        GroupedRunModelTest first = new GroupedRunModelTest();
        first.begin();
        first.executeOtherFails();
        first.allIsBack();
        Class<?> model = GroupedRunModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 40)
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "work"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "cancel"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "closeByAnother"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "breakOff closeByAnother"))
                        .addCustomScenario(scenarioAfter(model, "begin", "executeFirstFails", "work"))
                        .addCustomScenario(scenarioAfter(model, "begin", "executeOtherFails", "work"))
                        .addCustomScenario(scenarioAfter(model, "begin", "execute", "work", "cancel"))
                        .addCustomScenario(scenarioAfter(model, "begin", "executeFirstFails", "work", "closeByAnother"))
                        .verifier(Models.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        ShardPool.class.getName(),
                                        Workers.class.getName(),
                                        SqlErrors.class.getName(),
                                        Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void groupsEndTogetherAndAreClosedOnce() throws SQLException {
        check();
    }
}
