package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
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
    /** To be read; {@link #changed} is to be written. */
    SessionSettings settings = SessionSettings.NONE;

    final HeldConnections held = new HeldConnections();
    /** How its statements pass the fence; null without a registry. */
    final SessionFence fence;
    /** Null until something asks on which side it is; then on production as long as it is not told otherwise. */
    SessionSide side;
    /** Whether rules stand around what is executed now. */
    boolean intercepted;
    /** Whether threads may be in transactions of the application's coordinator. */
    final boolean joining;
    /**
     * Whether a plain read asks nothing of the session but a connection: it has not had to do with transactions or with
     * sides so far. False for good from then on, when each read looks at both.
     */
    boolean ordinary;
    /** How many statements run in steps, one within the other. */
    private int steps;
    /** Whether definitions changed, which may have made tables that only one connection knows. */
    private boolean defined;

    /** Whether something may have written that no later read was told of. */
    private boolean writing;

    private LastWrite written = LastWrite.NEVER;
    /** The only connection on which the last execution ran; null where there were several, or none was. */
    PhysicalConnection last;

    /** Whether nothing begins any more. */
    volatile boolean closed;
    /** Whether a thread waits for the lock to close the session: its executions wait for connections no more. */
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
     * After a rollback on a database that takes back SET: connections that still have the newer values are not used
     * again.
     */
    void restore(SessionVariables before) {
        if (before != settings.variables() && dialect().sessions().rollsBackSettings()) {
            changed().variables(before);
            held.drop();
        }
    }

    /** What is set on the session, to be changed. */
    SessionSettings changed() {
        if (settings == SessionSettings.NONE) {
            settings = new SessionSettings();
        }
        return settings;
    }

    /** Whether it is on production or on its shadow. */
    SessionSide side() {
        if (side == null) {
            side = new SessionSide();
            ordinary = false;
        }
        return side;
    }

    /** From now on executions are steps of a statement; one thread at a time. */
    void beginSteps() {
        steps++;
    }

    void endSteps() {
        steps--;
    }

    /** An execution of that class begins. */
    void begins(StatementClass statementClass) {
        defined |= statementClass == StatementClass.DEFINITION;
    }

    /**
     * An execution begins: of a read, what the session wrote before it is before now.
     *
     * @param transaction whether a transaction is open, which writes when it commits
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

    /** When the session wrote. */
    LastWrite written() {
        return written;
    }

    /**
     * Whether executions must see what others of the session did: they are steps, it holds locks, or it changed
     * definitions.
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
