package org.shardingjdbc.governance.zookeeper.internal;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.shardingjdbc.governance.testkit.instances.InstancesUnderLoad;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Instances under load with a ZooKeeper, or an ensemble. */
@Tag("load")
class ZooKeeperUnderLoadTest extends InstancesUnderLoad {
    @Override
    protected String type() {
        return "ZooKeeper";
    }

    @Override
    protected Map<String, String> props() {
        return Map.of("retryIntervalMilliseconds", "100", "maxRetries", "1");
    }

    @Override
    protected RegistryServers start(int members) throws Exception {
        return members == 1 ? new OneZooKeeper() : new ZooKeeperEnsemble(members);
    }
}
