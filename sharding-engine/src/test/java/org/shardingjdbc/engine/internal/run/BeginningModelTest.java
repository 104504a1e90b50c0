package org.shardingjdbc.engine.internal.run;

import static org.shardingjdbc.engine.internal.run.Models.scenario;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.slf4j.Logger;

/**
 * Statements of a transaction that begins on a connection whose driver sends its beginning along with a statement,
 * while others cancel them, break them off, close them or fail beside them, and while time passes, in each order of
 * these steps that the model checker tries. No cancel strikes the beginning when the statement behind it may write, as
 * that would run outside of the transaction; a cancel that is put off comes later, or what it was for is over; and no
 * cancel strikes another statement than the one that was stopped, on this connection or when its pool has lent that to
 * another session. Runs, fan-outs, groups and connections are the real ones; the session, the driver and the clock are
 * of the test.
 */
public class BeginningModelTest {
    /** After which all is done that was put off. */
    private static final long LONG_MILLIS = 4 * CancelTimes.GRACE_MILLIS;
    /** Nothing else than {@code drivers} is asked for. */
    private static final Drivers DRIVERS = (Drivers) Proxy.newProxyInstance(
            BeginningModelTest.class.getClassLoader(),
            new Class<?>[] {Drivers.class},
            (self, method, arguments) -> method.getName().equals("beginsAlongWithStatement")
                    ? Boolean.TRUE
                    : method.getReturnType() == boolean.class
                            ? Boolean.FALSE
                            : method.getReturnType() == int.class ? Integer.valueOf(0) : null);

    private static final Object SESSIONS = Models.idle(Dialect.class).sessions();
    private static final Dialect DIALECT = (Dialect) Proxy.newProxyInstance(
            BeginningModelTest.class.getClassLoader(),
            new Class<?>[] {Dialect.class},
            (self, method, arguments) -> switch (method.getName()) {
                case "drivers" -> DRIVERS;
                case "sessions" -> SESSIONS;
                // the checker itself compares what it shows
                default -> method.getReturnType() == boolean.class ? false : null;
            });

    private static final HandClock CLOCK = new HandClock();

    private final Shard shard = new Shard();
    private final Shard sibling = new Shard();
    private final OneStatement first = new OneStatement();
    private final OneStatement second = new OneStatement();
    /** On both connections; null until it runs. */
    private volatile FanOut both;

    private volatile String defect = "";

    /** All begins at midnight. */
    public BeginningModelTest() {
        CLOCK.begins();
    }

    /** One that the model itself winds. What it runs would run on threads of its own. */
    private static final class HandClock extends Workers {
        private static final int MOST = 64;

        private volatile Later[] later = {};
        private volatile int count;
        private volatile long passedMillis;
        /** When the statement was sent that the clock of the model is read for. */
        private volatile long sentMillis;

        HandClock() {
            super("model", 0, WorkerThreads.AUTO);
            super.close();
        }

        void begins() {
            later = new Later[MOST];
            count = 0;
            passedMillis = 0;
            sentMillis = 0;
        }

        /** The time of the checker stands still. */
        @Override
        public long nanoTime() {
            return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(passedMillis - sentMillis);
        }

        @Override
        public synchronized Later runAfter(long delayMillis, Runnable task) {
            Later made = new Later(passedMillis + delayMillis, task);
            later[count] = made;
            count = count + 1;
            return made;
        }

        void passes(long millis) {
            long end = passedMillis + millis;
            for (Later due = next(end); due != null; due = next(end)) {
                due.task.run();
            }
        }

        /** The next that is due until then, at its time; null for none, and then it is that late. */
        private synchronized Later next(long end) {
            Later found = null;
            for (int i = 0; i < count; i++) {
                Later each = later[i];
                if (!each.done && each.dueMillis <= end && (found == null || each.dueMillis < found.dueMillis)) {
                    found = each;
                }
            }
            passedMillis = Math.max(passedMillis, found == null ? end : found.dueMillis);
            if (found != null) {
                found.done = true;
            }
            return found;
        }
    }

    /** A connection, as its driver, its server and its pool see it. */
    private final class Shard {
        private final PhysicalConnection connection = new PhysicalConnection(
                new ShardPool(0, "ds_0", DIALECT, null, false),
                (Connection) Proxy.newProxyInstance(
                        BeginningModelTest.class.getClassLoader(),
                        new Class<?>[] {Connection.class},
                        (self, method, arguments) -> switch (method.getName()) {
                            case "abort" -> aborted();
                            case "close" -> givenBack();
                            default -> method.getReturnType() == boolean.class ? false : null;
                        }),
                true);
        /** Whose statement the server executes, or is about to; null for nobody's. */
        private volatile Object executing;
        /** Whether what executes begins the transaction. */
        private volatile boolean begins;
        /** Whether a cancel has struck that beginning. */
        private volatile boolean struck;
        /** Whether the transaction has begun. */
        private volatile boolean begun;
        /** Whether what executes was told to end. */
        private volatile boolean told;

        private volatile boolean broken;
        private volatile boolean lendable;

        Shard() {
            connection.joined();
        }

        /** A statement is about to be sent, along with the beginning of the transaction where that has not begun. */
        void sends(Object owner) {
            told = false;
            struck = false;
            begins = !begun;
            executing = owner;
            CLOCK.sentMillis = CLOCK.passedMillis;
        }

        /** What was sent has returned, or was not sent. */
        void idle() {
            executing = null;
            begins = false;
        }

        /** @param stops of what is executed */
        void execute(boolean writes, Stops stops) throws SQLException {
            if (stops.isStopped() && !told && !broken) {
                // the driver ends by itself only when it is told to
                CLOCK.passes(LONG_MILLIS);
                if (!told && !broken) {
                    defect = "a cancel was forgotten";
                }
            }
            idle();
            begun = begun || !struck;
            if (struck && writes && !broken) {
                defect = "a statement wrote outside of its transaction";
            }
            if (told || broken) {
                throw new SQLException("cancelled by the database");
            }
        }

        Object cancelled(Object owner) {
            if (lendable) {
                defect = "a cancel struck another session";
            }
            Object struckNow = executing;
            if (struckNow != null && struckNow != owner && !broken) {
                defect = "a cancel struck another statement";
            }
            if (begins && CLOCK.passedMillis - CLOCK.sentMillis < CancelTimes.BEGINS_MILLIS) {
                struck = true;
            }
            told = true;
            return null;
        }

        private Object aborted() {
            broken = true;
            return null;
        }

        private Object givenBack() {
            lendable = !broken;
            return null;
        }
    }

    /** The executions of one statement, from 1, and of which it has been said to all that it is to end. */
    private static final class Stops {
        private volatile int begun;
        private volatile int stopped;

        boolean isStopped() {
            return begun > 0 && stopped == begun;
        }
    }

    private static Statement statement(Shard on, Object owner) {
        return (Statement) Proxy.newProxyInstance(
                BeginningModelTest.class.getClassLoader(),
                new Class<?>[] {Statement.class},
                (self, method, arguments) -> method.getName().equals("cancel")
                        ? on.cancelled(owner)
                        // the checker itself compares what it shows
                        : method.getName().equals("equals") ? self == arguments[0] : null);
    }

    /** A statement on one unit, as {@code OneUnitRun} does it. */
    private class OneStatement extends ConnectionRun.Single {
        private final Statement statement = statement(shard, this);
        private final Stops stops = new Stops();
        private volatile boolean open;
        private boolean writes;

        void execute(boolean mayWrite) {
            writes = mayWrite;
            try {
                run();
                close();
            } catch (SQLException e) {
                // as it was stopped; its transaction goes on
            }
        }

        @Override
        protected void takeConnection() {
            stops.begun = stops.begun + 1;
            if (writes) {
                shard.connection.aboutToWrite();
            }
            shard.connection.use(this, BeginningModelTest.class, true);
        }

        @Override
        protected void runStatements(PhysicalConnection on) throws SQLException {
            open = true;
            shard.sends(this);
            on.sends();
            if (!mayGoOn()) {
                Closing.raise(signal.reason());
            }
            isSent();
            shard.execute(writes, stops);
        }

        void isSent() {}

        @Override
        protected List<Statement> targets() {
            return open ? List.of(statement) : List.of();
        }

        @Override
        protected SQLException closeStatements() {
            open = false;
            shard.idle();
            return null;
        }

        @Override
        protected void giveConnectionBack() {
            synchronized (shard) {
                PhysicalConnection left = handBack();
                if (left != null) {
                    left.unuse(this, List.of());
                }
            }
        }

        @Override
        protected void failed(PhysicalConnection on, Throwable failure, Throwable cause) {
            // its transaction goes on
        }

        @Override
        protected SQLException whyClosed() {
            return new SQLException("closed");
        }

        @Override
        public Workers workers() {
            return CLOCK;
        }
    }

    /** What writes on both connections at once. */
    private final class Work implements ShardWork {
        private final Stops stops = new Stops();

        @Override
        public int size() {
            return 2;
        }

        @Override
        public int dataSource(int task) {
            return task;
        }

        @Override
        public String sql(int task) {
            return "UPDATE";
        }

        @Override
        public Statement open(PhysicalConnection connection, int task) {
            if (task == 0) {
                shard.sends(this);
            }
            return statement(task == 0 ? shard : sibling, this);
        }

        @Override
        public void execute(Statement statement, int task) throws SQLException {
            if (task == 1) {
                throw new SQLException("failed");
            }
            shard.execute(true, stops);
        }

        @Override
        public void close(Statement statement, int task) {
            if (task == 0) {
                shard.idle();
            }
        }
    }

    /** Cancels itself in the middle of what it does. */
    private final class CancelsItself extends OneStatement {
        @Override
        void isSent() {
            BeginningModelTest.cancel(this);
        }
    }

    private final Work work = new Work();

    // ---- what the session does

    @Operation(nonParallelGroup = "session")
    public void read() {
        first.execute(false);
    }

    @Operation(nonParallelGroup = "session")
    public void write() {
        first.execute(true);
    }

    @Operation(nonParallelGroup = "session")
    public void writeNext() {
        second.execute(true);
    }

    /** Writes on two connections, of which the other one fails. */
    @Operation(nonParallelGroup = "session", runOnce = true)
    public void writeOnBoth() {
        ExecutionGroup[] groups = {group(shard, 0), group(sibling, 1)};
        FanOut made = new FanOut(work, groups, CLOCK, 0, System.nanoTime());
        made.guidedBy(FanOutMode.SEQUENTIAL, null);
        work.stops.begun = 1;
        both = made;
        try {
            made.run();
            defect = "what failed was taken for complete";
        } catch (SQLException e) {
            // the other one
        }
        made.close();
        for (ExecutionGroup group : groups) {
            group.share();
            group.connection().unuse(null, List.of());
        }
    }

    private ExecutionGroup group(Shard on, int task) {
        on.connection.aboutToWrite();
        ExecutionGroup group =
                new ExecutionGroup(on.connection, new int[] {task}, 0, false, ExecutionGroup.Preparation.NONE);
        group.reserve(BeginningModelTest.class, true);
        return group;
    }

    /** Its transaction is over; the pool may lend the connection to others. */
    @Operation(nonParallelGroup = "session", runOnce = true)
    public void end() {
        shard.connection.endBranch();
        shard.connection.release();
    }

    // ---- what others do

    /** By a user, or as the time is over. */
    @Operation
    public void cancel() {
        cancel(first);
    }

    @Operation
    public void cancelNext() {
        cancel(second);
    }

    private static void cancel(OneStatement statement) {
        int during = statement.stops.begun;
        if (statement.signal.stop(new SQLException("cancelled"))) {
            statement.stops.stopped = during;
        }
    }

    /** What a worker does: the group of the other connection, which fails. */
    @Operation(runOnce = true)
    public void siblingFails() {
        FanOut now = both;
        // it is asked while that runs, and may come late
        if (now != null && Models.isRunning(now)) {
            now.groups()[1].run();
            work.stops.stopped = work.stops.begun;
        }
    }

    @Operation
    public void breakOff() {
        first.breakOff();
    }

    @Operation
    public void closeByAnother() throws SQLException {
        first.close();
    }

    /** As long as it takes until a cancel that was put off is due. */
    @Operation(nonParallelGroup = "clock")
    public void timePasses() {
        CLOCK.passes(CancelTimes.BEGINS_MILLIS);
    }

    /** All that was put off is done in the end, and nothing is left. */
    @Validate
    public void nothingIsWrong() {
        CLOCK.passes(LONG_MILLIS);
        if (shard.connection.isReserved() || first.connection != null || second.connection != null) {
            defect = "something is left";
        }
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        // what is initialized while it runs would hang
        BeginningModelTest first = new BeginningModelTest();
        first.write();
        OneStatement stopped = first.new CancelsItself();
        stopped.execute(true);
        first.writeOnBoth();
        first.end();
        first.nothingIsWrong();
        Class<?> model = BeginningModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 100)
                        .addCustomScenario(scenario(model, "write", "cancel"))
                        .addCustomScenario(scenario(model, "write", "cancel timePasses"))
                        .addCustomScenario(scenario(model, "write", "cancel", "timePasses"))
                        .addCustomScenario(scenario(model, "write writeNext end", "cancel timePasses"))
                        .addCustomScenario(scenario(model, "read writeNext", "cancel cancelNext"))
                        .addCustomScenario(scenario(model, "write write", "cancel cancel"))
                        .addCustomScenario(scenario(model, "write writeNext", "cancel", "breakOff"))
                        .addCustomScenario(scenario(model, "write writeNext", "closeByAnother", "timePasses"))
                        .addCustomScenario(scenario(model, "writeOnBoth", "siblingFails"))
                        .addCustomScenario(scenario(model, "writeOnBoth writeNext", "siblingFails timePasses"))
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
    void noCancelStrikesWhatBeginsATransactionOrAnotherStatement() {
        check();
    }
}
