package org.shardingjdbc.governance.etcd.internal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.shardingjdbc.governance.testkit.instances.InstancesUnderLoad;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Instances under load with an etcd, or several. Skipped where it is not installed. */
@Tag("load")
class EtcdUnderLoadTest extends InstancesUnderLoad {
    @BeforeAll
    static void isInstalled() {
        EtcdServer.program();
    }

    @Override
    protected String type() {
        return "etcd";
    }

    @Override
    protected Map<String, String> props() {
        return Map.of();
    }

    @Override
    protected RegistryServers start(int members) throws IOException {
        return new RunningServers(members == 1 ? List.of(EtcdServer.plain()) : EtcdServer.ensemble(members));
    }
}
