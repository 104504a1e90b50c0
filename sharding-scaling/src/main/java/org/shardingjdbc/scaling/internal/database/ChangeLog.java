package org.shardingjdbc.scaling.internal.database;

import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The changes of some tables of one database, from the database's own log. What was made for it stays in the database,
 * where it is found by the job's name, until it is dropped. Used by one thread, but for {@link #mark}.
 */
public interface ChangeLog extends AutoCloseable {
    /**
     * Lets the database keep its log from now on, for these tables.
     *
     * @param patienceSeconds for how long to wait for transactions that are open; 0 for as long as they are
     * @param servers what was found of servers while other logs were begun just before, which need not be waited for
     *     again; first empty
     */
    void begin(Collection<MovedTable> tables, int patienceSeconds, Map<String, String> servers) throws SQLException;

    /** Whether the database keeps it: it was begun, and not dropped. */
    boolean isKept() throws SQLException;

    /** What was committed until now is not told; only while nobody reads. */
    void skip() throws SQLException;

    /** Begins to read behind what was {@link #done}, or where it was begun. */
    void open() throws SQLException;

    /**
     * Tells what comes next.
     *
     * @param waitMillis for how long to wait for it at most
     * @return whether something came
     */
    boolean next(Listener listener, long waitMillis) throws SQLException;

    /**
     * What was read is done, up to the end of its last transaction, be it that nothing of it was told: it is not told
     * again, and the database need not keep it.
     */
    void done() throws SQLException;

    /** Writes a mark to the log, behind all that is committed now; it is told like a change. */
    void mark(String text) throws SQLException;

    /** How many bytes of the log are not done. */
    long lagBytes() throws SQLException;

    /** How many bytes of its log the database keeps for this; 0 where it keeps none. */
    long retainedBytes() throws SQLException;

    /** Ends what was begun, and leaves nothing in the database. */
    void drop() throws SQLException;

    /** Stops reading; what was begun stays. */
    @Override
    void close() throws SQLException;

    /** Who is told of changes, in the order in which they were committed. */
    interface Listener {
        /**
         * A row came, went or changed.
         *
         * @param before null where it came
         * @param after null where it went
         */
        void changed(MovedTable table, @Nullable MovedRow before, @Nullable MovedRow after) throws SQLException;

        /** A mark of this job or another one. */
        void marked(String text);

        /** Something happened to a table that is no change of a row. */
        void defined(String what) throws SQLException;
    }
}
