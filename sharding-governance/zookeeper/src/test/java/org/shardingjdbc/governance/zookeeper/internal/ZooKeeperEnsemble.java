package org.shardingjdbc.governance.zookeeper.internal;

import java.io.IOException;
import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** Several ZooKeepers in this process, which are one registry. */
final class ZooKeeperEnsemble implements RegistryServers {
    private final TestingCluster cluster;
    private final List<InstanceSpec> members;

    ZooKeeperEnsemble(int count) throws Exception {
        cluster = new TestingCluster(count);
        cluster.start();
        members = List.copyOf(cluster.getInstances());
    }

    @Override
    public List<String> addresses() {
        return members.stream()
                .map(each -> each.getHostname() + ":" + each.getPort())
                .toList();
    }

    @Override
    public void kill(int member) throws Exception {
        cluster.killServer(members.get(member));
    }

    @Override
    public void restart(int member) throws Exception {
        cluster.restartServer(members.get(member));
    }

    @Override
    public void close() throws IOException {
        cluster.close();
    }
}
