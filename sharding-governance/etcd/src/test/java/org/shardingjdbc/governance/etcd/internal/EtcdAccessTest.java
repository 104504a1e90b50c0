package org.shardingjdbc.governance.etcd.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.etcd.jetcd.Auth;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.testkit.Governed;

/** Servers that let in whom they know: by a password, or by certificates. Skipped without etcd. */
class EtcdAccessTest {
    private static final String PASSWORD = "a password";

    private static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    @Test
    void aServerWithUsersIsReadByThem() throws Exception {
        AtomicInteger told = new AtomicInteger();
        try (EtcdServer server = EtcdServer.plain()) {
            try (Client client =
                    Client.builder().endpoints("http://" + server.address()).build()) {
                Auth auth = client.getAuthClient();
                auth.userAdd(bytes("root"), bytes(PASSWORD)).get();
                auth.roleAdd(bytes("root")).get();
                auth.userGrantRole(bytes("root"), bytes("root")).get();
                auth.authEnable().get();
            }
            assertRefused(server.address(), "username", "root", "password", "secret");
            assertRefused(server.address());
            try (Repository one = as("root", server);
                    Repository other = as("root", server)) {
                one.watch(told::incrementAndGet);
                assertThat(one.write("key", "a", 0)).isEqualTo(1);
                one.announce("instances/one", "here");
                // The server forgets to whom it gave which token.
                server.kill();
                assertThat(Governed.until(() -> !one.isConnected() && !other.isConnected()))
                        .isTrue();
                server.start();
                assertThat(Governed.until(() -> one.isConnected() && other.isConnected()))
                        .isTrue();
                for (int version = 1; version < 4; version++) {
                    int before = told.get();
                    assertThat(other.write("key", "b", version)).isEqualTo(version + 1);
                    assertThat(Governed.until(() -> told.get() > before)).isTrue();
                }
                assertThat(other.announced("instances")).isEqualTo(Map.of("one", "here"));
            }
        }
    }

    private static Repository as(String user, EtcdServer server) {
        return EtcdRepositoryTest.open("access", server.address(), "username", user, "password", PASSWORD);
    }

    private static void assertRefused(String servers, String... more) {
        String[] props = Arrays.copyOf(more, more.length + 2);
        props[more.length] = "connectionTimeout";
        props[more.length + 1] = "1";
        try (Repository refused = EtcdRepositoryTest.open("access", servers, props)) {
            assertThat(refused.isConnected()).isFalse();
            assertThatThrownBy(() -> refused.read("key"))
                    .hasMessageContaining("SHD-7003")
                    .hasMessageContaining(servers.replace("https://", ""))
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void aServerWithCertificatesIsReadByWhoHasOne(@TempDir Path folder) throws Exception {
        certificate(folder, "server");
        certificate(folder, "client");
        try (EtcdServer server = EtcdServer.of(
                "https",
                "--cert-file=" + folder.resolve("server.pem"),
                "--key-file=" + folder.resolve("server.key"),
                "--client-cert-auth",
                "--trusted-ca-file=" + folder.resolve("client.pem"))) {
            String servers = "https://" + server.address();
            String trusted = folder.resolve("server.pem").toString();
            assertRefused(servers);
            assertRefused(servers, "trustedCertificates", trusted);
            assertRefused(server.address());
            try (Repository one = EtcdRepositoryTest.open(
                    "access",
                    servers,
                    "trustedCertificates",
                    trusted,
                    "clientCertificate",
                    folder.resolve("client.pem").toString(),
                    "clientKey",
                    folder.resolve("client.key").toString())) {
                assertThat(one.write("key", "a", 0)).isEqualTo(1);
            }
        }
    }

    /** Writes a certificate for this machine, signed by itself, and its key. */
    private static void certificate(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-ext",
                        "bc:c",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        pem(
                folder.resolve(name + ".pem"),
                "CERTIFICATE",
                keys.getCertificate(name).getEncoded());
        pem(
                folder.resolve(name + ".key"),
                "PRIVATE KEY",
                keys.getKey(name, PASSWORD.toCharArray()).getEncoded());
    }

    private static void pem(Path file, String what, byte[] encoded) throws Exception {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + base64 + "\n-----END " + what + "-----\n");
    }
}
