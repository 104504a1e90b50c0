package org.shardingjdbc.governance.testkit.instances;

import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Instances that stand still or are cut off, with a registry in PostgreSQL. */
class JdbcSleepingTest extends SleepingInstances {
    private static final TestServer REGISTRY = TestServer.of(DatabaseKind.POSTGRESQL);

    @Override
    protected String type() {
        return "JDBC";
    }

    @Override
    protected List<String> props(String addresses, String namespace) {
        return List.of(
                "jdbc_url: 'jdbc:postgresql://" + addresses + "/registry_of_sleepers'",
                "username: " + REGISTRY.user(),
                "password: " + REGISTRY.password(),
                "namespace: " + namespace);
    }

    @Override
    protected RegistryServers start() {
        String url = REGISTRY.createDatabase("registry_of_sleepers");
        String address = url.substring(url.indexOf("//") + 2, url.lastIndexOf('/'));
        return new RegistryServers() {
            @Override
            public List<String> addresses() {
                return List.of(address);
            }

            @Override
            public void kill(int member) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void restart(int member) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void close() {
                // the server is that of all tests
            }
        };
    }
}
