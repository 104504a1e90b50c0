package org.shardingjdbc.governance.etcd.internal;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.shardingjdbc.governance.testkit.instances.HandoversUnderLoad;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Handovers of all instances under load, with an etcd. Skipped where it is not installed. */
@Tag("load")
@EnabledIfSystemProperty(named = "handovers.rounds", matches = ".+", disabledReason = "it is part of .ci/nightly")
class EtcdHandoversUnderLoadTest extends HandoversUnderLoad {
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
