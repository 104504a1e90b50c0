package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;

/** Who comes in, how, and how sessions end. */
class LoginTest {
    private static final String PASSWORD = "sécret ß";

    @TempDir
    static Path folder;

    private static PostgreSqlBehindProxy servers;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_login");
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    private static ShardingProxy proxy(ProxyOptions options) throws Exception {
        Map<String, ShardingDataSource> both = new LinkedHashMap<>();
        both.put("one", servers.fixture().sharded());
        both.put("other", servers.fixture().sharded());
        return ShardingProxy.start(both, options);
    }

    private static Connection connect(ShardingProxy proxy, String database, String user, String password, String more)
            throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + database + "?" + more, user, password);
    }

    @Test
    void aUserComesInByThePasswordAndChoosesADatabase() throws Exception {
        try (ShardingProxy proxy = proxy(ProxyOptions.onPort(0).user("ann", PASSWORD))) {
            for (String database : new String[] {"one", "other"}) {
                try (Connection connection = connect(proxy, database, "ann", PASSWORD, "")) {
                    assertThat(connection.isValid(5)).isTrue();
                }
            }
            assertState(() -> connect(proxy, "one", "ann", "wrong", ""), "28P01");
            assertState(() -> connect(proxy, "one", "bob", PASSWORD, ""), "28P01");
            assertState(() -> connect(proxy, "third", "ann", PASSWORD, ""), "3D000");
            assertState(() -> connect(proxy, "one", "ann", PASSWORD, "sslmode=require"), "08004");
            assertState(() -> connect(proxy, "one", "ann", PASSWORD, "options=-c%20nonsense=1"), "42704");
        }
    }

    @Test
    void nobodyComesInWhereNobodyIsNamed() throws Exception {
        try (ShardingProxy proxy = proxy(ProxyOptions.onPort(0))) {
            assertState(() -> connect(proxy, "one", "postgres", "postgres", ""), "28P01");
        }
    }

    @Test
    void encryptsWhereThereIsACertificate() throws Exception {
        Path store = folder.resolve("store.p12");
        Process made = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "proxy",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(made.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        Path certificate = pem("CERTIFICATE", keys.getCertificate("proxy").getEncoded());
        Path key = pem(
                "PRIVATE KEY", keys.getKey("proxy", "changeit".toCharArray()).getEncoded());

        ProxyOptions options =
                ProxyOptions.onPort(0).user("ann", PASSWORD).certificate(certificate.toFile(), key.toFile());
        try (ShardingProxy proxy = proxy(options);
                Connection connection =
                        connect(proxy, "one", "ann", PASSWORD, "sslmode=verify-full&sslrootcert=" + certificate);
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT repeat('x', 1000000)")) {
                rows.next();
                assertThat(rows.getString(1)).hasSize(1_000_000);
            }
            try (Connection plain = connect(proxy, "one", "ann", PASSWORD, "sslmode=disable")) {
                assertThat(plain.isValid(5)).isTrue();
            }
        }
    }

    private static Path pem(String kind, byte[] bytes) throws Exception {
        String text = "-----BEGIN " + kind + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + kind
                + "-----\n";
        return Files.writeString(folder.resolve(kind.replace(' ', '-') + ".pem"), text);
    }

    @Test
    void closingWaitsForTransactionsAndTellsTheIdle() throws Exception {
        ShardingProxy proxy = proxy(ProxyOptions.onPort(0).trustEveryone().patience(Duration.ofSeconds(20)));
        try (Connection idle = connect(proxy, "one", "ann", "", "");
                Connection busy = connect(proxy, "one", "ann", "", "");
                Statement statement = busy.createStatement();
                Statement asked = idle.createStatement()) {
            busy.setAutoCommit(false);
            statement.execute("SELECT 1");
            Thread closing = new Thread(proxy::close);
            closing.start();
            closing.join(500);
            assertThat(closing.isAlive()).isTrue();
            assertState(() -> asked.execute("SELECT 1"), "57P01");
            statement.execute("SELECT 2");
            busy.commit();
            closing.join(10_000);
            assertThat(closing.isAlive()).isFalse();
            assertThat(proxy.clients()).isZero();
        }
    }

    @Test
    void closingDoesNotWaitForEver() throws Exception {
        ShardingProxy proxy = proxy(ProxyOptions.onPort(0).trustEveryone().patience(Duration.ofMillis(200)));
        try (Connection busy = connect(proxy, "one", "ann", "", "");
                Statement statement = busy.createStatement()) {
            busy.setAutoCommit(false);
            statement.execute("SELECT 1");
            proxy.close();
            assertThat(proxy.clients()).isZero();
            assertState(() -> statement.execute("SELECT 1"), "57P01");
        }
    }

    @Test
    void refusesDataSourcesWhoseDriverWritesValuesItself() {
        assertThatThrownBy(() -> ShardingProxy.start(
                        ShardingDataSourceFactory.create(new ByteArrayInputStream(
                                """
                                databaseName: plain
                                dataSources:
                                  ds_0:
                                    jdbcUrl: %s
                                    username: postgres
                                    password: postgres
                                """.formatted(servers.fixture().url(0)).getBytes(StandardCharsets.UTF_8))),
                        ProxyOptions.onPort(0)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("binaryTransfer=false");
    }

    /** What fails. */
    private interface Failing {
        void run() throws Exception;
    }

    private static void assertState(Failing failing, String state) {
        assertThatThrownBy(failing::run).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                .isEqualTo(state));
    }
}
