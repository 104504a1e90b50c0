package org.shardingjdbc.governance.etcd.internal;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;
import org.shardingjdbc.governance.testkit.instances.SleepingInstances;

/** Instances that stand still or are cut off, with an etcd. Skipped where it is not installed. */
class EtcdSleepingTest extends SleepingInstances {
    @BeforeAll
    static void isInstalled() {
        EtcdServer.program();
    }

    @Override
    protected String type() {
        return "etcd";
    }

    @Override
    protected List<String> props(String addresses, String namespace) {
        return List.of("server-lists: '" + addresses + "'", "namespace: " + namespace);
    }

    @Override
    protected RegistryServers start() throws IOException {
        return new RunningServers(List.of(EtcdServer.plain()));
    }
}
