package org.shardingjdbc.governance.testkit.instances;

import java.util.List;

/** Instances that stand still or are cut off, with a registry in PostgreSQL. */
class JdbcSleepingTest extends SleepingInstances {
    private static final String REGISTRY = "registry_of_sleepers";

    @Override
    protected String type() {
        return "JDBC";
    }

    @Override
    protected List<String> props(String addresses, String namespace) {
        return PostgresRegistry.props(REGISTRY, addresses, namespace);
    }

    @Override
    protected RegistryServers start() {
        return new PostgresRegistry(REGISTRY);
    }
}
