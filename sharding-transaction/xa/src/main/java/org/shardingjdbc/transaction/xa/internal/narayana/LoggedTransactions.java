package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.arjuna.AtomicAction;
import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.arjuna.exceptions.ObjectStoreException;
import com.arjuna.ats.arjuna.objectstore.StateStatus;
import com.arjuna.ats.arjuna.objectstore.StoreManager;
import javax.transaction.xa.XAException;

/** The transactions in Narayana's log: those that are decided to be committed, and are not everywhere. Stateless. */
final class LoggedTransactions {
    private static final String KIND = new AtomicAction().type();

    private LoggedTransactions() {}

    /** @throws XAException when the log does not say: then nothing may be done */
    static boolean contain(Uid transaction) throws XAException {
        try {
            return StoreManager.getRecoveryStore().currentState(transaction, KIND) != StateStatus.OS_UNKNOWN;
        } catch (ObjectStoreException e) {
            XAException unknown = new XAException(XAException.XAER_RMFAIL);
            unknown.initCause(e);
            throw unknown;
        }
    }
}
