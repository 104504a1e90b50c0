package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registries whose jar is not on the class path, which here has the database's only. */
class MissingRegistryTest {
    private static GovernedInstances of(String type) {
        return new GovernedInstances("missing", "  type: Cluster\n  repository: {type: " + type + "}\n");
    }

    @ParameterizedTest
    @CsvSource({"ZooKeeper, zookeeper", "zookeeper, zookeeper", "etcd, etcd", "Etcd, etcd"})
    void theMissingJarIsNamed(String type, String jar) {
        assertThatThrownBy(() -> of(type).open(1))
                .hasMessageContaining("SHD-7001")
                .hasMessageContaining("type " + type)
                .hasMessageContaining("org.shardingjdbc:sharding-governance-" + jar);
    }

    @Test
    void anUnknownTypeIsToldWithThoseThatThereAre() {
        assertThatThrownBy(() -> of("Consul").open(1))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("'Consul'")
                .hasMessageContaining("JDBC, ZooKeeper and etcd");
    }
}
