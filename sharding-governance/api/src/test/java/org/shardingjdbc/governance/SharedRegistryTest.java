package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.governance.jdbc.internal.JdbcRepositories;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** What instances and namespaces have in common, and what not. */
class SharedRegistryTest {
    private static GovernedInstances instances(String name, String type, String url) {
        return new GovernedInstances(name, """
                  type: %s
                  repository:
                    type: JDBC
                    props:
                      jdbc_url: '%s'
                      pollIntervalMilliseconds: 50
                """.formatted(type, url));
    }

    private static ShardingConfiguration keys(GovernedInstances instances, String props) {
        return instances.document("""
                dataSources:
                  ds_0:
                    jdbcUrl: jdbc:h2:mem:shared_keys;DB_CLOSE_DELAY=-1
                    username: sa
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_0.t_order
                      keyGenerateStrategy: {column: order_id, keyGeneratorName: snow}
                  keyGenerators:
                    snow:
                      type: SNOWFLAKE
                      props:
                        max-vibration-offset: 1
                        %s
                """.formatted(props));
    }

    @Test
    void oneWorkerIdForAllInstancesIsRefused() throws SQLException {
        GovernedInstances instances = instances(
                        "shared_ids", "Cluster", "jdbc:h2:mem:shared_ids_registry;DB_CLOSE_DELAY=-1")
                .with("WORKER", "3");
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(keys(instances, "worker-id: 7")))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("keyGenerators.snow.props.worker-id would be the same for all instances");
        try (ShardingDataSource own = ShardingDataSourceFactory.create(keys(instances, "worker-id: $${WORKER}"))) {
            assertThatThrownBy(() -> own.reconfigure(keys(instances, "worker-id: 7")))
                    .hasMessageContaining("SHD-7002")
                    .hasMessageContaining("worker-id");
            assertThat(own.governance().version()).isEqualTo(1);
            own.reconfigure(keys(instances, ""));
            assertThat(own.governance().version()).isEqualTo(2);
        }
    }

    @Test
    void aSingleInstanceMayHaveAWorkerIdOfItsOwn(@TempDir Path folder) throws SQLException {
        try (ShardingDataSource only = ShardingDataSourceFactory.create(keys(
                instances("shared_not", "Standalone", "jdbc:h2:file:" + folder.resolve("registry")), "worker-id: 7"))) {
            assertThat(only.governance().version()).isEqualTo(1);
        }
    }

    @Test
    void aDataSourceWithACommaIsDisabledAndNoOther() throws SQLException {
        ShardingConfiguration configuration = instances(
                        "shared_commas", "Cluster", "jdbc:h2:mem:shared_commas_registry")
                .document("""
                dataSources:
                  'ds,ds_1':
                    jdbcUrl: jdbc:h2:mem:shared_comma_0
                    username: sa
                  ds_1:
                    jdbcUrl: jdbc:h2:mem:shared_comma_1
                    username: sa
                rules: []
                """);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration)) {
            dataSource.governance().disable("ds,ds_1");
            assertThat(dataSource.governance().switches().disabled()).containsExactly("ds,ds_1");
            dataSource.governance().enable("ds,ds_1");
            assertThat(dataSource.governance().switches().disabled()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"remote-wins", "local-wins"})
    void anotherLogicDatabaseDoesNotTakeTheConfigurationOver(String wins) throws SQLException {
        String url = "jdbc:h2:mem:shared_names_" + wins;
        GovernedInstances instances = instances("shared_names", "Cluster\n  whenDifferent: " + wins, url);
        String document = """
                databaseName: %s
                dataSources:
                  ds_0:
                    jdbcUrl: jdbc:h2:mem:shared_names_%s
                    username: sa
                rules: []
                """;
        try (ShardingDataSource shop =
                ShardingDataSourceFactory.create(instances.document(document.formatted("shop", "0")))) {
            ShardingConfiguration stock = instances.document(document.formatted("stock", "1"));
            assertThatThrownBy(() -> ShardingDataSourceFactory.create(stock))
                    .hasMessageContaining("SHD-7002")
                    .hasMessageContaining("'shop'")
                    .hasMessageContaining("'stock'")
                    .hasMessageContaining("namespace");
            assertThat(shop.governance().version()).isEqualTo(1);
        }
    }

    @Test
    void anInstanceStartsWithWhatIsSwitchedOff() throws SQLException {
        GovernedInstances instances =
                instances("shared_switches", "Cluster", "jdbc:h2:mem:shared_switches;DB_CLOSE_DELAY=-1");
        try (ShardingDataSource first = instances.open(1)) {
            first.governance().disable("ds_1");
            for (int i = 0; i < 20; i++) {
                try (ShardingDataSource next = instances.open(1)) {
                    assertThat(next.governance().switches().disabled()).containsExactly("ds_1");
                }
            }
        }
    }

    private static Repository repository(TestServer server, String database, String namespace) {
        return new JdbcRepositories()
                .open(new RepositoryProps(new TreeMap<>(Map.of(
                        "jdbc_url",
                        server.jdbcUrl(database),
                        "username",
                        server.user(),
                        "password",
                        server.password(),
                        "namespace",
                        namespace))));
    }

    /** Some databases tell capital letters from small ones, and some do not. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void namespacesThatDifferInCaseAreApartOrRefused(DatabaseKind kind) {
        TestServer server = TestServer.of(kind);
        server.createDatabase("shared_case");
        try (Repository shop = repository(server, "shared_case", "shop");
                Repository capital = repository(server, "shared_case", "Shop")) {
            assertThat(shop.write("configuration", "a", 0)).isEqualTo(1);
            if (kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB) {
                assertThatThrownBy(() -> capital.read("configuration"))
                        .hasMessageContaining("SHD-7002")
                        .hasMessageContaining("'Shop'")
                        .hasMessageContaining("'shop/configuration'");
            } else {
                assertThat(capital.read("configuration")).isNull();
                assertThat(capital.write("configuration", "b", 0)).isEqualTo(1);
            }
            assertThat(shop.read("configuration").value()).isEqualTo("a");
        } finally {
            server.dropDatabase("shared_case");
        }
    }

    @Test
    void aNamespaceThatKeysHaveNoRoomForIsRefused() {
        assertThatThrownBy(() -> repository(TestServer.of(DatabaseKind.H2), "shared_long", "x".repeat(101)))
                .hasMessageContaining("SHD-7002")
                .hasMessageContaining("namespace has 101 characters");
    }
}
