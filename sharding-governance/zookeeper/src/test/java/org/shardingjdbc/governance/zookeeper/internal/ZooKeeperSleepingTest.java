package org.shardingjdbc.governance.zookeeper.internal;

import java.util.List;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;
import org.shardingjdbc.governance.testkit.instances.SleepingInstances;

/** Instances that stand still or are cut off, with a ZooKeeper. */
class ZooKeeperSleepingTest extends SleepingInstances {
    @Override
    protected String type() {
        return "ZooKeeper";
    }

    @Override
    protected List<String> props(String addresses, String namespace) {
        return List.of("server-lists: '" + addresses + "'", "namespace: " + namespace);
    }

    @Override
    protected RegistryServers start() throws Exception {
        return new OneZooKeeper();
    }
}
