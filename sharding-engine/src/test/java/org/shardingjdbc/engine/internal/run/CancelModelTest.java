package org.shardingjdbc.engine.internal.run;

import static org.shardingjdbc.engine.internal.run.Models.scenario;
import static org.shardingjdbc.engine.internal.run.Models.scenarioBefore;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.slf4j.Logger;

/**
 * Executions of one statement, one after the other, as {@link ConnectionRun.Single} runs and closes them, while others
 * cancel them or break their connection off, in each order of their steps that the model checker tries. Whoever is in
 * the driver is told of a cancel that came during his execution; nothing is cancelled that is closed or that nobody
 * stopped; one cancel ends one execution; no connection is broken off for a cancel that whoever is told of its failure
 * has found sound; and none is aborted, for whatever reason, that its pool has back as sound, as it may be another
 * session's by then. Who closes from beside ends what runs, and nothing is closed or given back twice, or while a
 * driver is at work there; and something closes what was closed from beside, be it who ran it or who closed it. Only
 * what takes, executes and closes is of the test.
 */
public class CancelModelTest {
    private static final Dialect DIALECT = Models.idle(Dialect.class);
    /** What they would do later is done by {@link #cancelAndBreakOff}. */
    private static final Workers NO_WORKERS = Models.noWorkers();

    /** More executions than a scenario has. */
    private static final int MOST = 4;

    private final Run run = new Run();
    private volatile String defect = "";

    /** The execution that has begun, from 1. */
    private volatile int begun;
    /** The execution during which a cancel began that has returned. */
    private volatile int cancelled;
    /** Whether it was closed from beside, as a statement or a session is: nothing begins from then on. */
    private volatile boolean closed;

    /** Whether another thread closes what the execution returned. */
    private volatile boolean helped;

    /** Whether somebody breaks off what runs, whatever it is and whatever it has been told. */
    private volatile boolean brokenOff;

    /** What one execution is lent, as its driver and who has it afterwards see it. */
    private final class Lent {
        private final int number;
        private final Statement statement;
        private final PhysicalConnection connection;

        private volatile boolean open;
        private volatile boolean told;
        private volatile boolean broken;
        /** Whether its driver was told to end while it executed. */
        private boolean ended;
        /** Whether a driver is at work on it. */
        private volatile boolean busy;
        /** Whether a driver closes its statement. */
        private volatile boolean closing;
        /** Whether who was told of a failure took it for sound. */
        private volatile boolean trusted;
        /** How often its pool has it back. */
        private volatile int closed;
        /** Whether its pool may lend it to another session. */
        private volatile boolean lendable;

        Lent(int number) {
            this.number = number;
            this.statement = Models.answering(Statement.class, method -> method.equals("cancel") ? cancelled() : null);
            Connection jdbc = Models.answering(Connection.class, method -> switch (method) {
                case "abort" -> aborted();
                case "close" -> backInItsPool();
                default -> null;
            });
            this.connection = new PhysicalConnection(new ShardPool(0, "ds_0", DIALECT, null, false), jdbc, true);
        }

        /**
         * It is closed under its driver once it is marked as broken off: nobody waits for the abort, which may hang.
         */
        boolean isWithADriver() {
            return busy && !connection.isBroken();
        }

        private Object cancelled() {
            told = true;
            if (!open && !broken) {
                defect = "cancel of a statement that is closed";
            }
            // one that is broken off is not waited for: what it stopped may be over
            if (!broken && number == begun && !run.signal.isStopped()) {
                defect = "cancel of a statement that nobody stopped";
            }
            return null;
        }

        private Object aborted() {
            broken = true;
            if (lendable) {
                defect = "abort of a connection that may be another session's";
            }
            if (trusted && !brokenOff) {
                defect = "abort of a connection that was taken for sound";
            }
            return null;
        }

        private Object backInItsPool() {
            closed = closed + 1;
            if (closed > 1) {
                defect = "a connection was given back twice";
            }
            // whoever has aborted it before, be it its pool itself, keeps it from the next one
            lendable = !broken;
            return null;
        }
    }

    /** What a statement does on one unit ({@code OneUnitRun}), on a driver that notes what it is told. */
    private final class Run extends ConnectionRun.Single {
        private final Lent[] all = new Lent[MOST + 1];
        private Throwable thrown;
        private boolean refused;

        Run() {
            for (int number = 1; number <= MOST; number++) {
                all[number] = new Lent(number);
            }
        }

        private Lent lent() {
            return all[begun];
        }

        /** @param late whether the connection is refused that it took, as where its session was closed meanwhile */
        void execute(boolean late) {
            if (closed) {
                return;
            }
            refused = late;
            try {
                run();
                if (lent().ended) {
                    defect = "what was stopped was taken for complete";
                }
                close();
            } catch (SQLException e) {
                if (e == thrown) {
                    defect = "one cancel ended two executions";
                }
                thrown = e;
            }
            // whoever closes along with it may still be at it, where the connection is broken off
            if (!helped && (connection != null || lent().open) || isExecuting()) {
                defect = "something is left";
            }
        }

        /** Executes, and leaves open what that returned. */
        void executeAndRead() {
            if (closed) {
                return;
            }
            try {
                run();
            } catch (SQLException e) {
                thrown = e;
            }
        }

        boolean isOpen() {
            return connection != null || begun > 0 && lent().open;
        }

        @Override
        protected void takeConnection() throws SQLException {
            begun = begun + 1;
            took(lent().connection);
            // a session lists it, and then looks whether it was closed meanwhile
            if (refused || closed) {
                throw new SQLException("refused");
            }
        }

        @Override
        protected void runStatements(PhysicalConnection on) {
            lent().open = true;
            lent().busy = true;
            boolean goesOn = mayGoOn();
            // It is in the driver, which ends by itself only when it is told to.
            if (goesOn && cancelled == begun && !lent().told && !lent().broken) {
                defect = "a cancel was forgotten";
            }
            lent().ended = lent().told;
            lent().busy = false;
        }

        @Override
        protected SQLException closeStatements() {
            Lent closed = lent();
            if (closed.isWithADriver()) {
                defect = "closed while a driver was at work";
            }
            if (closed.closing && !closed.connection.isBroken()) {
                defect = "closed by two threads at a time";
            }
            closed.closing = true;
            closed.open = false;
            closed.closing = false;
            return null;
        }

        @Override
        protected void failed(PhysicalConnection on, Throwable failure, Throwable cause) {
            if (lent().open || on != lent().connection) {
                defect = "a failure was told while its statement was open, or without its connection";
            }
            lent().trusted = !on.isBroken();
        }

        @Override
        protected SQLException whyClosed() {
            return new SQLException("closed");
        }

        @Override
        protected void giveConnectionBack() {
            // as with the lock of its session
            synchronized (all) {
                giveBack();
            }
        }

        private void giveBack() {
            if (lent().isWithADriver()) {
                defect = "given back while a driver was at work";
            }
            if (lent().closing && !lent().connection.isBroken()) {
                defect = "given back while its statement was being closed";
            }
            if (lent().open) {
                defect = "a connection was given back while its statement was open";
            }
            PhysicalConnection left = handBack();
            if (left != null) {
                left.release();
            }
        }

        @Override
        protected List<Statement> targets() {
            return lent().open ? List.of(lent().statement) : List.of();
        }

        @Override
        public Workers workers() {
            return NO_WORKERS;
        }
    }

    /** One thread executes. */
    @Operation(nonParallelGroup = "execution")
    public String execute() {
        run.execute(false);
        return defect;
    }

    @Operation(nonParallelGroup = "execution")
    public String executeInVain() {
        run.execute(true);
        return defect;
    }

    /** What it returned is not closed by who executed it. */
    public String executeAndRead() {
        run.executeAndRead();
        return defect;
    }

    /** When both have come back. */
    public String nothingIsOpen() {
        if (closed && run.isOpen()) {
            defect = "what was closed from beside is still open";
        }
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

    /** Whatever runs now, if something does: as an alarm does, whose own statement may be over by then. */
    @Operation
    public String breakOff() {
        brokenOff = true;
        run.breakOff();
        return defect;
    }

    /** One thread closes from beside. */
    @Operation
    public String closeByAnother() throws SQLException {
        closed = true;
        helped = true;
        run.close();
        return defect;
    }

    /** As who ends a transaction closes what is read in it, with the lock of the session, which goes on. */
    @Operation
    public String closeWhatIsOpen() throws SQLException {
        helped = true;
        synchronized (run.all) {
            run.close();
        }
        return defect;
    }

    /** As a thread that reads the rows closes them while another one executes the statement once more. */
    @Operation
    public String closeRows() throws SQLException {
        helped = true;
        run.close();
        return defect;
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        Class<?> model = CancelModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 200)
                        .addCustomScenario(scenario(model, "execute", "cancelAndBreakOff"))
                        .addCustomScenario(scenario(model, "execute", "cancel"))
                        .addCustomScenario(scenario(model, "execute execute", "cancel"))
                        .addCustomScenario(scenario(model, "executeInVain execute", "cancelAndBreakOff cancel"))
                        .addCustomScenario(scenario(model, "execute", "closeByAnother"))
                        .addCustomScenario(scenarioBefore(model, "nothingIsOpen", "executeAndRead", "closeByAnother"))
                        .addCustomScenario(scenario(model, "execute execute", "closeWhatIsOpen"))
                        .addCustomScenario(scenario(model, "execute", "closeByAnother", "closeWhatIsOpen"))
                        .addCustomScenario(scenario(model, "execute execute", "closeRows"))
                        .addCustomScenario(scenario(model, "execute execute", "closeRows", "cancel"))
                        .addCustomScenario(scenario(model, "execute execute", "breakOff"))
                        .addCustomScenario(scenario(model, "execute execute", "breakOff closeByAnother"))
                        .addCustomScenario(scenario(model, "execute execute", "breakOff", "cancel"))
                        .addCustomScenario(scenario(model, "execute", "closeByAnother", "cancel"))
                        .addCustomScenario(scenario(model, "execute", "closeByAnother", "cancelAndBreakOff"))
                        .addCustomScenario(scenario(model, "execute", "breakOff closeByAnother", "cancel"))
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        ShardPool.class.getName(), Workers.class.getName(), Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void cancelsReachTheExecutionDuringWhichTheyCome() {
        check();
    }
}
