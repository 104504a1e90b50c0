package org.shardingjdbc.transaction.xa.internal.narayana;

import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecord;
import com.arjuna.ats.internal.jta.resources.arjunacore.XAResourceRecordWrappingPlugin;
import com.arjuna.ats.jta.common.JTAEnvironmentBean;
import com.arjuna.ats.jta.common.jtaPropertyManager;
import javax.transaction.xa.XAResource;
import org.shardingjdbc.transaction.xa.internal.XaBranch;

/**
 * Writes into the log on which data source a branch is. Recovery knows by it that a database was asked and has no such
 * branch any more, which is then committed; without it, it would look for the branch for ever. Stateless.
 */
public final class BranchNames implements XAResourceRecordWrappingPlugin {
    /** Made by Narayana, too. */
    public BranchNames() {}

    /** Unless the application has another. */
    static void register() {
        JTAEnvironmentBean jta = jtaPropertyManager.getJTAEnvironmentBean();
        if (jta.getXAResourceRecordWrappingPlugin() == null) {
            jta.setXAResourceRecordWrappingPlugin(new BranchNames());
        }
    }

    @Override
    public void transcribeWrapperData(XAResourceRecord written) {
        if (written.value() instanceof XaBranch branch) {
            written.setJndiName(RecoveredBranches.name(branch.owner(), branch.source()));
        }
    }

    /** None: branches are found by their names. */
    @Override
    public Integer getEISName(XAResource resource) {
        return 0;
    }

    @Override
    public String getEISName(Integer number) {
        return "";
    }
}
