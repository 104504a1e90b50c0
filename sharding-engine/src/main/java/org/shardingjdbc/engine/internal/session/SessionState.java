package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.SessionSide;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.LastWrite;

/**
 * What all parts of a session work on: the configuration, what is set on the session, the connections that it holds,
 * and the lock that keeps them whole. One per session.
 */
final class SessionState {
    /** The configurations that follow each other. */
    final Deployments deployments;

    final ReentrantLock lock = new ReentrantLock();
    /** Only to be read; {@link #changed} returns the settings to be written. */
    SessionSettings settings = SessionSettings.NONE;

    final HeldConnections held = new HeldConnections();
    /** How the session's statements pass the fence; null without a registry. */
    final SessionFence fence;
    /** Null until something asks for the side; as long as it is null, the session is on production. */
    SessionSide side;
    /** Whether interceptors of rules surround what is executed now. */
    boolean intercepted;
    /** Whether threads may be in transactions of the application's coordinator. */
    final boolean joining;
    /**
     * Whether a plain read needs nothing of the session but a connection, because the session has not used transactions
     * or sides so far. Once it is false, it stays false, and each read looks at both.
     */
    boolean ordinary;
    // ---- its transaction, as SessionTransactions sets it

    /** Whether statements belong to a transaction that the user ends. Follows from autocommit and BEGIN. */
    boolean open;
    /** The transaction that has begun to do something; null for none. */
    LogicTransaction transaction;
    /** What the statement does that is about to be executed, or was executed last. */
    BranchUse use = BranchUse.READ;

    // ---- what it executes

    /** How many statements run in steps, nested in one another. */
    private int steps;
    /** Whether a definition was executed, which may have made tables that only one connection sees. */
    private boolean defined;

    /** Whether the session may have written since {@link #written}, so that the next read must be told a later time. */
    private boolean writing;

    private LastWrite written = LastWrite.NEVER;
    /** The only connection on which the last execution ran; null where it ran on several, or there was none. */
    PhysicalConnection last;

    /** Whether the session is closed: nothing begins any more. */
    volatile boolean closed;
    /** Whether a thread waits for the lock to close the session: executions then stop waiting for connections. */
    volatile boolean leaving;

    SessionState(Deployments deployments) {
        this.deployments = deployments;
        this.fence = deployments.fence() == null ? null : new SessionFence(deployments);
        this.joining = deployments.mayJoin();
        this.ordinary = !joining;
    }

    /** The threads beside the caller's. */
    Workers workers() {
        return deployments.workers();
    }

    /** The configuration that is current now. */
    Deployment deployment() {
        return deployments.current();
    }

    /** What the databases of the current configuration have in common. */
    Dialect dialect() {
        return deployment().dialect();
    }

    /**
     * Restores the settings after a rollback, on a database whose rollback takes back SET. Connections that still have
     * the newer values are not used again.
     */
    void restore(SessionVariables before) {
        if (before != settings.variables() && dialect().sessions().rollsBackSettings()) {
            changed().variables(before);
            held.drop();
        }
    }

    /** The settings of the session, to be changed. */
    SessionSettings changed() {
        if (settings == SessionSettings.NONE) {
            settings = new SessionSettings();
        }
        return settings;
    }

    /** Whether the session is on production or on its shadow. */
    SessionSide side() {
        if (side == null) {
            side = new SessionSide();
            ordinary = false;
        }
        return side;
    }

    /** From now on executions are steps of a statement. By one thread at a time. */
    void beginSteps() {
        steps++;
    }

    void endSteps() {
        steps--;
    }

    /** Whether the transaction has reached the data source of that connection through it. */
    boolean isBranch(PhysicalConnection connection) {
        return transaction != null && transaction.branches().contains(connection);
    }

    /** An execution of that class begins. */
    void begins(StatementClass statementClass) {
        defined |= statementClass == StatementClass.DEFINITION;
    }

    /**
     * An execution begins. A read is told that all that the session wrote was written before now.
     *
     * @param mayWrite whether the execution may write
     * @param transaction whether a transaction is open, whose writes count when it commits
     * @param alone whether nothing else of the session is being executed
     */
    void begins(boolean mayWrite, boolean transaction, boolean alone) {
        if (mayWrite) {
            writing = true;
        } else if (writing && !transaction) {
            written = LastWrite.now();
            writing = !alone;
        }
    }

    /** When the session wrote last. */
    LastWrite written() {
        return written;
    }

    /**
     * Whether executions must see what other executions of the session did: they are steps, or the session holds locks
     * or has changed definitions.
     */
    boolean isDependent() {
        return steps > 0 || defined || held.pinned().length > 0;
    }

    /** @throws SQLException when the connection is closed */
    void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "connection");
        }
    }
}
