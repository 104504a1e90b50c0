package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The starter in an application that Boot prepared, as it does for native images; it runs in a JVM here. */
class PreparedShopTest {
    private static final String SAY_SO = "--logging.level.org.shardingjdbc.spring.matrix.Shop=info";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.spring.matrix.BootMatrixTest#versions")
    void severalDatabasesAndHintsAreThere(String version) throws Exception {
        String[] arguments = {
            "--spring.profiles.active=several", "--spring.config.import=classpath:application-operated.yml"
        };
        PreparedShop made = PreparedShop.make(version, folder, arguments);
        BootApplication application = BootApplication.prepared(
                        version,
                        made,
                        "--spring.profiles.active=several",
                        SAY_SO,
                        "/actuator/health",
                        "/actuator/sharding")
                .succeeds();
        assertThat(application.output()).contains("Starting AOT-processed Shop");
        assertThat(application.value("data sources")).isEqualTo("archive, orders");
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        assertThat(application.value("even years")).isEqualTo("[of 2024, of 2026]");
        assertThat(application.value("odd years")).isEqualTo("[of 2025]");
        assertThat(application.value("no type")).startsWith("SHD-6008");
        assertThat(application
                        .json("/actuator/health")
                        .at("/components/sharding/components/orders/components/ds_1/status")
                        .asText())
                .isEqualTo("UP");
        assertThat(application.json("/actuator/sharding").at("/databases")).hasSize(2);
        assertThat(application.value("closed")).isEqualTo("true");
        assertThat(application.value("pools left")).isEqualTo("0");
    }

    /** Places and sizes are those of the start, not of the build. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.spring.matrix.BootMatrixTest#versions")
    void propertiesAreReadAtTheStart(String version) throws Exception {
        PreparedShop made = PreparedShop.make(
                version,
                folder,
                "--spring.profiles.active=whole",
                "--spring.config.import=classpath:application-operated.yml");
        BootApplication application = BootApplication.prepared(
                        version,
                        made,
                        "--spring.profiles.active=whole",
                        "--sharding.data-sources.ds_1.maximum-pool-size=6",
                        SAY_SO,
                        "/actuator/sharding")
                .succeeds();
        assertThat(application.output()).contains("Starting AOT-processed Shop");
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        JsonNode pools = application.json("/actuator/sharding").at("/databases/dataSource/dataSources");
        assertThat(pools.at("/ds_0/maximum").asInt()).isEqualTo(4);
        assertThat(pools.at("/ds_1/maximum").asInt()).isEqualTo(6);
    }
}
