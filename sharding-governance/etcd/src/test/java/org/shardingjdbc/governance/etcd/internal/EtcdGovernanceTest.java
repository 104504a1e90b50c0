package org.shardingjdbc.governance.etcd.internal;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.shardingjdbc.governance.RepositoryProvider;
import org.shardingjdbc.governance.testkit.GovernanceContract;

/** Several instances in this process, with a real etcd. Skipped where it is not installed. */
class EtcdGovernanceTest extends GovernanceContract {
    private static EtcdServer server;

    @BeforeAll
    static void startServer() throws IOException {
        server = EtcdServer.plain();
    }

    @AfterAll
    static void closeServer() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected RepositoryProvider provider() {
        return new EtcdRepositories();
    }

    @Override
    protected Map<String, String> props() {
        return Map.of("server-lists", server.address(), "timeToLiveSeconds", "5");
    }

    @Override
    protected void stop() {
        server.kill();
    }

    @Override
    protected void restart() throws IOException {
        server.start();
    }
}
