package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.config.Configuration;
import com.atomikos.recovery.LogReadException;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.TxState;
import java.nio.charset.Charset;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.PreparedBranches;

/**
 * The prepared branches of a data source for Atomikos' recovery, which presumes that a branch was not to be committed
 * when the time-out is over that it has itself. A decision to commit in the log counts only after the time-out that its
 * transaction had; where that was longer, the branch would be rolled back before. So the log is asked once more.
 */
final class LoggedBranches extends PreparedBranches {
    LoggedBranches(TransactionSource source) {
        super(source);
    }

    /** Later, when the log says that it is to be committed: then that is what comes next. */
    @Override
    public void rollback(Xid xid) throws XAException {
        // as Atomikos turns names into bytes
        String transaction = new String(xid.getGlobalTransactionId(), Charset.defaultCharset());
        try {
            PendingTransactionRecord found = Configuration.getRecoveryLog().get(transaction);
            if (found != null && found.state == TxState.COMMITTING) {
                throw new XAException(XAException.XAER_RMFAIL);
            }
        } catch (LogReadException e) {
            XAException unknown = new XAException(XAException.XAER_RMFAIL);
            unknown.initCause(e);
            throw unknown;
        }
        super.rollback(xid);
    }
}
