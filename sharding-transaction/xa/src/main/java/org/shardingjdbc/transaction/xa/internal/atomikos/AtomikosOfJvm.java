package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.SysException;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.xa.internal.XaSettings;

/**
 * The Atomikos of a JVM, which all sharding data sources and the application share: the first to come starts it, and
 * the last of ours to go shuts it down if one of ours had started it. Safe for all threads.
 */
final class AtomikosOfJvm {
    /** Of ours. */
    private static int users;
    /** Null while the application runs it, or nobody. */
    private static UserTransactionServiceImp ours;
    /** As {@link #ours}. */
    private static NodeLog log;

    private AtomikosOfJvm() {}

    /**
     * Starts it, if nobody has.
     *
     * @param settings of no use when it runs already
     * @return its log; null where the application runs it
     */
    static synchronized NodeLog enter(XaSettings settings) throws SQLException {
        if (Configuration.getCompositeTransactionManager() == null) {
            start(settings);
        }
        users++;
        return log;
    }

    private static void start(XaSettings settings) throws SQLException {
        try {
            long startMillis = System.currentTimeMillis();
            NodeIdentity identity = NodeIdentity.of(settings.node(), Path.of(settings.logDirectory()));
            UserTransactionServiceImp started = new UserTransactionServiceImp(AtomikosSettings.of(settings, identity));
            started.init();
            ours = started;
            log = new LocalLog(identity, startMillis);
        } catch (IOException | SysException e) {
            throw TransactionErrors.causedBy(
                    e, ErrorCode.TRANSACTION_LOG, settings.logDirectory() + " cannot be used: " + e.getMessage());
        }
    }

    /** Who came goes. */
    static synchronized void leave() {
        users--;
        if (users == 0 && ours != null) {
            ours.shutdown(false);
            log.close();
            ours = null;
            log = null;
        }
    }
}
