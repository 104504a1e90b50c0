package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.jta.recovery.XAResourceRecoveryHelper;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.shardingjdbc.transaction.TransactionSource;

/** The data sources of one sharding data source, as Narayana's recovery asks for them. Safe for all threads. */
final class RecoveryOfSources implements XAResourceRecoveryHelper {
    private final String owner;
    private volatile List<RecoveredBranches> branches = List.of();

    /** @param owner the name of the sharding data source */
    RecoveryOfSources(String owner) {
        this.owner = owner;
    }

    /** These from now on. */
    void of(List<TransactionSource> sources) {
        branches = sources.stream()
                .map(source -> new RecoveredBranches(owner, source))
                .toList();
    }

    @Override
    public boolean initialise(String parameter) {
        return true;
    }

    @Override
    public XAResource[] getXAResources() {
        return branches.toArray(XAResource[]::new);
    }
}
