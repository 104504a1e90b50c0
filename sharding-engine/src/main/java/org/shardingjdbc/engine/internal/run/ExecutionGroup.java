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
 * One connection of an execution and the tasks that run on it, one after the other. The thread that claims the group
 * runs it. One per connection and execution.
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

    /** The group's connection to the end; nobody takes it from the group. */
    private final PhysicalConnection own;

    private final int[] tasks;
    /** The statement of the first task, which mostly is the only task. */
    private @Nullable Statement first;
    /** The statements of the tasks; null when there is one task. */
    private final @Nullable Statement @Nullable [] statements;

    private final int fetchSize;
    private final boolean streams;
    private final Preparation preparation;
    /** How many tasks were begun, and completed; they run in order. */
    private int begun;

    private int completed;
    private volatile int claimed;
    // set by the fan-out that gets the group, before anybody runs or stops the group
    @SuppressWarnings("NullAway.Init")
    private FanOut fanOut;

    private volatile boolean finished;
    /** Why the group failed; null as long as it has not. */
    private volatile @Nullable Throwable error;

    private long nanos;
    /** The statement that executes now; null while none does. */
    private @Nullable Statement executing;

    private boolean reserved;
    private boolean together;
    /** What runs on the connection before anything else; null for nothing. */
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

    /** Sends all tasks as one statement. Called before the group runs. */
    public ExecutionGroup sendTogether() {
        together = true;
        return this;
    }

    /** Sets what runs on the connection before anything else, null for nothing. Called before the group runs. */
    public void opensWith(@Nullable String sql) {
        opening = sql;
    }

    /** Whether the group's results occupy the connection until they are closed. */
    public boolean streams() {
        return streams;
    }

    /** Reserves the connection: nobody else uses it from now on. By the thread of the session. */
    public void reserve(Object by, boolean transaction) {
        own.use(null, by, transaction);
        own.reserve();
        reserved = true;
    }

    /** Lets others use the connection too. By the thread of the session. */
    public void share() {
        if (reserved) {
            reserved = false;
            own.unreserve();
        }
    }

    /** The task at that position. */
    public int task(int position) {
        return tasks[position];
    }

    /** How many tasks the group has. */
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

    /** How far the task at that position came. Asked when the execution is over. */
    public Outcome outcome(int position) {
        if (position < completed) {
            return Outcome.COMPLETED;
        }
        return position < begun ? Outcome.FAILED : Outcome.NOT_TRIED;
    }

    /** Why the group failed; null when it did not. */
    public @Nullable Throwable error() {
        return error;
    }

    void of(FanOut owner) {
        fanOut = owner;
        signal = owner.signal();
    }

    /** Runs the tasks, unless another thread runs them already or has run them. */
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
            awaitBreakOff();
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

    /** How long the tasks took, in nanoseconds; 0 where that is not measured. Asked when the group is finished. */
    long nanos() {
        return nanos;
    }

    /** Whether a thread runs the group, or has run it. */
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
        // A thread that aborts the session closes too. Not the monitor of cancels: a driver may hang in closing.
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
