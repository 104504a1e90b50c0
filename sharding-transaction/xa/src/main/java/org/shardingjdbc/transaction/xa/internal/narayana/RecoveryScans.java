package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.arjuna.recovery.RecoveryManager;
import com.arjuna.ats.arjuna.recovery.RecoveryModule;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has Narayana's recovery manager look for branches in doubt: at once when there are others, and every ten seconds. It
 * is the one of the JVM; where the application runs it too, ours is beside that. Safe for all threads.
 */
final class RecoveryScans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryScans.class);
    private static final int SECONDS_BETWEEN = 10;

    /** Between the beginnings of the first two. */
    private static final int SECONDS_TO_SECOND = 2;

    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread made = new Thread(task, "sharding-xa-recovery");
        made.setDaemon(true);
        return made;
    });

    /** Guarded by itself. */
    private final Set<RecoveryOfSources> sources = new HashSet<>();

    private RecoveryScans() {}

    static RecoveryScans start() {
        // where there is none yet, it is to have no thread of its own
        RecoveryManager.delayRecoveryManagerThread();
        RecoveryScans scans = new RecoveryScans();
        scans.thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        scans.thread.scheduleWithFixedDelay(scans::scan, SECONDS_BETWEEN, SECONDS_BETWEEN, TimeUnit.SECONDS);
        return scans;
    }

    /** That of its recovery; added where the application has left it out. */
    private static XARecoveryModule moduleOf(RecoveryManager manager) {
        for (RecoveryModule module : manager.getModules()) {
            if (module instanceof XARecoveryModule found) {
                return found;
            }
        }
        XARecoveryModule added = new XARecoveryModule();
        manager.addModule(added);
        return added;
    }

    private void scan() {
        try {
            // another one, where the application has ended the one before
            RecoveryManager manager = RecoveryManager.manager();
            synchronized (sources) {
                sources.forEach(moduleOf(manager)::addXAResourceRecoveryHelper);
            }
            manager.scan();
        } catch (RuntimeException | Error e) {
            LOG.warn("Branches in doubt were not looked for; it is tried again in {} seconds", SECONDS_BETWEEN, e);
        }
    }

    void add(RecoveryOfSources added) {
        synchronized (sources) {
            sources.add(added);
        }
    }

    /** Waits for a scan that uses them. */
    void remove(RecoveryOfSources removed) {
        synchronized (sources) {
            sources.remove(removed);
        }
        moduleOf(RecoveryManager.manager()).removeXAResourceRecoveryHelper(removed);
    }

    /** Looks now, on its own thread, and once more: what two scans have seen is done with. */
    void soon() {
        thread.execute(this::scan);
        thread.schedule(this::scan, SECONDS_TO_SECOND, TimeUnit.SECONDS);
    }

    /** A scan that runs goes on to its end: databases need not bear an interrupt. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
