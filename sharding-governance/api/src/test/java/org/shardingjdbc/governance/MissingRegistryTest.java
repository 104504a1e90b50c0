package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    /** Of the type of the library's registry in a database. */
    public static final class OtherRepositories implements RepositoryProvider {
        @Override
        public String type() {
            return "jdbc";
        }

        @Override
        public Repository open(RepositoryProps props) {
            throw new AssertionError("nobody uses it");
        }
    }

    @Test
    void twoRegistriesOfOneTypeAreNamed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("META-INF/services/" + RepositoryProvider.class.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, OtherRepositories.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            assertThatThrownBy(() -> of("JDBC").open(1))
                    .hasMessageContaining("SHD-3001")
                    .hasMessageContaining("repository type 'jdbc' exists twice")
                    .hasMessageContaining(OtherRepositories.class.getName());
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
