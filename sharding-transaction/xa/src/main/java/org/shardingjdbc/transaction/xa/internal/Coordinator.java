package org.shardingjdbc.transaction.xa.internal;

import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.TransactionSource;

/** A transaction manager, with what JTA does not say of it. Safe for all threads. */
public interface Coordinator extends AutoCloseable {
    /** Branches of these data sources may follow, and those that it left in doubt are resolved. */
    void register(List<TransactionSource> sources) throws SQLException;

    /** A new transaction, not of the calling thread. */
    GlobalTransaction begin(int timeoutSeconds) throws SQLException;

    /** What stands for the transaction of the calling thread, which somebody else has begun; equal for the same one. */
    Optional<Object> surrounding() throws SQLException;

    /** The transaction of the calling thread, which somebody else has begun. */
    GlobalTransaction join() throws SQLException;

    /** Whose a prepared branch is, by its name. */
    Owner ownerOf(BranchId branch) throws SQLException;

    /** Ends what only this user needs of it. */
    @Override
    void close();
}
