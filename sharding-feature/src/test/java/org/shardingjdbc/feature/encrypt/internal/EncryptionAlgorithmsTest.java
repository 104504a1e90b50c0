package org.shardingjdbc.feature.encrypt.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.internal.EncryptRule.Encryption;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.column.StoredProperty;

class EncryptionAlgorithmsTest {
    private static final String KEY_1 = "1:" + Base64.getEncoder().encodeToString(new byte[32]);
    private static final String KEY_2 = "2:"
            + Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));

    private static EncryptionAlgorithm algorithm(String type, Map<String, String> props) {
        return EncryptionAlgorithms.types().of(type).apply(new AlgorithmProperties(props));
    }

    /** Made by ShardingSphere 5.5.2. */
    @ParameterizedTest
    @CsvSource({
        "SHA-1, 123456abc, '', CrZkuFZyp9Dz8RCciozH6A==",
        "SHA-1, 123456abc, test, d3aNbnZpr4euQa0WGuMElA==",
        "SHA-1, 123456abc, 13800138000, U08fr/IA0IKZ+RG/NurTiA==",
        "SHA-1, 123456abc, grüße 漢字 😀, 0dipASDye3wkPs52yoBH3EonIXKVKMVsQazZ23aHJZM=",
        "SHA-1, 123456abc, 0123456789abcdef, 7IpSj/X8M2yXNHacR8f6fAq2ZLhWcqfQ8/EQnIqMx+g=",
        "SHA-1, grüße, test, k/xSIoHPX/OyzLKrVykM2g==",
        "SHA-256, 123456abc, 13800138000, UJCT91ENU4KxtaL1sHn9yQ==",
        "MD5, grüße, grüße 漢字 😀, OAoMuWxILX+0o7nxpYVoCe1rhq4oD98+MoLrd1KW0+k="
    })
    void aesIsThatOfShardingSphere(String digest, String key, String plain, String stored) {
        EncryptionAlgorithm aes = algorithm("AES", Map.of("aes-key-value", key, "digest-algorithm-name", digest));
        assertThat(aes.encrypt(plain)).isEqualTo(stored);
        assertThat(aes.decrypt(stored)).isEqualTo(plain);
        assertThat(aes.legacy()).contains("AES_GCM");
    }

    /** Made by ShardingSphere 5.5.2. */
    @ParameterizedTest
    @CsvSource({
        "'', '', d41d8cd98f00b204e9800998ecf8427e",
        "'', grüße 漢字 😀, 2f7ef8ca95e6e40c4a05464ce6fb1103",
        "salt, test, 315240c61218a4a861ec949166a85ef0",
        "ö, grüße 漢字 😀, 2f4d416dfa98d2b71d3483e9cd28ff73"
    })
    void md5IsThatOfShardingSphere(String salt, String plain, String stored) {
        assertThat(algorithm("md5", Map.of("salt", salt)).encrypt(plain)).isEqualTo(stored);
    }

    /** The test suite of RFC 1321, appendix A.5. */
    @ParameterizedTest
    @CsvSource({
        "'', d41d8cd98f00b204e9800998ecf8427e",
        "a, 0cc175b9c0f1b6a831c399e269772661",
        "abc, 900150983cd24fb0d6963f7d28e17f72",
        "message digest, f96b697d7cb7938d525a2f31aaf161d0",
        "abcdefghijklmnopqrstuvwxyz, c3fcd3d76192e4007dfb496cca67e13b",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789, d174ab98d277d9f5a5611c2c9f419d9f"
    })
    void md5IsThatOfTheStandard(String plain, String stored) {
        assertThat(algorithm("MD5", Map.of()).encrypt(plain)).isEqualTo(stored);
    }

    /** RFC 4231, cases 1, 2, 6 and 7: those whose data are text. */
    @Test
    void hmacIsThatOfTheStandard() {
        assertThat(new HmacSha256(HexFormat.of().parseHex("aa".repeat(131)))
                        .encrypt("This is a test using a larger than block-size key and a larger than block-size data."
                                + " The key needs to be hashed before being used by the HMAC algorithm."))
                .isEqualTo("9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
        assertThat(new HmacSha256(HexFormat.of().parseHex("0b".repeat(20))).encrypt("Hi There"))
                .isEqualTo("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
        assertThat(new HmacSha256("Jefe".getBytes(StandardCharsets.UTF_8)).encrypt("what do ya want for nothing?"))
                .isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assertThat(new HmacSha256(HexFormat.of().parseHex("aa".repeat(131)))
                        .encrypt("Test Using Larger Than Block-Size Key - Hash Key First"))
                .isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    }

    /** The Galois/Counter Mode of Operation (McGrew, Viega), test case 16, which NIST's validation has too. */
    @Test
    void sealingIsThatOfTheStandard() throws Exception {
        byte[] key = HexFormat.of().parseHex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308");
        byte[] plain = HexFormat.of()
                .parseHex("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
        byte[] sealed = AesGcm.sealing(
                        Cipher.ENCRYPT_MODE,
                        new SecretKeySpec(key, "AES"),
                        HexFormat.of().parseHex("cafebabefacedbaddecaf888"),
                        HexFormat.of().parseHex("feedfacedeadbeeffeedfacedeadbeefabaddad2"))
                .doFinal(plain);
        assertThat(HexFormat.of().formatHex(sealed))
                .isEqualTo("522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                        + "76fc6ece0f4e1768cddf8853bb2d551b");
    }

    @Test
    void gcmReadsWhatAnyOfItsKeysWroteAndWritesWithTheFirst() {
        EncryptionAlgorithm old = algorithm("AES_GCM", Map.of("keys", KEY_1));
        EncryptionAlgorithm both = algorithm("AES_GCM", Map.of("keys", KEY_2 + ", " + KEY_1));
        String stored = old.encrypt("grüße");
        assertThat(both.decrypt(stored)).isEqualTo("grüße");
        assertThat(both.decrypt(both.encrypt(""))).isEmpty();
        assertThat(Base64.getDecoder().decode(both.encrypt("x"))).startsWith(1, 0, 0, 0, 2);
        assertThat(both.encrypt("x")).isNotEqualTo(both.encrypt("x"));
        assertThatThrownBy(() -> old.decrypt(both.encrypt("x"))).hasMessageContaining("key 2, which");
    }

    /** NIST's validation has these too: test cases 13 and 14 of the mode's specification, which cover nothing. */
    @Test
    void sealingOfLittleIsThatOfTheStandard() throws Exception {
        SecretKeySpec key = new SecretKeySpec(new byte[32], "AES");
        byte[] none = AesGcm.sealing(Cipher.ENCRYPT_MODE, key, new byte[12], new byte[0])
                .doFinal(new byte[0]);
        byte[] block = AesGcm.sealing(Cipher.ENCRYPT_MODE, key, new byte[12], new byte[0])
                .doFinal(new byte[16]);
        assertThat(HexFormat.of().formatHex(none)).isEqualTo("530f8afbc74536b9a963b4f1c4cb738b");
        assertThat(HexFormat.of().formatHex(block))
                .isEqualTo("cea7403d4d606b6e074ec5d3baf39d18" + "d0d1c8a799996bf0265b98b5d48ab919");
    }

    @Test
    void severalKeysAreLookedForAndTheFirstIsWritten() {
        for (String type : List.of("HMAC_SHA256", "AES_SIV")) {
            String one = "1:" + Base64.getEncoder().encodeToString(new byte[64]);
            String two =
                    "2:" + Base64.getEncoder().encodeToString("x".repeat(64).getBytes(StandardCharsets.UTF_8));
            EncryptionAlgorithm old = algorithm(type, Map.of("keys", one));
            EncryptionAlgorithm both = algorithm(type, Map.of("keys", two + "," + one));
            String stored = old.encrypt("grüße");
            assertThat(old.keeps()).isEqualTo(StoredProperty.EQUALITY);
            assertThat(both.keeps()).isEqualTo(StoredProperty.LOOKUP);
            assertThat(both.former()).hasSize(1);
            assertThat(both.former().get(0).encrypt("grüße")).isEqualTo(stored);
            assertThat(both.encrypt("grüße")).isNotEqualTo(stored);
            assertThat(both.isCurrent(stored, "grüße")).isFalse();
            assertThat(both.isCurrent(both.encrypt("grüße"), "grüße")).isTrue();
            if (both.decrypts()) {
                assertThat(both.decrypt(stored)).isEqualTo("grüße");
                assertThat(both.decrypt(both.encrypt(""))).isEmpty();
                assertThatThrownBy(() -> old.decrypt(both.encrypt("x"))).hasMessageContaining("key 2, which");
            }
        }
    }

    @Test
    void aKeyServiceIsAskedAndItsFailureIsNamed() {
        Map<String, String> props = Map.of("key-service", "test_vault", "vault-path", "users");
        assertThat(algorithm("AES_GCM", props)
                        .decrypt(algorithm("AES_GCM", Map.of("keys", KEY_2)).encrypt("x")))
                .isEqualTo("x");
        assertThatThrownBy(() -> algorithm("AES_GCM", Map.of("key-service", "TEST_VAULT", "vault-path", "sealed")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("key service 'TEST_VAULT' gave no keys: java.io.IOException: the vault is sealed")
                .hasCauseInstanceOf(java.io.IOException.class);
        assertThatThrownBy(() -> algorithm("AES_GCM", Map.of("key-service", "TEST_VAULT", "vault-path", "null")))
                .hasMessageContaining("gave no keys");
        assertThatThrownBy(() -> algorithm("AES_GCM", Map.of("key-service", "TEST_VAULT")))
                .hasMessageContaining("'vault-path' is required");
        assertThatThrownBy(() -> algorithm("AES_GCM", Map.of("key-service", "none")))
                .hasMessageContaining("names 'none'")
                .hasMessageContaining("TEST_VAULT");
    }

    @Test
    void whatWasChangedIsNoticed() {
        EncryptionAlgorithm gcm = algorithm("AES_GCM", Map.of("keys", KEY_1));
        byte[] stored = Base64.getDecoder().decode(gcm.encrypt("plain text"));
        for (int i = 0; i < stored.length; i++) {
            byte[] changed = stored.clone();
            changed[i] ^= 1;
            String text = Base64.getEncoder().encodeToString(changed);
            assertThatThrownBy(() -> gcm.decrypt(text))
                    .as("byte " + i)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("plain text");
        }
        assertThatThrownBy(() -> gcm.decrypt("plain text")).hasMessageContaining("not written with this encryptor");
        EncryptionAlgorithm aes = algorithm("AES", Map.of("aes-key-value", "k", "digest-algorithm-name", "SHA-1"));
        Stream.of("plain text", "YWJj", "").forEach(text -> assertThatThrownBy(() -> aes.decrypt(text))
                .as(text)
                .hasMessageContaining("not written with this encryptor"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "x:AAAA", "-1:AAAA", "1:AAAA", "1:%%", "99999999999:AAAA"})
    void wrongKeysAreToldWithoutShowingThem(String keys) {
        assertThatThrownBy(() -> algorithm("AES_GCM", Map.of("keys", keys)))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("'keys'")
                .hasMessageNotContaining("AAAA");
    }

    @Test
    void keysAreReadFromAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("keys"), KEY_2 + "\n" + KEY_1 + "\n");
        EncryptionAlgorithm gcm = algorithm("AES_GCM", Map.of("key-file", file.toString()));
        assertThat(gcm.decrypt(algorithm("AES_GCM", Map.of("keys", KEY_1)).encrypt("x")))
                .isEqualTo("x");
        assertThatThrownBy(() -> algorithm(
                        "AES_GCM", Map.of("key-file", folder.resolve("none").toString())))
                .hasMessageContaining("NoSuchFile");
        assertThatThrownBy(() -> algorithm("AES_GCM", Map.of())).hasMessageContaining("exactly one of");
        assertThatThrownBy(() -> algorithm("HMAC_SHA256", Map.of("keys", KEY_1, "key-file", file.toString())))
                .hasMessageContaining("exactly one of");
    }

    @Test
    void whatIsNoTextIsRefusedWithoutShowingIt() {
        Encryption encryption = new Encryption(algorithm("MD5", Map.of()));
        assertThat(encryption.apply(42L)).isEqualTo(encryption.apply("42"));
        assertThatThrownBy(() -> encryption.apply(1.5)).hasMessageContaining("it is a Double");
        assertThatThrownBy(() -> encryption.apply("a\ud83d")).hasMessageContaining("surrogate");
        assertThat(encryption.apply("a\ud83d\ude00")).isNotNull();
    }

    /** The shuffle made once more by the book, with AES blocks of a counter. */
    @Test
    void likeFormsAreAShuffleOfAllCharacters() throws Exception {
        EncryptionAlgorithm like = algorithm("CHAR_LIKE", Map.of("keys", KEY_2));
        Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(
                Cipher.ENCRYPT_MODE,
                new SecretKeySpec("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8), "AES"));
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 0x110000; i++) {
            numbers.add(i);
        }
        long words = 0;
        byte[] block = {};
        for (int i = numbers.size() - 1; i > 0; i--) {
            long number;
            do {
                if (words % 4 == 0) {
                    block = aes.doFinal(
                            ByteBuffer.allocate(16).putLong(8, words / 4).array());
                }
                number = Integer.toUnsignedLong(ByteBuffer.wrap(block).getInt((int) (words++ % 4) * 4));
            } while (number >= (1L << 32) / (i + 1) * (i + 1));
            Collections.swap(numbers, i, (int) (number % (i + 1)));
        }
        for (String text : List.of("", "a", "grüße 漢字 😀%_\\", "\0\uffff")) {
            StringBuilder expected = new StringBuilder("2y");
            for (int character : text.codePoints().toArray()) {
                int number = numbers.get(character);
                expected.append("qrstuxz".charAt(number % 7));
                number /= 7;
                for (int i = 0; i < 4; i++) {
                    expected.append("0123456789abcdefghjklmnop".charAt(number % 25));
                    number /= 25;
                }
            }
            assertThat(like.encrypt(text)).isEqualTo(expected.toString());
        }
        Set<String> forms = new HashSet<>();
        IntStream.range(0, 0x110000).forEach(character -> forms.add(like.encrypt(Character.toString(character))));
        assertThat(forms).hasSize(0x110000);
        assertThat(like.likePatterns()).hasSize(1);
        assertThat(algorithm("CHAR_LIKE", Map.of("keys", KEY_1 + "," + KEY_2)).keeps())
                .isEqualTo(StoredProperty.LOOKUP);
    }
}
