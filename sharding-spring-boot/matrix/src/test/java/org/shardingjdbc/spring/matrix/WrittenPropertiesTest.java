package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Properties as teams write them, who have other ones in their files already. */
class WrittenPropertiesTest {
    private static final String POOL = "sharding.data-sources.ds_0.";
    private static final String[] ONE = {POOL + "jdbc-url=jdbc:h2:mem:written", POOL + "username=sa"};

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @Test
    void propertiesOfADriverHaveDotsInTheirNames() {
        try (ConfigurableApplicationContext context = run(
                POOL + "data-source-properties.oracle.net.timeout=1",
                POOL + "data-source-properties.[read-only]=2",
                POOL + "data-source-properties.default-type=3")) {
            assertThat(pool(context).getDataSourceProperties())
                    .containsOnly(
                            Map.entry("oracle.net.timeout", "1"),
                            Map.entry("read-only", "2"),
                            Map.entry("default-type", "3"));
        }
    }

    /** Only lists are taken whole. */
    @Test
    void aNameInBracketsIsNoIndexOfAList() {
        String properties = POOL + "data-source-properties";
        try (ConfigurableApplicationContext context = application()
                .properties(properties + ".[a.b]=below", properties + ".[c.d]=below")
                .properties(ONE)
                .run("--" + properties + ".[a.b]=above")) {
            assertThat(pool(context).getDataSourceProperties())
                    .containsOnly(Map.entry("a.b", "above"), Map.entry("c.d", "below"));
        }
    }

    @Test
    void aListHasTheOrderOfItsIndexes() throws Exception {
        try (ConfigurableApplicationContext context = run(
                "sharding.rules.sharding.tables.t_a.actual-data-nodes=ds_0.t_a",
                "sharding.rules.sharding.tables.t_b.actual-data-nodes=ds_0.t_b",
                "sharding.rules.sharding.binding-tables[1].name=second",
                "sharding.rules.sharding.binding-tables[1].tables=t_b",
                "sharding.rules.sharding.binding-tables[0].name=first",
                "sharding.rules.sharding.binding-tables[0].tables=t_a")) {
            assertThat(context.getBean(ShardingDataSource.class)
                            .configuration()
                            .rules()
                            .toString())
                    .matches("(?s).*first.*second.*");
        }
    }

    @Test
    void aDataSourceMayBeCalledAsAKeyIs() {
        try (ConfigurableApplicationContext context = run(
                "sharding.data-sources.read-only.jdbc-url=jdbc:h2:mem:read",
                "sharding.data-sources.read-only.username=sa")) {
            assertThat(context.getBean(ShardingDataSource.class).dataSources()).containsOnlyKeys("ds_0", "read-only");
        }
    }

    @Test
    void aPasswordMayHaveControlCharacters() {
        try (ConfigurableApplicationContext context = run(POOL + "password=\u0007\r\"\\")) {
            assertThat(pool(context).getPassword()).isEqualTo("\u0007\r\"\\");
        }
    }

    @Test
    void databasesMayHaveAnyName() {
        try (ConfigurableApplicationContext context = application()
                .properties(
                        "sharding.primary=my_Orders",
                        "sharding.databases.my_Orders.data-sources.ds_0.jdbc-url=jdbc:h2:mem:written",
                        "sharding.databases.my_Orders.data-sources.ds_0.username=sa",
                        "sharding.databases.old-ones.config=classpath:archive.yaml")
                .run()) {
            assertThat(context.getBeansOfType(ShardingDataSource.class)).containsOnlyKeys("my_Orders", "old-ones");
            assertThat(context.getBean(ShardingDataSource.class).dataSources()).containsOnlyKeys("ds_0");
        }
    }

    @Test
    void rulesAreNoList() {
        refused(
                "sharding.rules must be a map in properties, with each rule by its name",
                "sharding.rules[0].broadcast.tables[0]=t_a");
    }

    /** As the document has them; Spring fails before anything of ours is asked. */
    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void theTagOfARuleIsToldToBeAKey(@TempDir Path folder, CapturedOutput output) throws Exception {
        Path file = Files.writeString(folder.resolve("application.yml"), """
                sharding:
                  rules:
                  - !READWRITE_SPLITTING
                    dataSourceGroups: {}
                """);
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.ERROR);
        assertThatThrownBy(() -> new SpringApplicationBuilder(Application.class)
                        .web(WebApplicationType.NONE)
                        .run("--spring.config.location=file:" + file))
                .isNotNull();
        assertThat(output)
                .contains("have the tag !READWRITE_SPLITTING at line 3, and Spring reads no tags")
                .contains("write it as a key: 'sharding.rules.readwrite-splitting'");
    }

    /** Else Boot would make an embedded database, which has no shards. */
    @Test
    void rulesWithoutDataSourcesAreAConfiguration() {
        assertThatThrownBy(() -> application()
                        .run(
                                "--sharding.datasource.ds_0.jdbc-url=jdbc:h2:mem:written",
                                "--sharding.rules.broadcast.tables=t_a"))
                .hasStackTraceContaining("sharding.datasource.ds_0.jdbc-url")
                .hasStackTraceContaining("did you mean 'data-sources'?");
        assertThatThrownBy(() -> application().run("--sharding.rules.broadcast.tables=t_a"))
                .hasStackTraceContaining("no data source is configured");
    }

    @Test
    void whatStandsBesideADocumentIsNotLost() {
        refused(
                "'dataSources' stands below sharding, but the configuration is the document that sharding.config names",
                "sharding.config=classpath:driver.yaml");
        refused(
                "the document that spring.datasource.url names",
                "spring.datasource.url=jdbc:sharding:classpath:driver.yaml");
    }

    @Test
    void whatIsNoDocumentIsNamedWithItsProperty(@TempDir Path folder) throws Exception {
        unreadable("classpath:none.yaml", "'classpath:none.yaml' of the property sharding.config cannot be read");
        Files.createFile(folder.resolve("some.yaml"));
        unreadable("file:" + folder, "it is a folder");
        assertThatThrownBy(() -> application().run("--spring.datasource.url=jdbc:sharding:" + folder))
                .rootCause()
                .hasMessageContaining("behind jdbc:sharding: stands neither classpath: nor file:");
    }

    /** Spring's message has the text around a placeholder, and what the placeholders before it were filled with. */
    @Test
    void aPlaceholderWithoutAValueShowsNoSecret() {
        assertThatThrownBy(() -> run("secret=Hidden-${no.such}", POOL + "password=${secret}"))
                .rootCause()
                .hasMessageContaining("'no.such' (dataSources.ds_0.password)")
                .hasMessageNotContaining("Hidden");
    }

    private static void unreadable(String location, String message) {
        assertThatThrownBy(() -> application().run("--sharding.config=" + location))
                .hasStackTraceContaining(message);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void aVariableForWhatNoFileHasIsNamed(CapturedOutput output) {
        Map<String, Object> variables = Map.of(
                "SHARDING_DATASOURCES_DS_0_USERNAME", "sa",
                "SHARDING_DATASOURCES_DS_0_POOLNAME", "unheard",
                "SHARDING_DATA_SOURCES_DS_1_PASSWORD", "unheard",
                "SHARDING_MODELS", "of something else",
                "SHARDING_TEST_POSTGRESQL_URL", "of something else");
        try (ConfigurableApplicationContext context = application()
                .properties(ONE)
                .initializers(made -> made.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)))
                .run("--logging.level.org.shardingjdbc=warn")) {
            assertThat(pool(context).getPoolName()).isNotEqualTo("unheard");
        }
        assertThat(output)
                .contains("SHARDING_DATASOURCES_DS_0_POOLNAME gives no property of sharding")
                .contains("${SHARDING_DATASOURCES_DS_0_POOLNAME}")
                .contains("SHARDING_DATA_SOURCES_DS_1_PASSWORD gives no property of sharding")
                .doesNotContain("DS_0_USERNAME")
                .doesNotContain("SHARDING_MODELS")
                .doesNotContain("SHARDING_TEST");
    }

    private static void refused(String message, String... properties) {
        assertThatThrownBy(() -> run(properties).close())
                .rootCause()
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining(message);
    }

    private static HikariDataSource pool(ConfigurableApplicationContext context) {
        return (HikariDataSource)
                context.getBean(ShardingDataSource.class).dataSources().get("ds_0");
    }

    /** With one data source, and further properties in an order that is kept. */
    private static ConfigurableApplicationContext run(String... properties) {
        String[] arguments = new String[properties.length];
        for (int i = 0; i < properties.length; i++) {
            arguments[i] = "--" + properties[i];
        }
        return application().properties(ONE).run(arguments);
    }

    private static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .properties("logging.level.root=off", "spring.main.banner-mode=off");
    }
}
