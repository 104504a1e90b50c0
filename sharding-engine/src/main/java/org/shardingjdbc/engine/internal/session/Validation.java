package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;

/**
 * Finds out whether a logical connection is good for the next statement. A physical connection that the session keeps
 * must answer, for its state would be lost with it. One that merely lingers is thrown away when it does not answer. One
 * per question; used with the session's lock held.
 */
final class Validation {
    private final SessionState state;
    private final ConnectionSupply supply;
    private final int timeoutSeconds;
    private final long startNanos = System.nanoTime();

    /** @param timeoutSeconds for all answers together, 0 for none */
    Validation(SessionState state, ConnectionSupply supply, int timeoutSeconds) {
        this.state = state;
        this.supply = supply;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** @throws SQLException when the default data source has no connection */
    boolean isValid() throws SQLException {
        boolean any = false;
        for (PhysicalConnection[] kept : List.of(state.held.homes(), state.held.pinned())) {
            for (PhysicalConnection each : kept) {
                if (each != null && !answers(each)) {
                    return false;
                }
                any |= each != null;
            }
        }
        return state.held.keepSoundLingering(this::answers) || any || defaultAnswers();
    }

    /**
     * Whether the default data source answers. Tries several connections: a pool trusts a connection that was used a
     * moment ago, so the first one that it gives may be one of several dead ones.
     */
    private boolean defaultAnswers() throws SQLException {
        Deployment deployment = state.deployment();
        int dataSource = deployment.rules().defaultDataSource();
        for (int attempt = 0; attempt <= deployment.pool(dataSource).capacity() && !isOver(); attempt++) {
            try (ConnectionLease lease = supply.lease(deployment, dataSource)) {
                if (answers(lease.physical())) {
                    return true;
                }
                lease.physical().unfit();
            }
        }
        return false;
    }

    private boolean answers(PhysicalConnection connection) {
        try {
            return !isOver() && connection.jdbc().isValid(leftSeconds());
        } catch (SQLException e) {
            return false;
        }
    }

    private boolean isOver() {
        return timeoutSeconds > 0 && leftNanos() <= 0;
    }

    private long leftNanos() {
        return TimeUnit.SECONDS.toNanos(timeoutSeconds) - (System.nanoTime() - startNanos);
    }

    /** The time left, rounded up; 0 for no limit. */
    private int leftSeconds() {
        long second = TimeUnit.SECONDS.toNanos(1);
        return timeoutSeconds == 0 ? 0 : (int) ((leftNanos() + second - 1) / second);
    }
}
