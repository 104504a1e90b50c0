package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionWait;
import org.shardingjdbc.error.ErrorCode;

/**
 * The waits of a session for connections: what an execution waits for ends with its cancel and its time, and all of
 * them with the session. One per session; used with its lock held, but for {@link #wake}.
 */
final class SessionWait extends ConnectionWait implements AutoCloseable {
    private final SessionState state;
    /** For what is waited; null where it is no execution, or nothing. */
    private volatile Run run;
    /** Null when its time is not bounded. */
    private ScheduledFuture<?> timer;

    SessionWait(SessionState state) {
        this.state = state;
    }

    /**
     * Connections are taken for that execution, whose time ends the wait for them, until this is closed.
     *
     * @param taker null where it is for none
     * @throws SQLException where its time is over
     */
    SessionWait of(Run taker) throws SQLException {
        run = taker;
        if (taker instanceof ShardRun timed && timed.settings().queryTimeoutSeconds() > 0) {
            check();
            long left = TimeUnit.NANOSECONDS.toMillis(timed.leftNanos());
            timer = state.workers().runAfter(Math.max(0, left) + 1, this::wake);
        }
        return this;
    }

    @Override
    protected SQLException reason() {
        if (state.closed || state.leaving) {
            return SqlErrors.of(ErrorCode.CLOSED, "connection");
        }
        Run taker = run;
        return taker == null ? null : taker.stopped();
    }

    @Override
    public void close() {
        run = null;
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
