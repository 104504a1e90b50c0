package org.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.ChosenPools;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.Deployments;
import org.shardingjdbc.jdbc.internal.execute.ExecutionGroup;
import org.shardingjdbc.jdbc.internal.execute.ExecutionListener;
import org.shardingjdbc.jdbc.internal.execute.FanOut;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardWork;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.SessionPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * The state behind a logical connection: its transaction, its settings, the physical connections that it has, its
 * executions.
 *
 * <p>Which connections it keeps. In a transaction one for each data source that the transaction has touched, until it
 * ends. Out of a transaction none that anybody else needs, so that the pools serve as many logical connections as ask
 * at a moment: one of each data source lingers, that is, it is the session's until the session uses it again or its
 * pool reclaims it. But when something is set on the session ({@link SessionSettings}) it keeps the connections that it
 * prepared, as preparing and undoing cost round trips. A connection whose results are still being read stays with its
 * execution whatever the session does.
 *
 * <p>As JDBC has it, one thread at a time uses a connection; the lock keeps the state whole when several do.
 */
public final class Session {
    private final Deployments deployments;
    private final ReentrantLock lock = new ReentrantLock();
    private final SessionSettings settings = new SessionSettings();
    private final HeldConnections held = new HeldConnections();
    private final List<Run> runs = new ArrayList<>(2);
    /** Null until it is asked for. */
    private SessionAttributes attributes;

    private final SessionTransactions transactions = new SessionTransactions(this);
    private final SessionPlans plans;
    private final ConnectionSupply supply = new ConnectionSupply(this);
    private volatile boolean closed;
    private SQLWarning warnings;
    /** Null when nobody is told of executions. */
    private ExecutionListener listener;

    public Session(Deployments deployments) {
        this.deployments = deployments;
        this.plans = new SessionPlans(deployments, transactions::plansOfOwnDefinitions, settings);
    }

    /** The configuration that is current now. */
    public Deployment deployment() {
        return deployments.current();
    }

    /** What the databases of the current configuration have in common. */
    public Dialect dialect() {
        return deployment().dialect();
    }

    /**
     * The current plan of a SQL text; ask again for every execution.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan plan(String sql) {
        return plans.plan(sql, NestedPart.WHOLE);
    }

    /**
     * A plan for one execution of a SQL text without parameters.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan planOnce(String sql) {
        return plans.planOnce(sql);
    }

    /** A plan that was made before, when it would be made again, else the current one. */
    public DeployedPlan plan(DeployedPlan before) {
        return plans.plan(before);
    }

    /** Makes and finds its plans. */
    public SessionPlans plans() {
        return plans;
    }

    /** Prepares an execution; nothing happens before {@link ShardRun#execute}. The run must be closed. */
    public ShardRun start(DeployedPlan deployed, ShardWork work, RunSettings runSettings) {
        return toldOf(new ShardRun(this, deployed, work, runSettings));
    }

    private ShardRun toldOf(ShardRun run) {
        return listener == null ? run : run.telling(listener.begins(run.deployed(), run.work()));
    }

    /**
     * Tells somebody of all executions from now on. While somebody listens none takes the shortest way.
     *
     * @param told null for nobody
     */
    public void tellTo(ExecutionListener told) {
        listener = told;
    }

    /** Who is told of executions; null when nobody is. */
    public ExecutionListener listener() {
        return listener;
    }

    /**
     * Executes BEGIN, COMMIT, SAVEPOINT, SET, USE and the like.
     *
     * @param parameters the values of its placeholders, 0-based
     */
    public void execute(SessionPlan plan, Object[] parameters) throws SQLException {
        new SessionStatements(this).execute(plan, parameters);
    }

    /** Several statements that are one to the user. */
    @FunctionalInterface
    public interface Steps<T> {
        T run() throws SQLException;
    }

    /**
     * Runs several statements of this session so that they succeed or fail as one: in autocommit mode as a transaction
     * of their own, else undone together, or with the user's transaction failed, as one failed statement would be.
     */
    public <T> T asOne(Steps<T> steps) throws SQLException {
        return new AsOne(this).run(steps);
    }

    /**
     * Prepares an execution that makes tables of its own: all its tasks run on one connection, which has the settings
     * of the session but neither its transaction nor its being read-only, and which goes back when the run is closed,
     * after the tables were removed.
     *
     * @param removal what removes the tables
     */
    public ShardRun startAside(DeployedPlan deployed, ShardWork work, RunSettings runSettings, List<String> removal) {
        return toldOf(new ShardRun(this, deployed, work, runSettings, new Aside(removal)));
    }

    /**
     * Watches the time where no execution does.
     *
     * @param timeoutSeconds 0 for none
     * @param startNanos when it began, by {@link System#nanoTime()}
     * @param gently what is done when the time is over
     * @param byForce what is done when that did not help
     */
    public Alarm alarm(int timeoutSeconds, long startNanos, Runnable gently, Runnable byForce) {
        return new Alarm(deployments.workers(), timeoutSeconds, startNanos, gently, byForce);
    }

    // ---- executions

    /** Takes what an execution needs. When it throws, nothing is taken. */
    FanOut prepare(ShardRun run, long startNanos) throws SQLException {
        lock.lock();
        try {
            checkOpen();
            Deployment deployment = run.deployed().deployment();
            StatementClass statementClass = run.settings().statementClass();
            if (statementClass == StatementClass.DEFINITION) {
                for (Run other : runs) {
                    other.refuseDefinition();
                }
            }
            transactions.beforeExecution(statementClass, deployment.dialect());
            ExecutionGroup[] groups = groups(run);
            FanOut fanOut = new FanOut(
                    run.work(), groups, deployments.workers(), run.settings().queryTimeoutSeconds(), startNanos);
            if (groups.length > 1 && run.deployed().plan() instanceof ShardPlan plan) {
                fanOut.guidedBy(deployment.props().fanOut(), plan.fanOutTimes());
            }
            for (ExecutionGroup group : groups) {
                group.reserve();
            }
            runs.add(run);
            deployments.log().execution(deployment.props(), run.deployed().sql(), run.work(), groups);
            return fanOut;
        } finally {
            lock.unlock();
        }
    }

    /** Gives an execution of one task its connection. When it throws, nothing is taken. */
    void begin(OneTaskRun run, DeployedPlan deployed, int dataSource, StatementClass statementClass)
            throws SQLException {
        lock.lock();
        try {
            checkOpen();
            transactions.beforeExecution(statementClass, deployed.deployment().dialect());
            run.took(supply.one(ChosenPools.of(deployed, dataSource, statementClass, transactions.state())));
            runs.add(run);
        } finally {
            lock.unlock();
        }
    }

    private ExecutionGroup[] groups(ShardRun run) throws SQLException {
        if (run.aside() != null) {
            return new ExecutionGroup[] {new AsidePreparation(this, run).group()};
        }
        return run.work().size() == 1
                ? new ExecutionGroup[] {RunPreparation.ofOneTask(this, run)}
                : new RunPreparation(this, run).groups();
    }

    /** Gives back what is kept for settings only, when there are none any more. */
    void relax() {
        if (settings.any()) {
            return;
        }
        for (PhysicalConnection home : held.homes().clone()) {
            if (home != null) {
                settle(home);
            }
        }
    }

    /** An execution has run; connections whose results are in memory may be used again. */
    void executed(ExecutionGroup[] groups) {
        lock.lock();
        try {
            for (ExecutionGroup group : groups) {
                if (!group.streams()) {
                    group.share();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** An execution is closed. */
    void end(ShardRun run, ExecutionGroup[] groups) {
        lock.lock();
        try {
            runs.remove(run);
            for (ExecutionGroup group : groups) {
                group.share();
                if (group.streams()) {
                    group.connection().endStream();
                }
                group.connection().endTables();
                group.connection().unuse();
                settle(group.connection());
            }
        } finally {
            lock.unlock();
        }
    }

    /** An execution of one task is closed. Doing it twice changes nothing. */
    void end(OneTaskRun run) {
        lock.lock();
        try {
            PhysicalConnection left = run.leave();
            if (left != null) {
                runs.remove(run);
                settle(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A loan is over. */
    void endUse(PhysicalConnection connection) {
        lock.lock();
        try {
            connection.unuse();
            settle(connection);
        } finally {
            lock.unlock();
        }
    }

    /** Gives a connection back when nothing keeps it. */
    void settle(PhysicalConnection connection) {
        if (connection.inUse() || connection.isReleased()) {
            return;
        }
        if (connection.isPinned()) {
            if (closed || connection.isBroken() || !connection.hasSessionState()) {
                held.giveBack(connection);
            }
            return;
        }
        boolean branch = transactions.isBranch(connection);
        if (!connection.isKept() || closed || !branch && !settings.any()) {
            supply.putAside(connection);
        }
    }

    // ---- connections

    /**
     * A connection of one data source of {@code deployment}, in the transaction where there is one: for metadata and
     * for objects that only a driver can make.
     */
    public ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException {
        lock.lock();
        try {
            checkOpen();
            transactions.checkUsable();
            PhysicalConnection connection = supply.one(deployment.pool(dataSource));
            connection.use();
            return new ConnectionLease(this, connection);
        } finally {
            lock.unlock();
        }
    }

    /** Catalog, schema, isolation and what else is set on a connection. */
    public SessionAttributes attributes() {
        if (attributes == null) {
            attributes = new SessionAttributes(this);
        }
        return attributes;
    }

    /** Autocommit, commit, rollback, savepoints. */
    public SessionTransactions transactions() {
        return transactions;
    }

    Deployments deployments() {
        return deployments;
    }

    ReentrantLock lock() {
        return lock;
    }

    ConnectionSupply supply() {
        return supply;
    }

    HeldConnections held() {
        return held;
    }

    SessionSettings settings() {
        return settings;
    }

    // ---- warnings, end

    /** Adds to the warnings of the connection. */
    public void warn(SQLWarning warning) {
        lock.lock();
        try {
            if (warnings == null) {
                warnings = warning;
            } else {
                warnings.setNextWarning(warning);
            }
        } finally {
            lock.unlock();
        }
    }

    public SQLWarning warnings() {
        return warnings;
    }

    public void clearWarnings() {
        warnings = null;
    }

    public boolean isClosed() {
        return closed;
    }

    /** @throws SQLException when the connection is closed */
    public void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "connection");
        }
    }

    /** Whether the connections that it has, or else one of the default data source, answer within that time. */
    public boolean isValid(int timeoutSeconds) {
        if (closed) {
            return false;
        }
        lock.lock();
        try {
            return new Validation(this, timeoutSeconds).isValid();
        } catch (SQLException e) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** After {@link #abort}: gives back what was broken. */
    public void closeAborted() throws SQLException {
        lock.lock();
        try {
            finish();
        } finally {
            lock.unlock();
        }
    }

    /** Closes executions, rolls back, gives everything back. Doing it twice changes nothing. */
    public void close() throws SQLException {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            finish();
        } finally {
            lock.unlock();
        }
    }

    private void finish() throws SQLException {
        SQLException error = closeRuns();
        try {
            transactions.endNow(false);
        } catch (SQLException e) {
            error = error == null ? e : error;
        }
        held.giveBackIdle();
        if (error != null) {
            throw error;
        }
    }

    private SQLException closeRuns() {
        if (runs.isEmpty()) {
            return null;
        }
        SQLException first = null;
        for (Run run : new ArrayList<>(runs)) {
            try {
                run.close();
            } catch (SQLException e) {
                first = first == null ? e : first;
            }
        }
        return first;
    }

    /** Breaks everything that runs; by any thread, without waiting for the one that uses the session. */
    public void abort() {
        closed = true;
        for (Run run : runs.toArray(new Run[0])) {
            if (run == null) {
                // Just ended.
                continue;
            }
            run.breakOff();
        }
        for (PhysicalConnection[] kept : List.of(held.homes(), held.pinned())) {
            for (PhysicalConnection each : kept) {
                if (each != null) {
                    each.abort();
                }
            }
        }
    }
}
