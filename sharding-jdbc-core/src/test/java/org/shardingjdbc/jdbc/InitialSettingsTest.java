package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.deploy.DifferingSettings;
import org.shardingjdbc.jdbc.internal.deploy.PoolOpener;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Connections that read SQL otherwise than the parser are refused when the data source is opened. */
class InitialSettingsTest {
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void sqlModeIsLookedAt(DatabaseKind kind) {
        assertThatThrownBy(() -> open(kind, "SET SESSION sql_mode = 'ANSI_QUOTES'"))
                .hasMessageStartingWith("SHD-3104: Data source ds_0 opens its connections with sql_mode = ")
                .hasMessageContaining("ANSI_QUOTES");
    }

    @Test
    void stringsOfPostgreSqlAreLookedAt() {
        assertThatThrownBy(() -> open(DatabaseKind.POSTGRESQL, "SET standard_conforming_strings = off"))
                .hasMessageStartingWith(
                        "SHD-3104: Data source ds_0 opens its connections with standard_conforming_strings = OFF");
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void encodingsAndCommitsAreLookedAt(DatabaseKind kind) {
        assertThatThrownBy(() -> open(kind, "SET NAMES latin1"))
                .hasMessageStartingWith("SHD-3104: Data source ds_0 opens its connections with character_set_client = ")
                .hasMessageContaining("utf8mb4");
        assertThatThrownBy(() -> open(kind, "SET completion_type = 1"))
                .hasMessageStartingWith(
                        "SHD-3104: Data source ds_0 opens its connections with completion_type = CHAIN");
        assertThatThrownBy(() -> open(kind, "SET max_sort_length = 64"))
                .hasMessageStartingWith("SHD-3104: Data source ds_0 opens its connections with max_sort_length = 64");
    }

    @Test
    void roundedNumbersOfPostgreSqlAreLookedAt() {
        assertThatThrownBy(() -> open(DatabaseKind.POSTGRESQL, "SET extra_float_digits = 0"))
                .hasMessageStartingWith("SHD-3104: Data source ds_0 opens its connections with extra_float_digits = 0");
    }

    @Test
    void orderOfNullsOfH2IsLookedAt() {
        assertThatThrownBy(() -> open(DatabaseKind.H2, "SET DEFAULT_NULL_ORDERING HIGH"))
                .hasMessageStartingWith(
                        "SHD-3104: Data source ds_0 opens its connections with default_null_ordering = HIGH");
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
    void differencesAreWarnedOf(DatabaseKind kind) throws Exception {
        String zone =
                kind == DatabaseKind.POSTGRESQL ? "SET TIME ZONE 'Asia/Tokyo'" : "SET SESSION time_zone = '+09:00'";
        List<ShardPool> pools = new ArrayList<>();
        try {
            pools.add(pool(kind, 0, "SELECT 1"));
            pools.add(pool(kind, 1, "SELECT 1"));
            assertThat(DifferingSettings.warnings(pools)).isEmpty();
            pools.add(pool(kind, 2, zone));
            assertThat(DifferingSettings.warnings(pools)).singleElement().satisfies(warning -> assertThat(warning)
                    .startsWith("Data sources begin their connections with different values of ")
                    .containsIgnoringCase("time")
                    .contains("ds_2="));
        } finally {
            pools.forEach(ShardPool::close);
        }
    }

    private static ShardPool pool(DatabaseKind kind, int number, String initialSql) {
        TestServer server = TestServer.of(kind);
        String name = "differing_" + number;
        DataSourceConfiguration source = new DataSourceConfiguration.Pooled(Map.of(
                "jdbcUrl",
                server.createDatabase(name),
                "username",
                server.user(),
                "password",
                server.password(),
                "connectionInitSql",
                initialSql));
        return PoolOpener.open(number, "ds_" + number, source, false, false);
    }

    @Test
    void defaultsAreFine() throws Exception {
        open(DatabaseKind.MARIADB, "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ZERO_DATE'");
        open(DatabaseKind.MYSQL, "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ONLY_FULL_GROUP_BY'");
        open(DatabaseKind.POSTGRESQL, "SET standard_conforming_strings = on");
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void dataSourcesThatAreGivenAreLookedAtToo(DatabaseKind kind) {
        TestServer server = TestServer.of(kind);
        server.createDatabase("initial");
        HikariConfig config = new HikariConfig();
        config.setDataSource(server.dataSource("initial"));
        config.setConnectionInitSql("SET SESSION sql_mode = 'PIPES_AS_CONCAT'");
        try (HikariDataSource given = new HikariDataSource(config)) {
            assertThatThrownBy(() -> ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                                    .dataSource("ds_0", given)
                                    .build())
                            .close())
                    .hasMessageStartingWith("SHD-3104: Data source ds_0 ");
        }
    }

    /** Of two data sources it was said that they are one database. */
    @Test
    void databasesThatAreCalledSchemasAreRefusedAsSuch() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.MYSQL).with("databaseTerm=SCHEMA");
        for (int dataSources = 1; dataSources <= 2; dataSources++) {
            StringBuilder yaml = new StringBuilder("dataSources:\n");
            for (int i = 0; i < dataSources; i++) {
                yaml.append("  ds_%d: {jdbcUrl: \"%s\", username: \"%s\", password: \"%s\"}%n"
                        .formatted(i, server.createDatabase("term_" + i), server.user(), server.password()));
            }
            yaml.append("rules: []\n");
            assertThatThrownBy(() -> ShardingDataSourceFactory.create(
                                    new ByteArrayInputStream(yaml.toString().getBytes(StandardCharsets.UTF_8)))
                            .close())
                    .hasMessageStartingWith(
                            "SHD-3104: Data source ds_0 opens its connections with databaseTerm = SCHEMA: ");
        }
        open(TestServer.of(DatabaseKind.MYSQL).with("databaseTerm=CATALOG"), "SELECT 1");
    }

    private static void open(DatabaseKind kind, String initialSql) throws Exception {
        open(TestServer.of(kind), initialSql);
    }

    private static void open(TestServer server, String initialSql) throws Exception {
        String yaml = """
                dataSources:
                  ds_0:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                    connectionInitSql: "%s"
                rules: []
                """.formatted(server.createDatabase("initial"), server.user(), server.password(), initialSql);
        ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
                .close();
    }
}
