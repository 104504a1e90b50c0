package org.shardingjdbc.governance.etcd.internal;

import java.io.IOException;
import java.util.List;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Servers of etcd that run. */
record RunningServers(List<EtcdServer> all) implements RegistryServers {
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
