package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.arjuna.coordinator.TransactionReaper;
import java.nio.file.Path;
import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.xa.internal.XaSettings;

/**
 * Narayana as there is one in a JVM, which all sharding data sources and the application share. The first to come
 * configures it, and it stays so as long as the JVM runs: its classes keep what they have read. While one of ours is
 * open, the log directory is locked against other processes and recovery runs. Safe for all threads.
 */
final class NarayanaOfJvm {
    /** Null before one of ours needs it; guarded by the class. */
    private static NarayanaOfJvm running;

    /** Null where the application has configured Narayana. */
    private final LogDirectory directory;

    private int users;
    private RecoveryScans scans;

    private NarayanaOfJvm(LogDirectory directory) {
        this.directory = directory;
    }

    /** Another user, until he leaves. */
    static synchronized NarayanaOfJvm use(XaSettings settings) throws SQLException {
        if (running == null) {
            running = start(settings);
        } else if (running.directory != null) {
            running.requireSame(settings);
            if (running.users == 0) {
                running.directory.lock();
            }
        }
        if (running.users == 0) {
            running.scans = RecoveryScans.start();
        }
        running.users++;
        return running;
    }

    private static NarayanaOfJvm start(XaSettings settings) throws SQLException {
        BranchNames.register();
        if (NarayanaSettings.areOfApplication()) {
            return new NarayanaOfJvm(null);
        }
        LogDirectory directory = LogDirectory.open(settings.logDirectory(), settings.nodeName());
        boolean ours = false;
        try {
            ours = NarayanaSettings.apply(directory, settings.timeoutSeconds());
        } finally {
            if (!ours) {
                directory.unlock();
            }
        }
        return new NarayanaOfJvm(ours ? directory : null);
    }

    private void requireSame(XaSettings settings) throws SQLException {
        requireSame(
                "log-directory",
                directory.path(),
                Path.of(settings.logDirectory()).toAbsolutePath().normalize());
        if (settings.nodeName() != null) {
            requireSame("node-name", directory.nodeName(), settings.nodeName());
        }
    }

    private static void requireSame(String property, Object running, Object wanted) throws SQLException {
        if (!running.equals(wanted)) {
            throw TransactionErrors.of(
                    ErrorCode.CONFIGURATION_INVALID,
                    "a second value for what Narayana has once in a JVM",
                    " transaction.props." + property + " is " + wanted + ", and " + running + " was the first");
        }
    }

    /** Whether no other process can use its log at the same time. */
    boolean isOfOneProcess() {
        return directory != null;
    }

    /** What recovers while there are users. */
    RecoveryScans scans() {
        synchronized (NarayanaOfJvm.class) {
            return scans;
        }
    }

    /** One user less; with the last one, its threads end. */
    void leave() {
        synchronized (NarayanaOfJvm.class) {
            users--;
            if (users > 0) {
                return;
            }
            scans.close();
            if (directory == null) {
                return;
            }
            if (TransactionReaper.transactionReaper().numberOfTransactions() == 0) {
                TransactionReaper.terminate(false);
            }
            directory.unlock();
        }
    }
}
