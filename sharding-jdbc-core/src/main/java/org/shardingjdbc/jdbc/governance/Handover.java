package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.time.Duration;
import org.shardingjdbc.Incubating;

/**
 * A handover of all instances to the next configuration, as one of them takes part in it: it is {@link #ready}, lets
 * newcomers wait until what runs here is over, and says that it is {@link #quiet}; then it is decided for all. Whoever
 * changes the configuration and whoever goes along call the same. Used by one thread, which may wait in it.
 */
@Incubating
public interface Handover {
    /** How long newcomers wait at most until nothing runs any more. */
    Duration limit();

    /**
     * The next configuration could be used here at any moment. Waits until newcomers of all instances are to wait.
     *
     * @throws SQLException when it came to nothing; then no newcomer has waited
     */
    void ready() throws SQLException;

    /**
     * Whether it has come to nothing; asked again and again while what runs here ends.
     *
     * @return false also when that is not known
     */
    boolean isOver();

    /**
     * Nothing runs here, and nothing begins before this returns or throws. Waits until it is decided which
     * configuration counts.
     *
     * @return the version of the next one, which counts from now on
     * @throws SQLException when the one of before counts
     */
    long quiet() throws SQLException;

    /**
     * Something failed here, or took too long, before it was decided: it comes to nothing for all. Called at most once,
     * with what {@link #ready} or {@link #quiet} threw, too.
     */
    void failed(Exception why);
}
