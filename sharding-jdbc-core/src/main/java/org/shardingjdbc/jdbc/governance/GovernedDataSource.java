package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A sharding data source, as a {@link GovernanceSession} calls it when the registry has changed. Safe for all threads.
 */
@Incubating
public interface GovernedDataSource {
    /**
     * Changes to a version of the configuration; does nothing when it runs on that version or a later one.
     *
     * @throws org.shardingjdbc.error.ShardingException when it cannot; then it keeps the configuration that it has
     */
    void take(GovernedDocument document);

    /**
     * Takes part in a handover to another configuration, and changes to it when the instances have decided so. Returns
     * when the handover is over.
     *
     * @param text the document of the next configuration
     * @throws SQLException when it has not changed; then it keeps the configuration that it has
     */
    void handOver(String text, Handover handover) throws SQLException;

    /** Gives the configuration that it runs on another version; does nothing when that has a later version. */
    void renumber(long version);

    /**
     * Called when the instance that leads the handover is gone, and the handover cannot be decided without it: until
     * that changes, statements that would wait for the handover fail.
     *
     * @param why the reason, for their message; null when statements are to wait again
     */
    void undecided(@Nullable String why);

    /** Whether it is closed, or is being closed. */
    boolean isClosed();

    /** The names of its data sources in the configuration. */
    Set<String> dataSourceNames();

    /** Whether it has replica groups in which a replica may be promoted, so that the configured primary can change. */
    boolean mayMove();

    /** Called when the agreement of the instances on the primaries ({@link GovernanceSession#writers}) has changed. */
    void agree();

    /** Switches data sources on and off, as {@code switches} says. */
    void switchedTo(Switches switches);
}
