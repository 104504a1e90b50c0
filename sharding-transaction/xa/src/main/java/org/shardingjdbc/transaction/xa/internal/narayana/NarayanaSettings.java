package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.arjuna.common.CoordinatorEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException;
import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.RecoveryEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.ats.arjuna.common.recoveryPropertyManager;
import com.arjuna.ats.arjuna.coordinator.TxControl;
import com.arjuna.ats.internal.arjuna.recovery.AtomicActionRecoveryModule;
import com.arjuna.ats.internal.arjuna.utils.UuidProcessId;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTAActionStatusServiceXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTANodeNameXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.JTATransactionLogXAResourceOrphanFilter;
import com.arjuna.ats.internal.jta.recovery.arjunacore.XARecoveryModule;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import java.util.List;

/** Gives Narayana its settings, which its classes read once, when they are loaded. Stateless. */
final class NarayanaSettings {
    /** Those that are in its jar: of a Narayana that nobody has configured. */
    private static final String PLAIN_NODE = "1";

    private static final String PLAIN_DIRECTORY = "PutObjectStoreDirHere";

    /** Between the two looks of a scan. */
    private static final int SECONDS_BETWEEN_LOOKS = 1;

    /**
     * For which a branch must have been prepared before it may be one that nobody will commit: so that two scans have
     * seen it, and not one that was under way when it was looked for.
     */
    private static final int MILLIS_PREPARED = 1_500;

    private NarayanaSettings() {}

    /** Whether the application has configured it: a node's name, or where its log is. */
    static boolean areOfApplication() {
        return !arjPropertyManager.getCoreEnvironmentBean().getNodeIdentifier().equals(PLAIN_NODE)
                || !arjPropertyManager
                        .getObjectStoreEnvironmentBean()
                        .getObjectStoreDir()
                        .equals(PLAIN_DIRECTORY);
    }

    /** @return false where the application runs it already, with the settings of its jar; then nothing has changed */
    static boolean apply(LogDirectory directory, int timeoutSeconds) {
        CoreEnvironmentBean core = arjPropertyManager.getCoreEnvironmentBean();
        CoordinatorEnvironmentBean coordinator = arjPropertyManager.getCoordinatorEnvironmentBean();
        String processes = core.getProcessImplementationClassName();
        boolean told = coordinator.isTransactionStatusManagerEnable();
        name(core, directory.nodeName());
        // neither opens a socket
        core.setProcessImplementationClassName(UuidProcessId.class.getName());
        coordinator.setTransactionStatusManagerEnable(false);
        // this loads the class that reads them
        if (!TxControl.getXANodeName().equals(directory.nodeName())) {
            name(core, TxControl.getXANodeName());
            core.setProcessImplementationClassName(processes);
            coordinator.setTransactionStatusManagerEnable(told);
            return false;
        }
        coordinator.setDefaultTimeout(timeoutSeconds);
        TxControl.setDefaultTimeout(timeoutSeconds);
        for (String store : new String[] {null, "stateStore", "communicationStore"}) {
            BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                    .setObjectStoreDir(directory.path().toString());
        }
        recovery(directory.nodeName());
        return true;
    }

    private static void recovery(String nodeName) {
        RecoveryEnvironmentBean recovery = recoveryPropertyManager.getRecoveryEnvironmentBean();
        recovery.setRecoveryListener(false);
        recovery.setRecoveryModuleClassNames(
                List.of(AtomicActionRecoveryModule.class.getName(), XARecoveryModule.class.getName()));
        recovery.setExpiryScannerClassNames(List.of());
        recovery.setRecoveryBackoffPeriod(SECONDS_BETWEEN_LOOKS);
        JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
        jta.setXaRecoveryNodes(List.of(nodeName));
        jta.setXaResourceOrphanFilterClassNames(List.of(
                JTAActionStatusServiceXAResourceOrphanFilter.class.getName(),
                JTATransactionLogXAResourceOrphanFilter.class.getName(),
                JTANodeNameXAResourceOrphanFilter.class.getName()));
        jta.setOrphanSafetyInterval(MILLIS_PREPARED);
    }

    private static void name(CoreEnvironmentBean core, String nodeName) {
        try {
            core.setNodeIdentifier(nodeName);
        } catch (CoreEnvironmentBeanException e) {
            throw new IllegalArgumentException(nodeName, e);
        }
    }
}
