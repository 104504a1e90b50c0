package org.shardingjdbc.governance.testkit.instances;

import java.util.List;
import org.junit.jupiter.api.Tag;

/** Handovers of all instances under load, with a registry in PostgreSQL. */
@Tag("load")
class JdbcHandoversUnderLoadTest extends HandoversUnderLoad {
    private static final String REGISTRY = "registry_of_handovers";

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

    @Override
    protected boolean mayRestart() {
        return false;
    }
}
