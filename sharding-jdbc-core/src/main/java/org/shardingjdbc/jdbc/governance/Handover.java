package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.time.Duration;
import org.shardingjdbc.Incubating;

/**
 * A handover of all instances to the next configuration, as one of them takes part in it: it is {@link #ready}, lets
 * newcomers wait until what runs here is over, and says that it is {@link #quiet}; then it is decided for all. The
 * instance that changes the configuration and those that follow make the same calls. Used by one thread, which may wait
 * in it.
 */
@Incubating
public interface Handover {
    /** How long newcomers wait at most until nothing runs any more. */
    Duration limit();

    /**
     * The next configuration could be used here at any moment. Waits until newcomers of all instances are to wait.
     *
     * @throws SQLException when it was abandoned; then no newcomer has waited
     */
    void ready() throws SQLException;

    /**
     * Whether it was abandoned; called repeatedly while the running statements end.
     *
     * @return false also when that is not known
     */
    boolean isOver();

    /**
     * Nothing runs here, and nothing begins before this returns or throws. Waits until it is decided which
     * configuration is valid.
     *
     * @return the version of the next one, which is valid from now on
     * @throws SQLException when the earlier one stays valid
     */
    long quiet() throws SQLException;

    /**
     * Something failed here, or took too long, before it was decided: it is abandoned for all instances. Called at most
     * once, with what {@link #ready} or {@link #quiet} threw, too.
     */
    void failed(Exception why);
}
