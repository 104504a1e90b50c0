package org.shardingjdbc.jdbc.internal.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

/** The version that metadata and driver tell is that of the build. */
class LibraryVersionTest {
    @Test
    void isThatOfTheBuild() throws Exception {
        String pom = Files.readString(Path.of("pom.xml"));
        assertThat(pom).contains("<version>" + LibraryVersion.TEXT + "</version>");
        Driver driver = DriverManager.getDriver("jdbc:sharding:classpath:none.yaml");
        assertThat(LibraryVersion.TEXT).startsWith(driver.getMajorVersion() + "." + driver.getMinorVersion() + ".");
    }

    @Test
    void isToldByMetadata() throws Exception {
        Path yaml = Files.createTempFile("version", ".yaml");
        try {
            Files.writeString(yaml, "dataSources: {ds: {jdbcUrl: 'jdbc:h2:mem:version', username: sa}}\nrules: []\n");
            try (Connection connection = DriverManager.getConnection("jdbc:sharding:file:" + yaml)) {
                assertThat(connection.getMetaData().getDriverVersion()).isEqualTo(LibraryVersion.TEXT);
                assertThat(connection.getMetaData().getDriverMajorVersion()).isEqualTo(LibraryVersion.MAJOR);
                assertThat(connection.getMetaData().getDriverMinorVersion()).isEqualTo(LibraryVersion.MINOR);
            }
        } finally {
            Files.delete(yaml);
        }
    }
}
