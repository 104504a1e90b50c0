package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.internal.jta.utils.XAUtils;
import com.arjuna.ats.jta.xa.XATxConverter;
import com.arjuna.ats.jta.xa.XidImple;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.BranchInDoubt.Decision;
import org.shardingjdbc.transaction.BranchInDoubt.Owner;
import org.shardingjdbc.transaction.BranchInDoubt.Ownership;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.OrphanedBranches;
import org.shardingjdbc.transaction.xa.internal.Xids;

/** What earlier processes of this node left prepared; none of them lives, since its log was locked. Stateless. */
final class EarlierProcesses {
    private EarlierProcesses() {}

    /** Ends it, as the log says. */
    static void end(List<TransactionSource> sources) throws SQLException {
        new OrphanedBranches(EarlierProcesses::own, EarlierProcesses::isToBeCommitted).end(sources);
    }

    private static boolean own(BranchId branch) {
        if (branch.formatId() != XATxConverter.FORMAT_ID) {
            return false;
        }
        Xid xid = Xids.of(branch);
        return TxControl.getXANodeName().equals(XAUtils.getXANodeName(xid))
                && !transaction(branch).getHexPid().equals(new Uid().getHexPid());
    }

    /** Whose a prepared branch is, by its name. */
    static Owner ownerOf(BranchId branch) {
        if (branch.formatId() != XATxConverter.FORMAT_ID) {
            return Owner.UNKNOWN;
        }
        String node = XAUtils.getXANodeName(Xids.of(branch));
        return TxControl.getXANodeName().equals(node)
                ? new Owner(Ownership.OWN, node, isToBeCommitted(branch) ? Decision.COMMIT : Decision.NONE)
                : new Owner(Ownership.OTHER_NODE, node, Decision.UNKNOWN);
    }

    private static boolean isToBeCommitted(BranchId branch) {
        try {
            return LoggedTransactions.contain(transaction(branch));
        } catch (XAException e) {
            throw new IllegalStateException("the log cannot be read", e);
        }
    }

    private static Uid transaction(BranchId branch) {
        return new XidImple(Xids.of(branch)).getTransactionUid();
    }
}
