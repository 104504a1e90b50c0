package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** A sharding data source, as its registry sees it. Safe for all threads. */
@Incubating
public interface GovernedDataSource {
    /**
     * Goes over to a version; does nothing when it runs on that or a later one.
     *
     * @throws org.shardingjdbc.error.ShardingException when it cannot; then everything is as before
     */
    void take(GovernedDocument document);

    /**
     * Takes part in a handover to a configuration, and goes over to it when that is decided. Waits for as long as the
     * handover takes.
     *
     * @param text of the next configuration
     * @throws SQLException when it did not go over; then everything is as before
     */
    void handOver(String text, Handover handover) throws SQLException;

    /** What it runs on has another version now; does nothing when it runs on a later one. */
    void renumber(long version);

    /**
     * No instance is left that decides about the handover that it takes part in: statements that would wait for it are
     * refused.
     *
     * @param why null where they wait, after all
     */
    void undecided(@Nullable String why);

    /** Whether it is closed, or about to be. */
    boolean isClosed();

    /** The names of the data sources that it runs on, as they are configured. */
    Set<String> dataSourceNames();

    /** Whether it has groups of databases that may be written to elsewhere than they are configured. */
    boolean mayMove();

    /** What instances agree on about them has changed. */
    void agree();

    /** Switches data sources off and on. */
    void switchedTo(Switches switches);
}
