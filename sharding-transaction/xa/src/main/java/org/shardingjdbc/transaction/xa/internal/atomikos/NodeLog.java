package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.transaction.TransactionSource;

/** Where a coordinator writes its decisions down. Safe for all threads. */
interface NodeLog extends AutoCloseable {
    /**
     * Ends the branches that coordinators left which are no more. What cannot be ended now is tried again later.
     *
     * @param sources on which this coordinator has branches from now on
     * @throws SQLException when a database cannot be asked, or the log
     */
    void endOrphans(List<TransactionSource> sources) throws SQLException;

    /** After the coordinator was shut down. */
    @Override
    void close();
}
