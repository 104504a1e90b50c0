package org.shardingjdbc.governance.zookeeper.internal;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.shardingjdbc.governance.testkit.instances.HandoversUnderLoad;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Handovers of all instances under load, with a ZooKeeper. */
@Tag("load")
@EnabledIfSystemProperty(named = "handovers.rounds", matches = ".+", disabledReason = "it is part of .ci/nightly")
class ZooKeeperHandoversUnderLoadTest extends HandoversUnderLoad {
    @Override
    protected String type() {
        return "ZooKeeper";
    }

    @Override
    protected List<String> props(String addresses, String namespace) {
        return List.of(
                "server-lists: '" + addresses + "'",
                "namespace: " + namespace,
                "retryIntervalMilliseconds: 100",
                "maxRetries: 1");
    }

    @Override
    protected RegistryServers start() throws Exception {
        return new OneZooKeeper();
    }
}
