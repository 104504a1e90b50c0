package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.SysException;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
import org.shardingjdbc.transaction.xa.internal.log.SharedLog;

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

    /** Null but while Atomikos is started with it. */
    private static SharedLog starting;

    private AtomikosOfJvm() {}

    /**
     * Starts it, if nobody has.
     *
     * @param settings of no use when it runs already
     * @param logSource where its log is; null for a directory
     * @return its log; null where the application runs it
     * @throws SQLException when the log cannot be used, or it runs with none that is shared although this one is to be
     */
    static synchronized NodeLog enter(XaSettings settings, TransactionSource logSource) throws SQLException {
        if (Configuration.getCompositeTransactionManager() == null) {
            if (logSource == null) {
                startAlone(settings);
            } else {
                startShared(settings, logSource);
            }
        } else if (logSource != null && (log == null || !log.isShared())) {
            throw TransactionErrors.of(
                    ErrorCode.CONFIGURATION_INVALID,
                    "a mistake",
                    " transaction.props.log-data-source is " + logSource.name()
                            + ", and Atomikos runs in this JVM with a log in a directory");
        }
        users++;
        return log;
    }

    private static void startAlone(XaSettings settings) throws SQLException {
        try {
            long startMillis = System.currentTimeMillis();
            NodeIdentity identity = NodeIdentity.of(settings.node(), Path.of(settings.logDirectory()));
            ours = started(settings, identity);
            log = new LocalLog(identity, startMillis);
        } catch (IOException | SysException e) {
            throw TransactionErrors.causedBy(
                    e, ErrorCode.TRANSACTION_LOG, settings.logDirectory() + " cannot be used: " + e.getMessage());
        }
    }

    private static void startShared(XaSettings settings, TransactionSource source) throws SQLException {
        NodeIdentity identity = NodeIdentity.of(settings.node());
        SharedLog shared = SharedLog.open(source, identity.prefix(), settings.logLeaseSeconds());
        boolean done = false;
        try {
            starting = shared;
            ours = started(settings, identity);
            if (!(Configuration.getRecoveryLog() instanceof SharedAtomikosLog)) {
                ours.shutdown(true);
                ours = null;
                throw TransactionErrors.of(
                        ErrorCode.TRANSACTION_LOG,
                        "cannot be shared: Atomikos does not find " + SharedLogFactory.class.getName()
                                + "; both jars must be of one class loader");
            }
            log = new SharedNodeLog(identity, shared);
            done = true;
        } catch (SysException e) {
            throw TransactionErrors.causedBy(
                    e, ErrorCode.TRANSACTION_LOG, "in " + source.name() + " cannot be used: " + e.getMessage());
        } finally {
            starting = null;
            if (!done) {
                shared.close();
            }
        }
    }

    private static UserTransactionServiceImp started(XaSettings settings, NodeIdentity identity) {
        UserTransactionServiceImp started = new UserTransactionServiceImp(AtomikosSettings.of(settings, identity));
        started.init();
        return started;
    }

    /** For who starts it with a shared log; else null. */
    static synchronized SharedAtomikosLog startingLog() {
        return starting == null ? null : new SharedAtomikosLog(starting);
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
