package org.shardingjdbc.governance.zookeeper.internal;

import java.io.IOException;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.shardingjdbc.governance.testkit.instances.RegistryServers;

/** A ZooKeeper in this process. */
final class OneZooKeeper implements RegistryServers {
    private final TestingServer server;

    OneZooKeeper() throws Exception {
        server = new TestingServer();
    }

    @Override
    public List<String> addresses() {
        return List.of(server.getConnectString());
    }

    @Override
    public void kill(int member) throws IOException {
        server.stop();
    }

    @Override
    public void restart(int member) throws Exception {
        server.restart();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
