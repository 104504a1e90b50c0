package org.shardingjdbc.feature.encrypt.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * The standard's vectors have keys of 32 bytes, and Tink takes 64 only. So the standard is written down here once more,
 * for keys of any length: its vectors check this, and this checks Tink.
 */
class AesSivTest {
    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }

    /** RFC 5297, appendix A.1. */
    @Test
    void theFirstVectorOfTheStandardHolds() throws Exception {
        byte[] key = hex("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
        byte[] data = hex("101112131415161718191a1b1c1d1e1f2021222324252627");
        assertThat(HexFormat.of().formatHex(Siv.seal(key, hex("112233445566778899aabbccddee"), data)))
                .isEqualTo("85632d07c6e8f37f950acd320a2ecc93" + "40c02b9690c4dc04daef7f6afe5c");
    }

    /** RFC 5297, appendix A.2, with its nonce as the last of the associated data. */
    @Test
    void theSecondVectorOfTheStandardHolds() throws Exception {
        byte[] key = hex("7f7e7d7c7b7a79787776757473727170404142434445464748494a4b4c4d4e4f");
        byte[] plain = hex("7468697320697320736f6d6520706c61" + "696e7465787420746f20656e63727970"
                + "74207573696e67205349562d414553");
        byte[] sealed = Siv.seal(
                key,
                plain,
                hex("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
                hex("102030405060708090a0"),
                hex("09f911029d74e35bd84156c5635688c0"));
        assertThat(HexFormat.of().formatHex(sealed))
                .isEqualTo("7bdb6e3b432667eb06f4d14bff2fbd0f" + "cb900f2fddbe404326601965c889bf17"
                        + "dba77ceb094fa663b7a3f748ba8af829" + "ea64ad544a272e9c485b62a3fd5c0d");
    }

    @Test
    void tinkDoesAsTheStandard() throws Exception {
        Random random = new Random(5297);
        for (int length = 0; length < 200; length++) {
            byte[] key = new byte[64];
            byte[] plain = new byte[length];
            byte[] covered = new byte[random.nextInt(40)];
            random.nextBytes(key);
            random.nextBytes(plain);
            random.nextBytes(covered);
            assertThat(AesSiv.sealing(key).encryptDeterministically(plain, covered))
                    .as("length " + length)
                    .isEqualTo(Siv.seal(key, plain, covered));
        }
    }

    @Test
    void whatIsStoredHasFormatKeyAndTheStandardsForm() throws Exception {
        byte[] key = new byte[64];
        new Random(1).nextBytes(key);
        EncryptionAlgorithm siv = algorithm("7:" + Base64.getEncoder().encodeToString(key));
        byte[] stored = Base64.getDecoder().decode(siv.encrypt("grüße 漢字"));
        byte[] header = {2, 0, 0, 0, 7};
        assertThat(Arrays.copyOf(stored, 5)).isEqualTo(header);
        assertThat(Arrays.copyOfRange(stored, 5, stored.length))
                .isEqualTo(Siv.seal(key, "grüße 漢字".getBytes(StandardCharsets.UTF_8), header));
        for (int i = 0; i < stored.length; i++) {
            byte[] changed = stored.clone();
            changed[i] ^= 4;
            assertThatThrownBy(() -> siv.decrypt(Base64.getEncoder().encodeToString(changed)))
                    .as("byte " + i)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> siv.decrypt("AgAA")).hasMessageContaining("not written with this encryptor");
        assertThatThrownBy(() -> algorithm("1:" + Base64.getEncoder().encodeToString(new byte[32])))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("it needs 64 bytes");
    }

    private static EncryptionAlgorithm algorithm(String keys) {
        return EncryptionAlgorithms.types().of("AES_SIV").apply(new AlgorithmProperties(Map.of("keys", keys)));
    }

    @Test
    void withoutTinkTheErrorNamesItsJar() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!entry.contains("tink")) {
                urls.add(new File(entry).toURI().toURL());
            }
        }
        String yaml = """
                dataSources:
                  ds_0: {url: "jdbc:h2:mem:without_tink"}
                rules:
                - !ENCRYPT
                  tables:
                    t: {columns: {a: {cipher: {name: a, encryptorName: siv}}}}
                  encryptors:
                    siv: {type: AES_SIV, props: {keys: "1:%s"}}
                """.formatted(Base64.getEncoder().encodeToString(new byte[64]));
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> factory = loader.loadClass("org.shardingjdbc.jdbc.ShardingDataSourceFactory");
            InputStream in = new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(
                            () -> factory.getMethod("create", InputStream.class).invoke(null, in))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .hasMessageContaining("AES_SIV needs the jar com.google.crypto.tink:tink")
                    .hasMessageContaining("rules[0].encryptors.siv");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** RFC 5297 with RFC 4493's CMAC, on the JDK's AES. */
    private static final class Siv {
        static byte[] seal(byte[] key, byte[] plain, byte[]... covered) throws Exception {
            byte[] first = Arrays.copyOf(key, key.length / 2);
            byte[] second = Arrays.copyOfRange(key, key.length / 2, key.length);
            byte[] vector = vector(first, plain, covered);
            byte[] counter = vector.clone();
            counter[8] &= 0x7f;
            counter[12] &= 0x7f;
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(second, "AES"), new IvParameterSpec(counter));
            byte[] encrypted = cipher.doFinal(plain);
            byte[] sealed = Arrays.copyOf(vector, 16 + encrypted.length);
            System.arraycopy(encrypted, 0, sealed, 16, encrypted.length);
            return sealed;
        }

        private static byte[] vector(byte[] key, byte[] plain, byte[]... covered) throws Exception {
            byte[] sum = mac(key, new byte[16]);
            for (byte[] each : covered) {
                sum = xor(doubled(sum), mac(key, each), 0);
            }
            if (plain.length >= 16) {
                return mac(key, xor(plain, sum, plain.length - 16));
            }
            byte[] padded = Arrays.copyOf(plain, 16);
            padded[plain.length] = (byte) 0x80;
            return mac(key, xor(doubled(sum), padded, 0));
        }

        private static byte[] mac(byte[] key, byte[] text) throws Exception {
            Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
            aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
            byte[] subkey = doubled(aes.doFinal(new byte[16]));
            int blocks = Math.max(1, (text.length + 15) / 16);
            byte[] last = Arrays.copyOfRange(text, 16 * (blocks - 1), 16 * blocks);
            if (text.length != 16 * blocks) {
                last[text.length - 16 * (blocks - 1)] = (byte) 0x80;
                subkey = doubled(subkey);
            }
            byte[] state = new byte[16];
            for (int i = 0; i < blocks - 1; i++) {
                state = aes.doFinal(xor(state, Arrays.copyOfRange(text, 16 * i, 16 * i + 16), 0));
            }
            return aes.doFinal(xor(xor(state, last, 0), subkey, 0));
        }

        private static byte[] doubled(byte[] block) {
            byte[] result = new byte[16];
            for (int i = 0; i < 16; i++) {
                int next = i < 15 ? (block[i + 1] & 0xff) >> 7 : 0;
                result[i] = (byte) (block[i] << 1 | next);
            }
            if (block[0] < 0) {
                result[15] ^= (byte) 0x87;
            }
            return result;
        }

        private static byte[] xor(byte[] left, byte[] right, int from) {
            byte[] result = left.clone();
            for (int i = 0; i < right.length; i++) {
                result[from + i] ^= right[i];
            }
            return result;
        }
    }
}
