package org.shardingjdbc.jdbc.governance;

import java.util.Set;
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

    /** The names of the data sources that it runs on, as they are configured. */
    Set<String> dataSourceNames();

    /** Whether it has groups of databases that may be written to elsewhere than they are configured. */
    boolean mayMove();

    /** What instances agree on about them has changed. */
    void agree();

    /** Switches data sources off and on. */
    void switchedTo(Switches switches);
}
