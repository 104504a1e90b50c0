package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.framework.FrameworkRows;

/**
 * The starter on the versions of Boot that it is for, with the versions of libraries that each of them pins. Of them
 * the oldest and the newest; all with {@code -Dspring.boot.matrix=all}.
 */
class BootMatrixTest {
    private static final List<String> EACH_BUILD = List.of("3.0", "4.0");

    private static final String STARTER = "[Starter](spring-boot.md) for Spring Boot ";
    private static final String DRIVER = "Driver alone with Spring Boot 2.7";

    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("sharding-spring-boot/matrix");

    private static final String EXPLAIN = "/actuator/sharding/dataSource?sql=SELECT%20*%20FROM%20t_order";
    private static final String TABLE = "/actuator/sharding/dataSource?table=t_order";

    static Stream<String> versions() {
        return "all".equals(System.getProperty("spring.boot.matrix"))
                ? Stream.of("3.0", "3.2", "3.5", "4.0")
                : EACH_BUILD.stream();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aDocumentIsAllThereIs(String version) throws Exception {
        BootApplication application = BootApplication.run(
                        version,
                        "--spring.profiles.active=document",
                        "--shop.database=other",
                        "/actuator/health",
                        "/actuator/sharding",
                        EXPLAIN,
                        TABLE,
                        "/actuator/metrics/sharding.statements?tag=database:shop")
                .succeeds();
        assertThat(application.value("boot")).startsWith(version);
        assertThat(application.value("data sources")).isEqualTo("dataSource");
        assertThat(application.value("data source")).isEqualTo("ShardingDataSource");
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        assertThat(application.value("closed")).isEqualTo("true");

        JsonNode health = application.json("/actuator/health").at("/components/sharding");
        assertThat(health.at("/status").asText()).isEqualTo("UP");
        assertThat(health.at("/components/ds_1/details/database").asText()).isEqualTo("H2");
        JsonNode database = application.json("/actuator/sharding").at("/databases/dataSource");
        assertThat(database.at("/databaseName").asText()).isEqualTo("shop");
        assertThat(database.at("/dataSources/ds_1/maximum").asInt()).isEqualTo(4);
        assertThat(database.at("/plans/kept").asInt()).isPositive();
        assertThat(application.json(EXPLAIN).at("/units")).hasSize(2);
        assertThat(application.json(TABLE).at("/dataNodes/1").asText()).isEqualTo("ds_1.t_order");
        assertThat(application
                        .json("/actuator/metrics/sharding.statements?tag=database:shop")
                        .at("/measurements/0/value")
                        .asInt())
                .isPositive();
    }

    /**
     * No driver is named, though H2 is there and would take any URL; no pool stands around ours. Nothing is left for a
     * second start.
     */
    @ParameterizedTest
    @MethodSource("versions")
    void aUrlIsAllThereIs(String version) throws Exception {
        BootApplication application = BootApplication.run(version, "--spring.profiles.active=url", "twice")
                .succeeds();
        assertThat(application.value("data sources")).isEqualTo("dataSource");
        assertThat(application.value("data source")).isEqualTo("ShardingDataSource");
        assertThat(application.value("pools")).isEqualTo("2");
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        assertThat(application.value("pools left")).isEqualTo("0");
        assertThat(application.value("beans left")).isEqualTo("[]");
        assertThat(application.output().lines().filter("rows = [n1, n2, n3, n4]"::equals))
                .hasSize(2);
        assertThat(application.value("closed")).isEqualTo("true");
        if (EACH_BUILD.contains(version)) {
            row(STARTER + version, application);
        }
    }

    /** The data source is closed when the requests have their answers. */
    @ParameterizedTest
    @MethodSource("versions")
    void aRequestEndsBeforeTheDataSource(String version) throws Exception {
        BootApplication application = BootApplication.run(
                        version, "--spring.profiles.active=document", "--server.shutdown=graceful", "slow")
                .succeeds();
        assertThat(application.value("slow")).isEqualTo("n1 n2");
        assertThat(application.value("closed")).isEqualTo("true");
        assertThat(application.value("pools left")).isEqualTo("0");
    }

    /** Also with a profile, which changes a value and replaces a list. */
    @ParameterizedTest
    @MethodSource("versions")
    void propertiesAreTheConfiguration(String version) throws Exception {
        BootApplication application = BootApplication.run(
                        version,
                        "--spring.profiles.active=whole,other",
                        "--sharding.observations=true",
                        "/actuator/sharding")
                .succeeds();
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        JsonNode database = application.json("/actuator/sharding").at("/databases/dataSource");
        assertThat(database.at("/dataSources/ds_1/maximum").asInt()).isEqualTo(7);
        assertThat(database.at("/dataSources/ds_0/maximum").asInt()).isEqualTo(4);
    }

    /** Each is a bean by its name, and the primary one is meant where none is named; methods say hints. */
    @ParameterizedTest
    @MethodSource("versions")
    void severalDatabasesStandInOneContext(String version) throws Exception {
        String health = "/actuator/health";
        BootApplication application = BootApplication.run(
                        version, "--spring.profiles.active=several", health, "/actuator/sharding")
                .succeeds();
        assertThat(application.value("data sources")).isEqualTo("archive, orders");
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        assertThat(application.value("even years")).isEqualTo("[of 2024, of 2026]");
        assertThat(application.value("odd years")).isEqualTo("[of 2025]");
        assertThat(application.value("ds_1")).isEqualTo("[of 2025]");
        assertThat(application.value("no year")).startsWith("the hint '#year' for table 't_order' at ");
        assertThat(application.value("no type")).startsWith("SHD-6008");
        assertThat(application.value("closed")).isEqualTo("true");
        JsonNode components = application.json(health).at("/components/sharding/components");
        assertThat(components.at("/archive/components/ds_0/status").asText()).isEqualTo("UP");
        assertThat(components.at("/orders/components/ds_1/status").asText()).isEqualTo("UP");
        assertThat(application.json("/actuator/sharding").at("/databases")).hasSize(2);
    }

    /** With the JDKs that are installed beside the one that runs the tests, or those that {@code -Djdks} names. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.spring.matrix.InstalledJdks#newer")
    void newerJavaRunsIt(Path java, int version) throws Exception {
        assumeThat(version)
                .as("a JDK newer than 17, beside this one or in -Djdks")
                .isPositive();
        BootApplication application = BootApplication.runOn(
                        java, "4.0", "--spring.profiles.active=document", "--spring.threads.virtual.enabled=true")
                .succeeds();
        assertThat(application.value("java")).isEqualTo(Integer.toString(version));
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        assertThat(application.value("pools left")).isEqualTo("0");
    }

    /** There is no starter for Boot 2.7: the driver and the versions of 2021 are what is tested. */
    @Test
    void theDriverAloneWorksOnBootTwo() throws Exception {
        BootApplication application = BootApplication.run(
                        "2.7",
                        "--spring.datasource.url=jdbc:sharding:classpath:driver.yaml",
                        "--spring.datasource.driver-class-name=org.shardingjdbc.jdbc.ShardingDriver",
                        "--spring.datasource.type=org.springframework.jdbc.datasource.SimpleDriverDataSource")
                .succeeds();
        assertThat(application.value("boot")).startsWith("2.7");
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        row(DRIVER, application);
    }

    /** Of docs/frameworks.md, by what the application said. */
    private static void row(String framework, BootApplication application) {
        String boot = application.value("boot");
        ROWS.row(framework, boot, boot).ran(framework, DatabaseKind.H2, application.value("database"));
    }
}
