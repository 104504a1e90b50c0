package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.SideStatements;
import org.shardingjdbc.engine.observe.UnitListener;

/**
 * One connection of an execution and the tasks that run on it, one after the other. The thread that claims it runs it.
 */
public final class ExecutionGroup extends ConnectionRun implements Runnable {
    /** How far a task came. */
    public enum Outcome {
        NOT_TRIED,
        FAILED,
        COMPLETED
    }

    /** What is done on the connection before the first task. */
    @FunctionalInterface
    public interface Preparation {
        /** Does nothing. */
        Preparation NONE = connection -> {};

        void prepare(PhysicalConnection connection) throws SQLException;
    }

    private static final AtomicIntegerFieldUpdater<ExecutionGroup> CLAIMED =
            AtomicIntegerFieldUpdater.newUpdater(ExecutionGroup.class, "claimed");
    private static final int[] FIRST_TASK = {0};

    /** Its connection to the end, which nobody takes from it. */
    private final PhysicalConnection own;

    private final int[] tasks;
    /** Of its first task, which mostly is the only one. */
    private @Nullable Statement first;
    /** Of its tasks; null when there is one. */
    private final @Nullable Statement @Nullable [] statements;

    private final int fetchSize;
    private final boolean streams;
    private final Preparation preparation;
    /** How many tasks were begun, and completed; they run in order. */
    private int begun;

    private int completed;
    private volatile int claimed;
    // the fan-out that it is given to says so, before anybody runs or stops it
    @SuppressWarnings("NullAway.Init")
    private FanOut fanOut;

    private volatile boolean finished;
    /** Null as long as there is none. */
    private volatile @Nullable Throwable error;

    private long nanos;
    /** Null while none executes. */
    private @Nullable Statement executing;

    private boolean reserved;
    private boolean together;
    /** Null for nothing. */
    private @Nullable String opening;

    /**
     * @param tasks at least 1
     * @param fetchSize for its statements; 0 leaves the driver's
     * @param streams whether its results occupy the connection until they are closed
     */
    public ExecutionGroup(
            PhysicalConnection connection, int[] tasks, int fetchSize, boolean streams, Preparation preparation) {
        this.connection = connection;
        this.own = connection;
        this.tasks = tasks;
        this.statements = tasks.length == 1 ? null : new Statement[tasks.length];
        this.fetchSize = fetchSize;
        this.streams = streams;
        this.preparation = preparation;
    }

    /** The group of an execution that has one task. */
    public static ExecutionGroup ofOnlyTask(
            PhysicalConnection connection, int fetchSize, boolean streams, Preparation preparation) {
        return new ExecutionGroup(connection, FIRST_TASK, fetchSize, streams, preparation);
    }

    public PhysicalConnection connection() {
        return own;
    }

    /** Its tasks are one statement; said before it runs. */
    public ExecutionGroup sendTogether() {
        together = true;
        return this;
    }

    /** What is run on its connection before anything else, null for nothing; said before it runs. */
    public void opensWith(@Nullable String sql) {
        opening = sql;
    }

    /** Whether its results occupy the connection until they are closed. */
    public boolean streams() {
        return streams;
    }

    /** From now on its connection is used by nobody else. By the thread of the session. */
    public void reserve(Object by, boolean transaction) {
        own.use(null, by, transaction);
        own.reserve();
        reserved = true;
    }

    /** Others may use its connection too. By the thread of the session. */
    public void share() {
        if (reserved) {
            reserved = false;
            own.unreserve();
        }
    }

    /** Its task at that position. */
    public int task(int position) {
        return tasks[position];
    }

    /** How many tasks it has. */
    public int taskCount() {
        return tasks.length;
    }

    private @Nullable Statement statement(int position) {
        return statements == null ? first : statements[position];
    }

    private void statement(int position, @Nullable Statement statement) {
        if (statements == null) {
            first = statement;
        } else {
            statements[position] = statement;
        }
    }

    /** How far the task at that position came; to be asked when the execution is over. */
    public Outcome outcome(int position) {
        if (position < completed) {
            return Outcome.COMPLETED;
        }
        return position < begun ? Outcome.FAILED : Outcome.NOT_TRIED;
    }

    /** Why it failed; null when it did not. */
    public @Nullable Throwable error() {
        return error;
    }

    void of(FanOut owner) {
        fanOut = owner;
        signal = owner.signal();
    }

    /** Runs its tasks unless another thread does already. */
    @Override
    public void run() {
        if (!CLAIMED.compareAndSet(this, 0, 1)) {
            return;
        }
        long begin = fanOut.isTimed() ? System.nanoTime() : 0;
        try {
            Throwable failure = attempt(own);
            if (failure != null) {
                failed(failure);
            }
        } finally {
            nanos = begin == 0 ? 0 : System.nanoTime() - begin;
            finished = true;
            ended();
            fanOut.groupDone();
        }
    }

    private void failed(Throwable failure) {
        error = failure;
        UnitListener listener = fanOut.listener();
        for (int i = completed; listener != null && i < begun; i++) {
            listener.failed(tasks[i], failure);
        }
        fanOut.failed(failure);
    }

    @Override
    protected boolean hasExecuted() {
        return completed > 0;
    }

    @Override
    protected boolean isLate() {
        return fanOut.isLate();
    }

    @Override
    protected void runStatements(PhysicalConnection on) throws SQLException {
        if (opening != null) {
            SideStatements.run(on.jdbc(), opening);
        }
        preparation.prepare(on);
        ShardWork work = fanOut.work();
        if (together) {
            runTogether(work);
            return;
        }
        UnitListener listener = fanOut.listener();
        for (int i = 0; i < tasks.length && !fanOut.isStopped(); i++) {
            begun = i + 1;
            if (listener != null) {
                listener.began(tasks[i], own.dataSourceName());
            }
            Statement statement = work.open(own, tasks[i]);
            opened(i, statement);
            if (!begin(statement)) {
                return;
            }
            try {
                work.execute(statement, tasks[i]);
                completed = i + 1;
                if (listener != null) {
                    listener.executed(tasks[i], work.changed(tasks[i]), work.roundTrips(tasks[i]));
                }
            } finally {
                end();
            }
        }
    }

    private void runTogether(ShardWork work) throws SQLException {
        begun = tasks.length;
        UnitListener listener = fanOut.listener();
        for (int i = 0; listener != null && i < tasks.length; i++) {
            listener.began(tasks[i], own.dataSourceName());
        }
        Statement statement = work.openTogether(own, tasks);
        opened(0, statement);
        if (!begin(statement)) {
            return;
        }
        try {
            work.executeTogether(statement, tasks);
            completed = tasks.length;
            for (int i = 0; listener != null && i < tasks.length; i++) {
                listener.executed(tasks[i], work.changed(tasks[i]), i == 0 ? 1 : 0);
            }
        } finally {
            end();
        }
    }

    private void opened(int position, Statement statement) throws SQLException {
        statement(position, statement);
        own.fetchSize(statement, fetchSize);
        own.timeout(statement, fanOut.remainingSeconds());
    }

    private boolean begin(Statement statement) {
        hold();
        executing = statement;
        own.sends();
        if (mayGoOn()) {
            return true;
        }
        end();
        return false;
    }

    private void end() {
        hold();
        executing = null;
        mayGoOn();
    }

    @Override
    protected List<Statement> targets() {
        if (executing != null) {
            return List.of(executing);
        }
        List<Statement> targets = new ArrayList<>(1);
        for (int i = 0; i < tasks.length; i++) {
            if (statement(i) != null) {
                targets.add(statement(i));
            }
        }
        return targets;
    }

    /** How long its tasks took, where that is measured; when it is finished. */
    long nanos() {
        return nanos;
    }

    /** Whether a thread runs it, or has run it. */
    boolean isClaimed() {
        return claimed != 0;
    }

    @Override
    protected boolean isFinished() {
        return finished;
    }

    private void close(Statement statement, int position) throws SQLException {
        UnitListener listener = fanOut.listener();
        if (together) {
            fanOut.work().closeTogether(statement, tasks);
        } else {
            fanOut.work().close(statement, tasks[position]);
        }
        for (int i = position; listener != null && i < (together ? tasks.length : position + 1); i++) {
            listener.closed(tasks[i]);
        }
    }

    /** Closes the statements. Returns the first failure, or null; a connection with one is not used again. */
    @Nullable
    SQLException close() {
        // Who aborts the session closes too. Not with the monitor of its cancels: a driver may hang in closing.
        synchronized (own) {
            return closeAll();
        }
    }

    @Override
    protected @Nullable SQLException closeStatements() {
        SQLException failure = null;
        Error broken = null;
        for (int i = tasks.length - 1; i >= 0; i--) {
            Statement statement = statement(i);
            statement(i, null);
            if (statement != null) {
                try {
                    close(statement, i);
                } catch (SQLException e) {
                    failure = failure == null ? e : failure;
                } catch (RuntimeException e) {
                    failure = failure == null ? SqlErrors.unexpected(e) : failure;
                } catch (Error e) {
                    broken = broken == null ? e : broken;
                }
            }
        }
        if (broken != null) {
            throw broken;
        }
        return failure;
    }
}
