package org.shardingjdbc.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.BareDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.Oracle;
import org.shardingjdbc.testkit.oracle.OracleReport;

/**
 * The random statements that the library is asked, asked by a driver through the proxy: what is sharded behind it
 * answers like a plain database, or it refuses. {@code -Doracle.statements=} and {@code -Doracle.seed=} choose how many
 * and which, {@code -Doracle.databases=MYSQL} on which databases.
 */
@Tag("random")
class OracleThroughProxyTest {
    private static final int STATEMENTS = Integer.getInteger("oracle.statements", 100);
    private static final long SEED = Long.getLong("oracle.seed", 20260);
    private static final List<String> DATABASES = List.of(
            System.getProperty("oracle.databases", "POSTGRESQL,MARIADB,MYSQL").split(","));

    /**
     * MariaDB's driver says for how long a statement may run by SET STATEMENT max_statement_time, which is refused for
     * all that is answered in steps: joins that are pulled, moved rows.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void answersAlikeOrRefuses(DatabaseKind kind) {
        assumeThat(DATABASES).contains(kind.name());
        TestServer server = server(kind);
        OracleReport report = Oracle.onGeneratedSchemas(server, yaml -> ThroughProxy.open(server, yaml))
                .run(SEED, STATEMENTS);
        System.out.println(report);
        report.differences().forEach(System.out::println);
        report.assertNoDifference();
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(kind == DatabaseKind.MARIADB ? 0.55 : 0.97);
        assertThat(report.answeredWrites())
                .as("share of writes that are answered")
                .isGreaterThanOrEqualTo(kind == DatabaseKind.MARIADB ? 0.75 : 0.90);
    }

    /**
     * MySQL's driver, told to read TINYINT(1) as the number it is, forgets its width, so that clients are told none.
     */
    private static TestServer server(DatabaseKind kind) {
        TestServer server = TestServer.of(kind);
        return kind == DatabaseKind.MYSQL ? server.with("tinyInt1isBit=false") : server;
    }

    /** What a driver sees of a sharding data source; has a proxy of its own. */
    private static final class ThroughProxy extends BareDataSource implements AutoCloseable {
        private static final String DATABASE = "logic";

        private final ShardingDataSource behind;
        private final ShardingProxy proxy;
        private final DataSource driver;

        private ThroughProxy(ShardingDataSource behind, ShardingProxy proxy, DataSource driver) {
            this.behind = behind;
            this.proxy = proxy;
            this.driver = driver;
        }

        static ThroughProxy open(TestServer server, String yaml) throws Exception {
            ShardingDataSource behind = ShardingDataSourceFactory.create(
                    new ByteArrayInputStream(asServed(server.kind(), yaml).getBytes(StandardCharsets.UTF_8)));
            ShardingProxy proxy = ShardingProxy.start(
                    Map.of(DATABASE, behind), ProxyOptions.onPort(0).user("app", "secret"));
            return new ThroughProxy(behind, proxy, new DriverDataSource(url(server, proxy.port()), "app", "secret"));
        }

        /** With the settings that the page on the proxy asks of the data sources. */
        private static String asServed(DatabaseKind kind, String yaml) {
            String settings =
                    switch (kind) {
                        case POSTGRESQL -> "binaryTransfer=false&autosave=conservative";
                        case MARIADB -> "tinyInt1isBit=false&allowLocalInfile=false";
                        default -> "allowLoadLocalInfile=false";
                    };
            StringBuilder served = new StringBuilder();
            for (String line : yaml.split("\n")) {
                if (line.startsWith("    jdbcUrl: ")) {
                    String url = line.substring(0, line.lastIndexOf('"'));
                    served.append(url)
                            .append(url.indexOf('?') < 0 ? '?' : '&')
                            .append(settings)
                            .append("\"\n");
                } else {
                    served.append(line).append('\n');
                }
            }
            return served.toString();
        }

        /** As that of the server, so that the driver is set alike on both sides. */
        private static String url(TestServer server, int port) {
            String url = server.jdbcUrl(DATABASE);
            String scheme = url.substring(0, url.indexOf("://") + 3);
            return scheme + "127.0.0.1:" + port + url.substring(url.indexOf('/', scheme.length()));
        }

        @Override
        public Connection getConnection() throws SQLException {
            return driver.getConnection();
        }

        @Override
        public void close() throws SQLException {
            proxy.close();
            behind.close();
        }
    }
}
