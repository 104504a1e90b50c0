package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Two data sources that are one place are refused by the names of both. */
class SameDatabasesTest {
    private static ShardingDataSource open(TestServer server, String first, String second, String props)
            throws SQLException {
        String yaml =
                """
                dataSources:
                  ds_0:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                  ds_1:
                    jdbcUrl: "%s"
                    username: "%s"
                    password: "%s"
                    maximumPoolSize: 3
                rules: []
                %s
                """.formatted(first, server.user(), server.password(), second, server.user(), server.password(), props);
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static String otherwise(DatabaseKind kind, String url) {
        return switch (kind) {
            case H2 -> url + ";LOCK_TIMEOUT=2000";
            default -> url + (url.indexOf('?') < 0 ? "?" : "&") + "connectTimeout=10000";
        };
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void oneUrlTwiceIsRefused(DatabaseKind kind) {
        TestServer server = TestServer.of(kind);
        String url = server.createDatabase("same_place");
        for (String second : new String[] {url, otherwise(kind, url)}) {
            assertThatThrownBy(() -> open(server, url, second, ""))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-3106")
                    .hasMessageContaining("ds_0")
                    .hasMessageContaining("ds_1");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void databasesOfOneServerAreDifferent(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        try (ShardingDataSource opened =
                open(server, server.createDatabase("same_0"), server.createDatabase("same_1"), "")) {
            assertThat(opened.dataSources()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL"})
    void schemasOfOneDatabaseAreDifferent(DatabaseKind kind) throws SQLException {
        try (TwoSchemas schemas = new TwoSchemas(kind);
                ShardingDataSource opened = open(schemas.server, schemas.url(0), schemas.url(1), "")) {
            assertThat(opened.dataSources()).hasSize(2);
        }
    }

    /** A database with the schemas s_0 and s_1. */
    private static final class TwoSchemas implements AutoCloseable {
        private final DatabaseKind kind;
        private final TestServer server;
        private final String url;

        TwoSchemas(DatabaseKind kind) throws SQLException {
            this.kind = kind;
            this.server = TestServer.of(kind);
            this.url = server.createDatabase("same_schemas");
            try (var connection = server.dataSource("same_schemas").getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA s_0");
                statement.execute("CREATE SCHEMA s_1");
            }
        }

        String url(int schema) {
            return kind == DatabaseKind.H2
                    ? url + ";SCHEMA=S_" + schema
                    : url + (url.indexOf('?') < 0 ? "?" : "&") + "currentSchema=s_" + schema;
        }

        @Override
        public void close() {
            server.dropDatabase("same_schemas");
        }
    }

    @Test
    void lazyDataSourcesOfOneUrlAreRefusedWithoutConnecting() {
        String dead = "jdbc:h2:tcp://localhost:1/none";
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(
                        new ByteArrayInputStream("""
                        dataSources:
                          ds_0:
                            jdbcUrl: %s
                          ds_1:
                            jdbcUrl: %s
                        rules: []
                        props:
                          lazy-data-sources: true
                        """.formatted(dead, dead).getBytes(StandardCharsets.UTF_8))))
                .hasMessageContaining("SHD-3106");
    }

    @Test
    void oneDataSourceGivenTwiceIsRefused() {
        TestServer server = TestServer.of(DatabaseKind.H2);
        server.createDatabase("same_given");
        DataSource given = server.dataSource("same_given");
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                        .dataSource("ds_0", given)
                        .dataSource("ds_1", given)
                        .build()))
                .hasMessageContaining("SHD-3106");
    }
}
