package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.DeploymentExit;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * By which deployment a session plans and executes while one is left for the next: what has begun by the old one goes
 * on by it, what begins may have to wait. Costs nothing while none is left. One per session.
 *
 * <p>{@code SessionVersionModelTest} runs it in each order of its steps with those of who leaves a deployment.
 */
final class SessionVersion {
    /** The longest that a statement waits; a change of the configuration is decided long before that. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final SessionState state;
    private final SessionTransactions transactions;
    /** How much is under way that is more than one execution; changed by the session's thread. */
    private volatile int stays;

    SessionVersion(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /**
     * The deployment by which something is planned that is to be executed now. Who waits for it hears what stops
     * planning; it waits, too, where it is under way with nothing that the deployment was left for, such as a
     * transaction that has reached no data source: by what is quiet nothing runs any more.
     *
     * @param now the current one, which is left
     * @throws ShardingException when the thread is interrupted, or it waits for too long
     * @throws PlanningWork.PlanningStoppedException when what is planned is cancelled, or its time is over
     */
    Deployment toPlanBy(Deployment now) {
        Deployment current = now;
        long start = System.nanoTime();
        DeploymentExit left = current.exit();
        while (left != null && left.holdsNewcomers() && (left.isQuiet() || !isUnderWay()) && !state.closed) {
            stopIfNobodyWaits();
            if (System.nanoTime() - start > LONGEST_WAIT_NANOS) {
                throw new ShardingException(ErrorCode.VERSION_LEFT);
            }
            try {
                left.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for the next configuration");
            }
            current = state.deployment();
            left = current.exit();
        }
        // what is open by now may have been found just before the next one became current
        return left == null ? current : state.deployment();
    }

    private static void stopIfNobodyWaits() {
        PlanningWork.StopCheck planned = PlanningWork.ofThread().stopCheck();
        if (planned != null) {
            planned.check();
        }
    }

    /** Whether the session has begun what has to end before its deployment is left. */
    private boolean isUnderWay() {
        state.lock.lock();
        try {
            return stays > 0 || transactions.current() != null || state.held.anyReserved();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * An execution has shown itself, on its connections, and its deployment is left.
     *
     * @throws SQLException SHD-7017, when it came too late; then it is to be planned anew
     */
    void requireAdmitted(Deployment left) throws SQLException {
        DeploymentExit exit = left.exit();
        if (exit == null || exit.admits()) {
            return;
        }
        if (transactions.current() != null) {
            for (PhysicalConnection branch : transactions.current().branches()) {
                branch.endBranch(left);
            }
        }
        transactions.leftNothing();
        throw SqlErrors.of(ErrorCode.VERSION_LEFT);
    }

    /**
     * What follows, until {@link #endStay}, is more than one execution, or nothing that shows itself.
     *
     * @return by which deployment it is, for {@link #endStay}
     * @throws SQLException when the session is closed
     */
    Deployment stay() throws SQLException {
        while (true) {
            state.checkOpen();
            Deployment now = state.deployment();
            Deployment current = now.exit() == null ? now : toPlanBy(now);
            if (current.begin()) {
                stays++;
                return current;
            }
        }
    }

    void endStay(Deployment by) {
        stays--;
        by.ended();
    }
}
