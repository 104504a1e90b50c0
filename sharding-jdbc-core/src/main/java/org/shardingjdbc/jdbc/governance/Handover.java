package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.time.Duration;
import org.shardingjdbc.Incubating;

/**
 * A handover of all instances to the next configuration, from the view of one instance. The instance calls
 * {@link #ready}, holds back new statements until the running ones have ended, and calls {@link #quiet}; then it is
 * decided for all instances which configuration is valid. The instance that changes the configuration and the others
 * make the same calls. Used by one thread; its methods may wait.
 */
@Incubating
public interface Handover {
    /** The longest time that new statements wait for the running ones to end. */
    Duration limit();

    /**
     * Called when this instance has prepared the next configuration. Returns when all instances have, and new
     * statements are to be held back.
     *
     * @throws SQLException when the handover was abandoned; then no statement has waited
     */
    void ready() throws SQLException;

    /**
     * Whether the handover was abandoned; called repeatedly while the running statements end.
     *
     * @return false also when the registry does not answer
     */
    boolean isOver();

    /**
     * Called when no statement runs in this instance; none may begin before this returns or throws. Waits until it is
     * decided which configuration is valid.
     *
     * @return the version of the next configuration, when that has become valid
     * @throws SQLException when the earlier configuration stays valid
     */
    long quiet() throws SQLException;

    /**
     * Abandons the handover for all instances, because something failed in this instance or took too long. Called at
     * most once, and only before the decision; also when {@link #ready} or {@link #quiet} has thrown.
     *
     * @param why what failed
     */
    void failed(Exception why);
}
