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
    /** For what is waited, or was last; null where it is no execution. */
    volatile Run run;
    /** Null when its time is not bounded. */
    ScheduledFuture<?> timer;

    SessionWait(SessionState state) {
        this.state = state;
    }

    /** What it is for has a time, which ends it from now on until it is closed. */
    void timed() throws SQLException {
        check();
        long left = run.leftNanos();
        if (left != Run.UNBOUNDED) {
            timer = state.workers().runAfter(Math.max(0, TimeUnit.NANOSECONDS.toMillis(left)) + 1, this::wake);
        }
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
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
