package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.coordinator.ActionManager;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.internal.jta.utils.XAUtils;
import com.arjuna.ats.jta.xa.XATxConverter;
import com.arjuna.ats.jta.xa.XidImple;
import java.util.Arrays;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jboss.tm.XAResourceWrapper;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.PreparedBranches;

/**
 * The prepared branches of a data source that Narayana has named. One is rolled back only if it is this node's, its
 * transaction does not run here any more, and no decision to commit it is in the log, in that order: what is asked
 * first may become so after it was asked.
 */
final class RecoveredBranches extends PreparedBranches implements XAResourceWrapper {
    private final String name;

    /** @param owner the name of the sharding data source */
    RecoveredBranches(String owner, TransactionSource source) {
        super(source);
        name = name(owner, source);
    }

    /** By which the log knows a data source. */
    static String name(String owner, TransactionSource source) {
        return owner + "." + source.name();
    }

    /** Those of other coordinators are not shown. */
    @Override
    public Xid[] recover(int flag) throws XAException {
        return Arrays.stream(super.recover(flag))
                .filter(xid -> xid.getFormatId() == XATxConverter.FORMAT_ID)
                .toArray(Xid[]::new);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        Uid transaction = new XidImple(xid).getTransactionUid();
        if (!TxControl.getXANodeName().equals(XAUtils.getXANodeName(xid))
                || ActionManager.manager().get(transaction) != null
                || LoggedTransactions.contain(transaction)) {
            throw new XAException(XAException.XAER_RMERR);
        }
        super.rollback(xid);
    }

    @Override
    public XAResource getResource() {
        return this;
    }

    @Override
    public String getProductName() {
        return "sharding-jdbc";
    }

    @Override
    public String getProductVersion() {
        return "";
    }

    @Override
    public String getJndiName() {
        return name;
    }
}
