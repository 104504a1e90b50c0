package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.config.Configuration;
import com.atomikos.recovery.LogReadException;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.TxState;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.BranchInDoubt.Decision;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.OrphanedBranches;
import org.shardingjdbc.transaction.xa.internal.log.DecisionFile;

/**
 * A log in a directory, locked for one process. Who has the lock knows that earlier processes are no more, so what they
 * left is ended at once. Safe for all threads.
 */
final class LocalLog implements NodeLog {
    private final NodeIdentity identity;
    private final long startMillis;
    private final DecisionFile file;

    /**
     * @param startMillis before the first transaction of this process
     * @param file closed with this
     */
    LocalLog(NodeIdentity identity, long startMillis, DecisionFile file) {
        this.identity = identity;
        this.startMillis = startMillis;
        this.file = file;
    }

    @Override
    public void use(String owner, List<TransactionSource> sources) throws SQLException {
        Set<String> committing = committing();
        new OrphanedBranches(
                        branch -> identity.ownsFromBefore(branch, startMillis),
                        branch -> committing.contains(NodeIdentity.transaction(branch)))
                .end(sources);
    }

    private static Set<String> committing() throws SQLException {
        try {
            return Configuration.getRecoveryLog().getPendingTransactionRecords().stream()
                    .filter(each -> each.state == TxState.COMMITTING)
                    .map((PendingTransactionRecord each) -> each.id)
                    .collect(Collectors.toSet());
        } catch (LogReadException e) {
            throw TransactionErrors.causedBy(e, ErrorCode.TRANSACTION_LOG, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Owner ownerOf(BranchId branch) throws SQLException {
        return identity.owner(branch, committing()::contains, Decision.UNKNOWN);
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void close() {
        file.close();
    }
}
