package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Decision;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.log.SharedLog;

/** A log in a database, from which each process can take over from another. Safe for all threads. */
final class SharedNodeLog implements NodeLog {
    private final NodeIdentity identity;
    private final SharedLog log;

    SharedNodeLog(NodeIdentity identity, SharedLog log) {
        this.identity = identity;
        this.log = log;
    }

    @Override
    public void use(String owner, List<TransactionSource> sources) throws SQLException {
        log.use(owner, sources);
    }

    @Override
    public void forget(String owner, List<TransactionSource> sources) {
        log.forget(owner, sources);
    }

    @Override
    public void checkActive() throws SQLException {
        log.checkActive();
    }

    @Override
    public Owner ownerOf(BranchId branch) throws SQLException {
        return identity.owner(branch, log.decided()::contains, Decision.NONE);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {
        log.close();
    }
}
