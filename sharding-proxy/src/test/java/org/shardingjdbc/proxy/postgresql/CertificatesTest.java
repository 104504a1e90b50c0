package org.shardingjdbc.proxy.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Base64;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;

/** Certificates of the proxy, that change while it runs, and of clients. */
class CertificatesTest {
    private static final String PASSWORD = "changeit";

    private static PostgreSqlBehindProxy servers;

    @TempDir
    private static Path files;

    @BeforeAll
    static void start() throws Exception {
        servers = PostgreSqlBehindProxy.start("proxy_certificates");
        make("first", "localhost", "EC");
        make("second", "localhost", "RSA");
        make("alice", "alice", "EC");
        make("stranger", "alice", "EC");
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    /** Three files: {@code name.p12}, {@code name.pem} and {@code name.key}. */
    private static void make(String name, String commonName, String algorithm) throws Exception {
        Path store = files.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "user",
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + commonName + ", O=Tests",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-validity",
                        "30")
                .redirectErrorStream(true)
                .start();
        String told = new String(keytool.getInputStream().readAllBytes());
        assertThat(keytool.waitFor()).as(told).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        write(name + ".pem", "CERTIFICATE", keys.getCertificate("user").getEncoded());
        write(
                name + ".key",
                "PRIVATE KEY",
                keys.getKey("user", PASSWORD.toCharArray()).getEncoded());
    }

    private static void write(String file, String kind, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder().encodeToString(bytes);
        Files.writeString(
                files.resolve(file), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static void copy(String from, String to) throws IOException {
        Files.copy(files.resolve(from), files.resolve(to), StandardCopyOption.REPLACE_EXISTING);
    }

    private static ProxyOptions options(String name) {
        return ProxyOptions.onPort(0)
                .user("alice", "a")
                .user("bob", "b")
                .certificate(
                        files.resolve(name + ".pem").toFile(),
                        files.resolve(name + ".key").toFile());
    }

    /** To a server that has exactly this certificate. */
    private static Connection verifying(ShardingProxy proxy, String certificate) throws SQLException {
        return Clients.connect(
                proxy,
                "alice",
                "a",
                "sslmode",
                "verify-ca",
                "sslrootcert",
                files.resolve(certificate + ".pem").toString());
    }

    private static Connection showing(ShardingProxy proxy, String user, String password, String certificate)
            throws SQLException {
        return Clients.connect(
                proxy,
                user,
                password,
                "sslmode",
                "require",
                "sslkey",
                files.resolve(certificate + ".p12").toString(),
                "sslpassword",
                PASSWORD);
    }

    private static void assertRefused(ThrowingCallable what, String state, String message) {
        assertThatThrownBy(what)
                .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(state))
                .satisfies(e -> assertThat(e.getMessage()).contains(message));
    }

    @Test
    void filesThatChangeAreReadAgain() throws Exception {
        copy("first.pem", "server.pem");
        copy("first.key", "server.key");
        try (ShardingProxy proxy = Clients.proxy(servers, options("server"));
                Connection before = verifying(proxy, "first")) {
            assertThatThrownBy(() -> verifying(proxy, "second")).isInstanceOf(SQLException.class);

            copy("second.pem", "server.pem");
            assertThatThrownBy(proxy::reloadCertificates)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot be used");
            verifying(proxy, "first").close();

            copy("second.key", "server.key");
            proxy.reloadCertificates();
            verifying(proxy, "second").close();
            assertThatThrownBy(() -> verifying(proxy, "first")).isInstanceOf(SQLException.class);
            assertThat(Clients.value(before, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void whatBelongsNotTogetherIsRefusedAtTheStart() throws Exception {
        copy("first.pem", "mixed.pem");
        copy("second.key", "mixed.key");
        assertThatThrownBy(() -> Clients.proxy(servers, options("mixed")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("mixed.pem");
    }

    @Test
    void requiredCertificatesNameTheUser() throws Exception {
        ProxyOptions options =
                options("first").clientCertificates(files.resolve("alice.pem").toFile(), true);
        try (ShardingProxy proxy = Clients.proxy(servers, options)) {
            try (Connection connection = showing(proxy, "alice", "a", "alice")) {
                assertThat(Clients.value(connection, "SELECT 1")).isEqualTo("1");
            }
            assertRefused(
                    () -> showing(proxy, "bob", "b", "alice"),
                    "28000",
                    "certificate authentication failed for user \"bob\"");
            assertRefused(() -> showing(proxy, "alice", "wrong", "alice"), "28P01", "password");
            assertRefused(
                    () -> Clients.connect(proxy, "alice", "a", "sslmode", "disable"),
                    "28000",
                    "requires a valid client certificate");
            assertThatThrownBy(() -> showing(proxy, "alice", "a", "stranger")).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> Clients.connect(proxy, "alice", "a", "sslmode", "require"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void certificatesThatAreAskedForMayBeMissingButNotWrong() throws Exception {
        ProxyOptions options =
                options("first").clientCertificates(files.resolve("alice.pem").toFile(), false);
        try (ShardingProxy proxy = Clients.proxy(servers, options)) {
            showing(proxy, "alice", "a", "alice").close();
            Clients.connect(proxy, "bob", "b", "sslmode", "require").close();
            Clients.connect(proxy, "bob", "b", "sslmode", "disable").close();
            assertRefused(() -> showing(proxy, "bob", "b", "alice"), "28000", "user \"bob\"");
        }
    }
}
