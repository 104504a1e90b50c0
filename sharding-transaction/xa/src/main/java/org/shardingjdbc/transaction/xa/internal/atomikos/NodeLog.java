package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.TransactionSource;

/** Where a coordinator writes its decisions down. Safe for all threads. */
interface NodeLog extends AutoCloseable {
    /**
     * Ends the branches there that coordinators left which are no more; others may follow from now on. What cannot be
     * ended now is tried again later.
     *
     * @param owner the name of the sharding data source
     * @throws SQLException when a database cannot be asked, or the log
     */
    void use(String owner, List<TransactionSource> sources) throws SQLException;

    /** They are closed. */
    default void forget(String owner, List<TransactionSource> sources) {}

    /** @throws SQLException when nothing can be decided any more */
    default void checkActive() throws SQLException {}

    /** Whose a prepared branch is, by its name. */
    Owner ownerOf(BranchId branch) throws SQLException;

    /** Whether other processes write into it too. */
    boolean isShared();

    /** After the coordinator was shut down. */
    @Override
    void close();
}
