package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.ClientGone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The COPY for which a client sends rows, if it does. Used by the thread that converses; it is cancelled by any. */
final class RunningCopy {
    private static final Logger LOG = LoggerFactory.getLogger(RunningCopy.class);

    private final DatabaseSession session;
    private final int longestRow;
    private final MessageWriter out;

    private volatile @Nullable CopyIn now;

    /** @param longestRow in bytes */
    RunningCopy(DatabaseSession session, int longestRow, MessageWriter out) {
        this.session = session;
        this.longestRow = longestRow;
        this.out = out;
    }

    /** Null where the client sends no rows. */
    @Nullable
    CopyIn now() {
        return now;
    }

    /**
     * Begins to take rows, in the open transaction.
     *
     * @param partOfText whether it is a part of a text, which goes on behind it
     */
    void start(CopyCommand command, boolean partOfText) throws SQLException, ClientGone {
        CopyIn started = new CopyIn(session, command, longestRow, partOfText);
        now = started;
        started.ask(out);
        out.flush();
    }

    /** Takes no more rows. */
    void end() {
        CopyIn ended = now;
        now = null;
        if (ended != null) {
            try {
                ended.close();
            } catch (SQLException e) {
                LOG.debug("The statement of a COPY did not close well", e);
            }
        }
    }

    /** By any thread. */
    void cancel() {
        CopyIn running = now;
        if (running != null) {
            running.cancel();
        }
    }
}
