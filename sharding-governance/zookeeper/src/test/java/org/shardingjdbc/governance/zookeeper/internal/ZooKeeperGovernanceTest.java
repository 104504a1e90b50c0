package org.shardingjdbc.governance.zookeeper.internal;

import java.util.Map;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.shardingjdbc.governance.RepositoryProvider;
import org.shardingjdbc.governance.testkit.GovernanceContract;

/** Several instances in this process, with a real ZooKeeper. */
class ZooKeeperGovernanceTest extends GovernanceContract {
    private static TestingServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = new TestingServer();
    }

    @AfterAll
    static void closeServer() throws Exception {
        server.close();
    }

    @Override
    protected RepositoryProvider provider() {
        return new ZooKeeperRepositories();
    }

    @Override
    protected Map<String, String> props() {
        return Map.of(
                "server-lists",
                server.getConnectString(),
                "retryIntervalMilliseconds",
                "100",
                "maxRetries",
                "1",
                "timeToLiveSeconds",
                "5");
    }

    @Override
    protected void stop() throws Exception {
        server.stop();
    }

    @Override
    protected void restart() throws Exception {
        server.restart();
    }
}
