package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.log.SharedLog;

/** A log in a database, from which each process can take over from another. Safe for all threads. */
final class SharedNodeLog implements NodeLog {
    private final SharedLog log;

    SharedNodeLog(SharedLog log) {
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
    public boolean isShared() {
        return true;
    }

    @Override
    public void close() {
        log.close();
    }
}
