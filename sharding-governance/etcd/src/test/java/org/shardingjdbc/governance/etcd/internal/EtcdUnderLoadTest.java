package org.shardingjdbc.governance.etcd.internal;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.shardingjdbc.governance.testkit.instances.InstancesUnderLoad;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Instances under load with an etcd, or several. Skipped where it is not installed. */
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
        return new Servers(members == 1 ? List.of(EtcdServer.plain()) : EtcdServer.ensemble(members));
    }

    private record Servers(List<EtcdServer> all) implements RegistryServers {
        @Override
        public List<String> addresses() {
            return all.stream().map(EtcdServer::address).toList();
        }

        @Override
        public void kill(int member) {
            all.get(member).kill();
        }

        @Override
        public void restart(int member) throws IOException {
            all.get(member).start();
        }

        @Override
        public void close() throws IOException {
            for (EtcdServer each : all) {
                each.close();
            }
        }
    }
}
