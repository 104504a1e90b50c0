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
 * Decides by which deployment a session plans and executes while one deployment is left for the next. What has begun by
 * the old one goes on by it; what begins may have to wait. Costs nothing while no deployment is left. One per session.
 *
 * <p>{@code SessionVersionModelTest} runs it in each order of its steps with those of a thread that leaves a
 * deployment.
 */
final class SessionVersion {
    /** The longest that a statement waits. A change of the configuration is decided long before that. */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final SessionState state;
    private final SessionTransactions transactions;
    /**
     * How many stays are open, that is, uses of one deployment by more than one execution. Changed by the session's
     * thread.
     */
    private volatile int stays;

    SessionVersion(SessionState state, SessionTransactions transactions) {
        this.state = state;
        this.transactions = transactions;
    }

    /**
     * The deployment by which something is planned that is to be executed now. May wait for the next deployment; the
     * wait notices what stops planning. A session also waits while it has begun nothing for which the deployment was
     * kept, as a transaction that has reached no data source: by a quiet deployment nothing runs any more.
     *
     * @param now the current deployment, which is left
     * @throws ShardingException when the thread is interrupted, or waits for too long
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
        // the deployment may have been read just before the next one became current
        return left == null ? current : state.deployment();
    }

    private static void stopIfNobodyWaits() {
        PlanningWork.StopCheck planned = PlanningWork.ofThread().stopCheck();
        if (planned != null) {
            planned.check();
        }
    }

    /** Whether the session has begun something that has to end before its deployment is left. */
    private boolean isUnderWay() {
        state.lock.lock();
        try {
            return stays > 0 || transactions.current() != null || state.held.anyReserved();
        } finally {
            state.lock.unlock();
        }
    }

    /**
     * Checks that an execution, which is registered on its connections by now, may run by a deployment that is left.
     *
     * @throws SQLException SHD-7017, when the execution came too late; it must be planned anew
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
     * Begins a stay: until {@link #endStay}, several executions use one deployment, or something that is registered on
     * no connection does.
     *
     * @return the deployment, for {@link #endStay}
     * @throws SQLException when the session is closed
     */
    Deployment stay() throws SQLException {
        while (true) {
            state.checkOpen();
            Deployment now = state.deployment();
            Deployment current = now.exit() == null ? now : toPlanBy(now);
            if (current.beginStay()) {
                stays++;
                return current;
            }
        }
    }

    void endStay(Deployment by) {
        stays--;
        by.endStay();
    }
}
