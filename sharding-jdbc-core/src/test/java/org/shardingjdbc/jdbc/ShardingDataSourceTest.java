package org.shardingjdbc.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.PrefixDriver;

final class ShardingDataSourceTest {
    private static final TestServer H2 = TestServer.of(DatabaseKind.H2);

    @TempDir
    private Path directory;

    private static Map<String, String> pool(String database) {
        return Map.of("jdbcUrl", H2.jdbcUrl(database), "username", "sa", "maximumPoolSize", "4");
    }

    private static ShardingConfiguration configuration(int tables, String... dataSources) {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        for (String dataSource : dataSources) {
            builder.dataSource(dataSource, pool("sds_" + dataSource));
        }
        return builder.rule(rule(tables, String.join(",", dataSources)))
                .prop(PropKey.MAX_CONNECTIONS_SIZE_PER_QUERY, 4)
                .build();
    }

    private static ShardingRuleConfiguration rule(int tables, String dataSources) {
        return ShardingRuleConfiguration.builder()
                .autoTable(new AutoTableConfiguration(
                        "t_order", dataSources, StrategyConfiguration.standard("order_id", "mod")))
                .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", Integer.toString(tables)))
                .build();
    }

    private static void create(DataSource dataSource, int rows) throws SQLException {
        run(dataSource, "DROP TABLE IF EXISTS t_order");
        run(dataSource, "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
        for (int i = 0; i < rows; i++) {
            run(dataSource, "INSERT INTO t_order VALUES (" + i + ", 'n" + i + "')");
        }
    }

    private static void run(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long count(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void reconfigurationKeepsPoolsThatStayAndClosesThoseThatGo() throws SQLException {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(4, "a", "b"))) {
            create(dataSource, 20);
            HikariDataSource a = (HikariDataSource) dataSource.dataSources().get("a");
            HikariDataSource b = (HikariDataSource) dataSource.dataSources().get("b");
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM t_order ORDER BY order_id")) {
                rows.next();
                dataSource.reconfigure(configuration(2, "a", "c"));
                assertThat(dataSource.dataSources().keySet()).containsExactly("a", "c");
                assertThat(dataSource.dataSources().get("a")).isSameAs(a);
                int left = 1;
                while (rows.next()) {
                    left++;
                }
                assertThat(left).isEqualTo(20);
                assertThat(requireNonNull(b).isClosed()).isFalse();
            }
            assertThat(b.isClosed()).isTrue();
            assertThat(requireNonNull(a).isClosed()).isFalse();
            create(dataSource, 10);
            assertThat(count(dataSource)).isEqualTo(10);
            assertThat(dataSource.explain("SELECT * FROM t_order").units())
                    .extracting(ExplainedUnit::dataSourceName)
                    .containsExactlyInAnyOrder("a", "c");
        }
    }

    @Test
    void aQueryPreparedAsACallIsRoutedOverOneDataSourceToo() throws SQLException {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(4, "call"))) {
            create(dataSource, 8);
            try (Connection connection = dataSource.getConnection();
                    CallableStatement one = connection.prepareCall("SELECT note FROM t_order WHERE order_id = ?");
                    CallableStatement all = connection.prepareCall("SELECT COUNT(*) FROM t_order")) {
                one.setLong(1, 5);
                try (ResultSet row = one.executeQuery();
                        ResultSet count = all.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).isEqualTo("n5");
                    assertThat(count.next()).isTrue();
                    assertThat(count.getInt(1)).isEqualTo(8);
                }
            }
        }
    }

    @Test
    void preparedStatementsAndTransactionsOutliveReconfiguration() throws SQLException {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(4, "p", "q"))) {
            create(dataSource, 8);
            try (Connection connection = dataSource.getConnection();
                    var statement = connection.prepareStatement("SELECT note FROM t_order WHERE order_id = ?")) {
                connection.setAutoCommit(false);
                statement.setLong(1, 1);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                }
                dataSource.reconfigure(configuration(4, "p", "q"));
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(1)).isEqualTo("n1");
                }
                connection.commit();
            }
            assertThat(count(dataSource)).isEqualTo(8);
        }
    }

    @Test
    void mistakenReconfigurationChangesNothing() throws SQLException {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(4, "m"))) {
            create(dataSource, 3);
            ShardingConfiguration wrong = ShardingConfiguration.builder()
                    .dataSource("m", pool("sds_m"))
                    .dataSource(
                            "new", Map.of("jdbcUrl", "jdbc:postgresql://127.0.0.1:1/none", "connectionTimeout", "250"))
                    .rule(rule(4, "m"))
                    .build();
            assertThatThrownBy(() -> dataSource.reconfigure(wrong))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-5005")
                    .hasMessageContaining("new");
            assertThat(count(dataSource)).isEqualTo(3);
        }
    }

    @Test
    void dataSourcesOfDifferentKindsAreRefused() {
        ShardingConfiguration mixed = ShardingConfiguration.builder()
                .dataSource("h", pool("sds_h"))
                .dataSource(
                        "p",
                        Map.of(
                                "jdbcUrl",
                                "jdbc:postgresql://127.0.0.1:1/none",
                                "initializationFailTimeout",
                                "-1",
                                "connectionTimeout",
                                "250"))
                .build();
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(mixed)).hasMessageContaining("SHD-3101");
    }

    @Test
    void dataSourceThatMayBeDownAtStartFailsWhenItIsUsed() throws SQLException {
        ShardingConfiguration down = ShardingConfiguration.builder()
                .dataSource(
                        "down",
                        Map.of(
                                "jdbcUrl",
                                "jdbc:postgresql://127.0.0.1:1/none",
                                "initializationFailTimeout",
                                "-1",
                                "connectionTimeout",
                                "250"))
                .build();
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(down)) {
            assertThatThrownBy(() -> run(dataSource, "SELECT 1"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("down");
        }
    }

    @Test
    void dataSourcesOfTheApplicationAreUsedAndNotClosed() throws SQLException {
        H2.createDatabase("sds_given");
        try (HikariDataSource pool = H2.pool("sds_given", 3)) {
            ShardingConfiguration given = ShardingConfiguration.builder()
                    .dataSource("pooled", pool)
                    .dataSource("plain", H2.dataSource("sds_plain"))
                    .rule(rule(4, "pooled,plain"))
                    .build();
            try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(given)) {
                create(dataSource, 12);
                assertThat(count(dataSource)).isEqualTo(12);
            }
            assertThat(pool.isClosed()).isFalse();
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
    }

    @Test
    void closedDataSourceRefuses() throws SQLException {
        ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(2, "z"));
        Connection connection = dataSource.getConnection();
        dataSource.close();
        dataSource.close();
        assertThat(dataSource.isClosed()).isTrue();
        assertThatThrownBy(dataSource::getConnection).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> dataSource.explain("SELECT 1")).isInstanceOf(SQLException.class);
        connection.close();
    }

    @Test
    void connectionsOfAClosedDataSourceReachNoDatabaseAnyMore() throws SQLException {
        ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(2, "y", "z"));
        create(dataSource, 2);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            dataSource.close();
            for (String sql : List.of(
                    "SELECT note FROM t_order", "SELECT note FROM t_order WHERE order_id = 1", "DELETE FROM t_order")) {
                assertThatThrownBy(() -> statement.execute(sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-5007: This data source is closed");
            }
            assertThat(connection.isValid(1)).isFalse();
        }
    }

    @Test
    void unwrapsToItselfAndToTheOnlyPool() throws SQLException {
        try (ShardingDataSource one = ShardingDataSourceFactory.create(configuration(2, "u"))) {
            assertThat(one.unwrap(ShardingDataSource.class)).isSameAs(one);
            assertThat(one.isWrapperFor(HikariDataSource.class)).isTrue();
            assertThat(one.unwrap(HikariDataSource.class).isClosed()).isFalse();
            try (Connection connection = one.getConnection()) {
                assertThat(connection.unwrap(org.h2.jdbc.JdbcConnection.class)).isNotNull();
            }
        }
        try (ShardingDataSource two = ShardingDataSourceFactory.create(configuration(2, "u", "v"))) {
            assertThat(two.isWrapperFor(HikariDataSource.class)).isFalse();
            assertThatThrownBy(() -> two.unwrap(HikariDataSource.class)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> two.getConnection("sa", "")).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void driverSharesOneDataSourceForAUrl() throws Exception {
        Path yaml = directory.resolve("driver.yaml");
        Files.writeString(yaml, """
                dataSources:
                  ds_0:
                    jdbcUrl: jdbc:h2:mem:$${driver.test.db::sds_none};DB_CLOSE_DELAY=-1
                    username: sa
                rules:
                  - !SINGLE
                    tables: ["*.*"]
                """);
        System.setProperty("driver.test.db", "sds_driver");
        String url = "jdbc:sharding:file:" + yaml + "?placeholder-type=system_props";
        try (Connection first = DriverManager.getConnection(url);
                Statement statement = first.createStatement()) {
            statement.execute("CREATE TABLE t_single (id INT)");
            try (Connection second = DriverManager.getConnection(url, new Properties());
                    Statement other = second.createStatement();
                    ResultSet rows = other.executeQuery("SELECT COUNT(*) FROM t_single")) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(first.getMetaData().getURL()).startsWith("jdbc:sharding:");
        } finally {
            System.clearProperty("driver.test.db");
        }
        assertThat(ShardingDriver.close(url)).isTrue();
        assertThat(ShardingDriver.close(url)).isFalse();
    }

    @Test
    void wrongUrlsOfItsPrefixSayWhatTheRightOnesAre() {
        for (String url : List.of("jdbc:sharding:http://x", "jdbc:sharding:", "jdbc:sharding:sharding.yaml")) {
            assertThatThrownBy(() -> DriverManager.getConnection(url))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-3103: The URL " + url)
                    .hasMessageContaining("jdbc:sharding:classpath:<resource> or jdbc:sharding:file:<path>");
        }
    }

    @Test
    void urlsOfShardingSphereAreToldUnlessTheirDriverIsThere() throws SQLException {
        String url = "jdbc:shardingsphere:classpath:x.yaml";
        ShardingDriver driver = new ShardingDriver();
        assertThat(driver.acceptsURL(url)).isFalse();
        assertThatThrownBy(() -> DriverManager.getConnection(url))
                .hasMessageContaining("SHD-3103")
                .hasMessageContaining("a URL of ShardingSphere, whose driver is not on the class path")
                .hasMessageContaining("Write jdbc:sharding:classpath:<resource>");
        Theirs theirs = new Theirs();
        DriverManager.registerDriver(theirs);
        try {
            assertThat(driver.connect(url, null)).isNull();
            assertThatThrownBy(() -> DriverManager.getConnection(url)).hasMessage("theirs was asked");
        } finally {
            DriverManager.deregisterDriver(theirs);
        }
    }

    /** Stands for ShardingSphere's driver. */
    private static final class Theirs extends PrefixDriver {
        Theirs() {
            super("jdbc:shardingsphere:");
        }

        @Override
        protected Connection open(String rest, Properties info) throws SQLException {
            throw new SQLException("theirs was asked");
        }
    }

    @Test
    void driverAcceptsNothingElse() throws SQLException {
        ShardingDriver driver = new ShardingDriver();
        for (String url : List.of("jdbc:h2:mem:x", "jdbc:shardings:file:x.yaml", "")) {
            assertThat(driver.acceptsURL(url)).as(url).isFalse();
            assertThat(driver.connect(url, new Properties())).as(url).isNull();
        }
        assertThat(driver.acceptsURL(null)).isFalse();
        assertThat(driver.connect(null, null)).isNull();
        assertThatThrownBy(() -> driver.connect("jdbc:sharding:classpath:nowhere.yaml", null))
                .hasMessageContaining("SHD-3103")
                .hasMessageContaining("nowhere.yaml");
        assertThatThrownBy(() -> driver.connect("jdbc:sharding:classpath:x.yaml?placeholder=none", null))
                .hasMessageContaining("placeholder=none");
        assertThatThrownBy(() -> driver.connect("jdbc:sharding:classpath:x.yaml?placeholder-type=vault", null))
                .hasMessageContaining("system_props");
    }
}
