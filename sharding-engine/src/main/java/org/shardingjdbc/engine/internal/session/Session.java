package org.shardingjdbc.engine.internal.session;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.SeveralStatements;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.error.WarningChain;
import org.shardingjdbc.engine.internal.execute.deployment.DataSourceCommands;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.observe.Tally;
import org.shardingjdbc.engine.internal.run.ConnectionLender;
import org.shardingjdbc.engine.internal.run.ExecutionListener;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.engine.internal.session.transaction.SessionSide;
import org.shardingjdbc.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state behind a logical connection: its transaction, its settings, its physical connections, its executions.
 *
 * <p><b>Which physical connections a session keeps.</b> In a transaction: one for each data source that the transaction
 * has touched, until the transaction ends. Out of a transaction: none that anybody else needs, so that the pools serve
 * as many logical connections as ask at a moment. One connection of each data source lingers: it is the session's until
 * the session uses it again or its pool reclaims it. But when something is set on the session
 * ({@link SessionSettings}), the session keeps the connections that it prepared, as preparing and undoing cost round
 * trips. A connection whose results are still being read stays with its execution whatever the session does.
 *
 * <p>As JDBC has it, one thread at a time uses a connection; the lock keeps the state whole when several do.
 */
public final class Session {
    private static final Logger LOG = LoggerFactory.getLogger(Session.class);

    private final SessionState state;
    private final ConnectionSupply supply;
    private final SessionRuns runs;
    private final Tally tally;
    /** Null without a registry. */
    private final @Nullable SessionFence fence;

    /** Null until something is planned. */
    private @Nullable SessionPlans plans;
    /** Null until it is asked for. */
    private @Nullable SessionAttributes attributes;
    /** Null until a statement uses user variables. */
    private @Nullable AssignedVariables variables;

    private @Nullable LastKey lastKey;

    /** Null while there are none. */
    private @Nullable WarningChain warnings;
    /** Null when nobody listens to executions. */
    private @Nullable ExecutionListener listener;
    /** Null for those that all sessions have. */
    private @Nullable DataSourceCommands commands;

    public Session(Deployments deployments) {
        this.state = new SessionState(deployments);
        this.supply = new ConnectionSupply(state);
        this.runs = new SessionRuns(state, supply);
        this.tally = deployments.tally();
        this.fence = state.fence;
    }

    /**
     * The transaction in which the session took part is over, and so is the session. By any thread. Throws nothing but
     * an Error, after which the session has no connection any more all the same.
     *
     * @param whole whether all branches ended in the same way; else their connections are not used again
     */
    void over(boolean whole) {
        lockToClose();
        try {
            state.closed = true;
            Throwable unread = runs.closeAll();
            state.held.unfitRunning();
            Closing.all(() -> tell(unread), () -> supply.transactions().over(whole), state.held::giveBackIdle);
        } finally {
            state.lock.unlock();
        }
    }

    private static void tell(@Nullable Throwable unread) {
        if (unread instanceof Error error) {
            throw error;
        }
        if (unread != null) {
            LOG.debug("Rows were open when their transaction ended", unread);
        }
    }

    /** Where statements left values in user variables. */
    public AssignedVariables variables() {
        if (variables == null) {
            variables = new AssignedVariables(state, supply.transactions());
        }
        return variables;
    }

    /** The key that was made last. */
    public LastKey lastKey() {
        if (lastKey == null) {
            lastKey = new LastKey(state, supply.transactions());
        }
        return lastKey;
    }

    /** The configuration that is current now. */
    public Deployment deployment() {
        return state.deployment();
    }

    /** Executes statements about the configuration. */
    public DataSourceCommands commands() {
        DataSourceCommands ofAll = commands == null ? state.deployments.commands() : commands;
        return Objects.requireNonNull(ofAll, "a data source sets them before its first session");
    }

    /** From now on, this session's statements about the configuration are executed by others than all have. */
    public void commands(DataSourceCommands ofSession) {
        commands = ofSession;
    }

    /** What the databases of the current configuration have in common. */
    public Dialect dialect() {
        return deployment().dialect();
    }

    /** Whether executions must see what other executions of the session did. */
    public boolean isDependent() {
        return state.isDependent();
    }

    /**
     * Executes steps that are one statement to the user, by one deployment. Calls may nest. By the session's thread.
     */
    public <T> T inSteps(Steps<T> steps) throws SQLException {
        Deployment by = supply.version().stay();
        state.beginSteps();
        try {
            return steps.run();
        } finally {
            state.endSteps();
            supply.version().endStay(by);
        }
    }

    /**
     * Executes the statements of a batch by one deployment. Where there is a fence, the statements pass it together.
     */
    public <T> T asBatch(Steps<T> statements) throws SQLException {
        if (fence != null) {
            fence.enterWrite();
        }
        Deployment by = supply.version().stay();
        try {
            return statements.run();
        } finally {
            supply.version().endStay(by);
        }
    }

    /**
     * The current plan of a SQL text from the cache; plans nothing.
     *
     * @return null where {@link #plans} must be asked, and where the session is closed
     */
    public @Nullable DeployedPlan kept(String sql) {
        boolean asked = sql != null && !state.closed && !state.settings.elsewhere;
        DeployedPlan kept = asked ? state.deployments.kept(sql) : null;
        boolean ofAll = state.transaction == null || kept != null && hasPlansOfAll(kept.deployment());
        return ofAll ? kept : null;
    }

    /** Whether schemas and definitions are the same for this session, which has a transaction, as for all others. */
    private boolean hasPlansOfAll(Deployment current) {
        return !state.settings.elsewhere && supply.transactions().plansOfOwnDefinitions(current) == null;
    }

    /**
     * Whether {@link SessionPlans#plan(DeployedPlan)} would return the same plan without planning. Always false where
     * there is a fence, as that method must then be called all the same.
     */
    public boolean isCurrent(DeployedPlan plan) {
        Deployment current = state.deployments.current();
        boolean ofAll = state.transaction == null ? !state.settings.elsewhere : hasPlansOfAll(current);
        return fence == null && ofAll && plan.isCurrentOf(current);
    }

    /** Whether the session's statements pass the fence of a registry. */
    public boolean isFenced() {
        return fence != null;
    }

    /** Whether statements are observed or counted now, or have to pass a fence. */
    public boolean isObserved() {
        return fence != null || tally.isObserved();
    }

    /** Executes a statement that passes the fence when it is planned. Called only where there is a fence. */
    public <T> T fenced(Steps<T> statement) throws SQLException {
        return Objects.requireNonNull(fence, "no fence").run(() -> state.transaction, statement::run);
    }

    /**
     * Wraps the rows of one data node so that the application may change them only while {@code read} is the current
     * configuration.
     *
     * @param read the deployment by which the rows were read
     */
    public ResultSet changing(ResultSet rows, Deployment read) {
        return ChangingRows.of(rows, state, supply.transactions(), read);
    }

    /** Makes and finds the session's plans. */
    public SessionPlans plans() {
        if (plans == null) {
            plans = new SessionPlans(state, supply);
        }
        return plans;
    }

    /** Prepares an execution; nothing happens before {@link GroupedRun#execute}. The run must be closed. */
    public GroupedRun start(DeployedPlan deployed, ShardWork work, RunSettings runSettings) {
        return toldOf(new GroupedRun(runs, deployed, work, runSettings));
    }

    private GroupedRun toldOf(GroupedRun run) {
        return listener == null ? run : run.telling(listener.begins(run.deployed(), run.work()));
    }

    /**
     * Sets the listener of all executions from now on. While there is one, each execution is a run in execution groups.
     *
     * @param told null for none
     */
    public void tellTo(@Nullable ExecutionListener told) {
        listener = told;
    }

    /** The listener of executions; null when there is none. */
    public @Nullable ExecutionListener listener() {
        return listener;
    }

    /** Several statements that are one to the user. */
    @FunctionalInterface
    public interface Steps<T> {
        T run() throws SQLException;
    }

    /**
     * Runs several statements of this session so that they succeed or fail as one. In autocommit mode they are a
     * transaction of their own. In the user's transaction a failure undoes them together, or fails the transaction, as
     * one failed statement would.
     */
    public <T> T asOne(Steps<T> steps) throws SQLException {
        return new AsOne(state, supply.transactions()).run(steps);
    }

    /** The transaction around the statements of one text. */
    public TextTransaction textTransaction(SeveralStatements.Unity unity) {
        return new TextTransaction(state, supply.transactions(), unity);
    }

    /**
     * Prepares an execution that makes tables of its own. All its tasks run on one connection, which has the settings
     * of the session, but neither the session's transaction nor its read-only mode. The connection goes back when the
     * run is closed, after the tables were removed.
     *
     * @param removal statements that remove the tables
     */
    public GroupedRun startAside(DeployedPlan deployed, ShardWork work, RunSettings runSettings, List<String> removal) {
        return toldOf(new GroupedRun(runs, deployed, work, runSettings, new GroupedRun.Aside(removal)));
    }

    /** On which side the session is. */
    public SessionSide side() {
        return state.side();
    }

    /**
     * Whether interceptors of rules already surround what the session executes now. Then they do not surround its parts
     * too.
     */
    public boolean isIntercepted() {
        return state.intercepted;
    }

    /** Sets whether interceptors of rules surround what the session executes from now on. */
    public void intercepted(boolean now) {
        state.intercepted = now;
    }

    // ---- connections

    /**
     * Lends a connection of one data source of {@code deployment}, in the transaction where there is one. For metadata
     * and for objects that only a driver can make.
     */
    public ConnectionLease lease(Deployment deployment, int dataSource) throws SQLException {
        return supply.lease(deployment, dataSource);
    }

    /** As {@link #lease}, for a use that may write there. */
    public ConnectionLease leaseToWrite(Deployment deployment, int dataSource) throws SQLException {
        return supply.leaseToWrite(deployment, dataSource);
    }

    /** Catalog, schema, isolation and the other attributes of the connection. */
    public SessionAttributes attributes() {
        if (attributes == null) {
            attributes = new SessionAttributes(state, supply);
        }
        return attributes;
    }

    /** Whether the transaction has not done anything yet; true when there is none. */
    public boolean isUntouched() {
        return state.transaction == null;
    }

    /** Autocommit, commit, rollback, savepoints. */
    public SessionTransactions transactions() {
        return supply.transactions();
    }

    /**
     * Whether a SET statement of the session sets that variable.
     *
     * @param variable in lower case
     */
    public boolean sets(String variable) {
        return state.settings.variables().sets(variable);
    }

    /** Counts what the session's statements do. */
    public Tally tally() {
        return state.deployments.tally();
    }

    /** Counts executions; null while nobody wants to know. */
    public @Nullable Counters counters() {
        return tally().counters();
    }

    /** Lends the session's executions their connections. */
    public ConnectionLender runs() {
        return runs;
    }

    /** Whether the session keeps no connection. */
    boolean noHome() {
        return state.held.noHome();
    }

    // ---- warnings, end

    /**
     * Adds to the warnings of the connection.
     *
     * @param warning made for that
     */
    public void warn(SQLWarning warning) {
        state.lock.lock();
        try {
            if (warnings == null) {
                warnings = new WarningChain();
            }
            warnings.addMade(warning);
        } finally {
            state.lock.unlock();
        }
    }

    public @Nullable SQLWarning warnings() {
        return warnings == null ? null : warnings.first();
    }

    public void clearWarnings() {
        warnings = null;
    }

    public boolean isClosed() {
        return state.closed;
    }

    /**
     * The error in place of a RuntimeException where another thread has closed the session, or its data source,
     * meanwhile: a call may then fail anywhere, as what it uses is gone.
     *
     * @return null where both are open
     */
    public @Nullable SQLException gone(RuntimeException cause) {
        boolean left = state.deployments.areClosed();
        if (!left && !state.closed) {
            return null;
        }
        SQLException told = SqlErrors.of(ErrorCode.CLOSED, left ? "data source" : "connection");
        told.initCause(cause);
        return told;
    }

    /** @throws SQLException when the connection is closed */
    public void checkOpen() throws SQLException {
        if (state.closed) {
            state.checkOpen();
        }
    }

    /** Whether the connections of the session, or else one of the default data source, answer within that time. */
    public boolean isValid(int timeoutSeconds) {
        if (state.closed) {
            return false;
        }
        state.lock.lock();
        try {
            return new Validation(state, supply, timeoutSeconds).isValid();
        } catch (SQLException e) {
            return false;
        } finally {
            state.lock.unlock();
        }
    }

    /** Gives back the broken connections, after {@link #abort}. */
    public void closeAborted() throws SQLException {
        lockToClose();
        try {
            finish();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Closes what a statement has kept on the session's connections, none of which is given back meanwhile. By any
     * thread.
     */
    public void clear(CachedStatements kept) throws SQLException {
        state.lock.lock();
        try {
            kept.clear();
        } finally {
            state.lock.unlock();
        }
    }

    /** Closes executions, rolls back, and gives all connections back. Closing twice changes nothing. */
    public void close() throws SQLException {
        lockToClose();
        try {
            if (state.closed) {
                return;
            }
            state.closed = true;
            finish();
        } finally {
            state.lock.unlock();
        }
    }

    /** Takes the lock. A thread that holds the lock and waits for a connection stops waiting. */
    private void lockToClose() {
        if (!state.lock.tryLock()) {
            state.leaving = true;
            supply.wait.wake();
            state.lock.lock();
        }
    }

    private void finish() throws SQLException {
        Throwable failure = runs.closeAll();
        if (!state.held.all.isEmpty()) {
            state.held.unfitRunning();
        }
        try {
            if (!state.ordinary || fence != null) {
                supply.transactions().endNow(false);
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure = Closing.first(failure, e);
        }
        try {
            state.held.giveBackIdle();
        } catch (Error e) {
            failure = Closing.first(failure, e);
        }
        if (failure != null) {
            Closing.raise(failure);
        }
    }

    /** Breaks everything that runs. By any thread; does not wait for the thread that uses the session. */
    public void abort() {
        state.closed = true;
        supply.wait.wake();
        runs.breakOff();
        state.held.breakOff();
    }
}
