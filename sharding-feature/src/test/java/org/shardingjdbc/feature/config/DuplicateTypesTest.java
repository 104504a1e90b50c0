package org.shardingjdbc.feature.config;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithmFactory;
import org.shardingjdbc.feature.encrypt.KeyService;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.feature.mask.MaskAlgorithmFactory;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.feature.readwrite.LoadBalancerFactory;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.feature.readwrite.PrimaryCheckFactory;
import org.shardingjdbc.feature.shadow.ShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithmFactory;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/** Of two classes with one type the class path would choose: nothing opens with them. */
class DuplicateTypesTest {
    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private final Path directory;

    DuplicateTypesTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** Stores in the clear what AES would encrypt. */
    public static final class ClearAes implements EncryptionAlgorithmFactory {
        @Override
        public String type() {
            return "aes";
        }

        @Override
        public EncryptionAlgorithm create(AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Has the type of the service that the other tests list. */
    public static final class OtherVault implements KeyService {
        @Override
        public String type() {
            return "Test_Vault";
        }

        @Override
        public String keys(AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Shows what MD5 would mask. */
    public static final class ShownMd5 implements MaskAlgorithmFactory {
        @Override
        public String type() {
            return "md5";
        }

        @Override
        public MaskAlgorithm create(AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Marks nothing. */
    public static final class OtherHint implements ShadowAlgorithmFactory {
        @Override
        public String type() {
            return "sql_hint";
        }

        @Override
        public ShadowAlgorithm create(AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Chooses otherwise. */
    public static final class OtherRandom implements LoadBalancerFactory {
        @Override
        public String type() {
            return "random";
        }

        @Override
        public LoadBalancer create(List<String> replicas, AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    /** Asks otherwise. */
    public static final class OtherHttp implements PrimaryCheckFactory {
        @Override
        public String type() {
            return "http";
        }

        @Override
        public PrimaryCheck create(List<String> dataSources, AlgorithmProperties properties) {
            throw new AssertionError("nobody uses it");
        }
    }

    @AfterEach
    void reset() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private void refused(Class<?> service, Class<?> listed, String rule, String message) throws IOException {
        Path file = directory.resolve("META-INF/services/" + service.getName());
        Files.createDirectories(file.getParent());
        Files.writeString(file, listed.getName());
        String yaml = """
                dataSources:
                  ds_0: {url: 'jdbc:h2:mem:duplicate_types_0'}
                  ds_1: {url: 'jdbc:h2:mem:duplicate_types_1'}
                rules:
                """ + rule;
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()}, before)) {
            Thread.currentThread().setContextClassLoader(loader);
            assertThatThrownBy(() -> ShardingDataSourceFactory.create(
                            new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-3001")
                    .hasMessageContaining(message)
                    .hasMessageContaining(listed.getName())
                    .hasMessageContaining("another name");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Test
    void ofEncryptors() throws IOException {
        refused(
                EncryptionAlgorithmFactory.class,
                ClearAes.class,
                """
                - !ENCRYPT
                  tables:
                    t: {columns: {c: {cipher: {name: c_cipher, encryptorName: aes}}}}
                  encryptors:
                    aes: {type: AES, props: {aes-key-value: x, digest-algorithm-name: SHA-1}}
                """,
                "encryptor type 'aes' exists already in the library");
    }

    @Test
    void ofServicesOfKeys() throws IOException {
        refused(KeyService.class, OtherVault.class, """
                - !ENCRYPT
                  tables:
                    t: {columns: {c: {cipher: {name: c_cipher, encryptorName: gcm}}}}
                  encryptors:
                    gcm: {type: AES_GCM, props: {key-service: TEST_VAULT}}
                """, "key-service 'Test_Vault' exists twice");
    }

    @Test
    void ofMasks() throws IOException {
        refused(
                MaskAlgorithmFactory.class,
                ShownMd5.class,
                """
                - !MASK
                  tables:
                    t: {columns: {c: {maskAlgorithm: md5}}}
                  maskAlgorithms:
                    md5: {type: MD5}
                """,
                "mask algorithm type 'md5' exists already in the library");
    }

    @Test
    void ofShadows() throws IOException {
        refused(
                ShadowAlgorithmFactory.class,
                OtherHint.class,
                """
                - !SHADOW
                  dataSources:
                    s: {productionDataSourceName: ds_0, shadowDataSourceName: ds_1}
                  defaultShadowAlgorithmName: hint
                  shadowAlgorithms:
                    hint: {type: SQL_HINT}
                """,
                "shadow algorithm type 'sql_hint' exists already in the library");
    }

    @Test
    void ofReplicasAndTheirPrimaries() throws IOException {
        String rule = """
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    g: {writeDataSourceName: ds_0, readDataSourceNames: [ds_1], loadBalancerName: any}
                  loadBalancers:
                    any: {type: RANDOM}
                """;
        refused(
                LoadBalancerFactory.class,
                OtherRandom.class,
                rule,
                "load balancer type 'random' exists already in the library");
        Files.delete(directory.resolve("META-INF/services/" + LoadBalancerFactory.class.getName()));
        refused(
                PrimaryCheckFactory.class,
                OtherHttp.class,
                rule.replace("loadBalancerName: any", "loadBalancerName: any, primary-check: {type: HTTP}"),
                "primary-check type 'http' exists already in the library");
    }
}
