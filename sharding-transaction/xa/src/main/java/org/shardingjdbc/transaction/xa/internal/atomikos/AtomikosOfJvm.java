package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.icatch.SysException;
import com.atomikos.icatch.config.Configuration;
import com.atomikos.icatch.config.UserTransactionServiceImp;
import com.atomikos.recovery.OltpLog;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.XaSettings;
import org.shardingjdbc.transaction.xa.internal.log.DecisionFile;
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
    /** As {@link #ours}. */
    private static OwnTransactions transactions;

    /** Null but while one of ours starts Atomikos with it. */
    private static Supplier<OltpLog> starting;

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
            Path directory = Path.of(settings.logDirectory());
            NodeIdentity identity = NodeIdentity.of(settings.node(), directory);
            DecisionFile file = DecisionFile.open(directory);
            boolean done = false;
            try {
                starting = () -> new FileAtomikosLog(file);
                OltpLog decisions = start(settings, identity, FileAtomikosLog.class);
                log = new LocalLog(identity, startMillis, file);
                transactions = new OwnTransactions(identity, decisions);
                done = true;
            } finally {
                starting = null;
                if (!done) {
                    file.close();
                }
            }
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
            starting = () -> new SharedAtomikosLog(shared);
            OltpLog decisions = start(settings, identity, SharedAtomikosLog.class);
            log = new SharedNodeLog(identity, shared);
            transactions = new OwnTransactions(identity, decisions);
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

    private static <T extends OltpLog> T start(XaSettings settings, NodeIdentity identity, Class<T> log)
            throws SQLException {
        UserTransactionServiceImp started = new UserTransactionServiceImp(AtomikosSettings.of(settings, identity));
        started.init();
        if (!log.isInstance(Configuration.getRecoveryLog())) {
            started.shutdown(true);
            throw TransactionErrors.of(
                    ErrorCode.TRANSACTION_LOG,
                    "is not used: Atomikos does not find " + OurLogFactory.class.getName()
                            + "; both jars must be of one class loader");
        }
        ours = started;
        return log.cast(Configuration.getRecoveryLog());
    }

    /** Those of our own data sources; null where the application runs it. */
    static synchronized OwnTransactions transactions() {
        return transactions;
    }

    /** For Atomikos, while one of ours starts it; else null. */
    static synchronized OltpLog startingLog() {
        // it asks Atomikos for settings, which are known now
        return starting == null ? null : starting.get();
    }

    /** Who came goes. */
    static synchronized void leave() {
        users--;
        if (users == 0 && ours != null) {
            transactions.close();
            ours.shutdown(false);
            log.close();
            ours = null;
            log = null;
            transactions = null;
        }
    }
}
