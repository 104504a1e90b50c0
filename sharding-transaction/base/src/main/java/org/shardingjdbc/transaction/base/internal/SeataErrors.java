package org.shardingjdbc.transaction.base.internal;

import java.sql.SQLException;
import org.apache.seata.core.exception.TransactionException;
import org.apache.seata.rm.datasource.exec.LockConflictException;
import org.apache.seata.rm.datasource.exec.LockWaitTimeoutException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.ConnectionLoss;
import org.shardingjdbc.transaction.TransactionErrors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Seata throws, as errors of ours. Stateless. */
final class SeataErrors {
    private static final Logger LOG = LoggerFactory.getLogger(SeataErrors.class);

    private SeataErrors() {}

    /** The same, or what it means. */
    static SQLException translated(SQLException error) {
        for (Throwable each = error; each != null; each = each.getCause()) {
            if (each instanceof LockConflictException || each instanceof LockWaitTimeoutException) {
                return TransactionErrors.causedBy(error, ErrorCode.GLOBAL_LOCK, String.valueOf(each.getMessage()));
            }
        }
        return error;
    }

    /**
     * Whether a commit that failed like that may have been done: its connection was lost, as the driver says. Seata
     * wraps that into an error without a SQLState, as it does with refusals of its server, which come before the
     * commit.
     */
    static boolean mayHaveCommitted(SQLException error) {
        boolean refused = false;
        SQLException told = null;
        for (Throwable each = error; each != null; each = each.getCause()) {
            refused |= each instanceof TransactionException;
            if (each instanceof SQLException sql && sql.getSQLState() != null) {
                told = sql;
            }
        }
        return told == null ? !refused : ConnectionLoss.is(told);
    }

    /** A transaction without committed branches was not ended at the server, which will do so when its time is over. */
    static void forgotten(String xid, Exception cause) {
        LOG.debug("Global transaction {} was not rolled back at the Seata server", xid, cause);
    }

    /** The server refused, or did not answer. */
    static SQLException ofServer(Exception cause, SeataSettings settings, String what) {
        return TransactionErrors.causedBy(
                cause,
                ErrorCode.TRANSACTION_COORDINATOR,
                what + " by the Seata server at " + settings.serverAddresses() + ": " + cause.getMessage());
    }
}
