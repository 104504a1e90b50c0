package org.shardingjdbc.rule.watch;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * Watches over the databases between which a rule chooses. One per compiled rule: started once when its configuration
 * is deployed, closed when that is replaced or its data source closes. Safe for all threads.
 *
 * <p>Reads of a data source with a watch are repeated when their database is lost, where nothing was written, no
 * transaction is open and no row was seen; the rule is asked for a database again, after {@link #lost}.
 */
@Incubating
public interface DatabaseWatch extends AutoCloseable {
    /** The databases that it watches: indexes among all data sources, from 0, each once. Always the same. */
    List<Integer> databases();

    /** Whether the data source opens although that database does not answer; asked before {@link #start}. */
    boolean mayBeAway(int dataSource);

    /**
     * A table whose row shows how far the database of that index is: a column {@code beat} of the row with {@code id}
     * 1, which is counted up on the primary.
     *
     * @return null where the database itself reports it
     */
    default @Nullable String heartbeatTable(int dataSource) {
        return null;
    }

    /**
     * The configuration is replaced. The earlier watch is still running and will be closed; what it knows of databases
     * that stay remains valid. Called before {@link #start}, more than once.
     *
     * @param kept the names of data sources that are configured as before
     */
    default void takeOver(DatabaseWatch before, Set<String> kept) {}

    /** Whether other databases may be written to than those that are configured. */
    default boolean mayMove() {
        return false;
    }

    /**
     * Receives the agreement of the instances, to which this watch reports what it finds. Called before {@link #start}
     * and before {@link #mayBeAway}, and again whenever it has changed.
     */
    default void agree(WritersAgreement agreement) {}

    /**
     * Starts watching.
     *
     * @param databases in the order of {@link #databases}; closed by this watch
     */
    void start(List<WatchedDatabase> databases);

    /** The databases that are written to now, indexes among all data sources, by the names of their groups. */
    default Map<String, Integer> written() {
        return Map.of();
    }

    /** An execution lost its connection to a database, or got none because it does not answer. Must not wait. */
    void lost(int dataSource, Exception cause);

    /** Stops watching; does not wait for a database. Doing it twice changes nothing. */
    @Override
    void close();
}
