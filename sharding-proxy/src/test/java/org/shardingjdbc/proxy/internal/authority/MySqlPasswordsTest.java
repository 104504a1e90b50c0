package org.shardingjdbc.proxy.internal.authority;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The answers were computed step by step by another implementation of the two digests. */
class MySqlPasswordsTest {
    private static final byte[] NONCE = "0123456789abcdefghij".getBytes(StandardCharsets.US_ASCII);

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    @Test
    void theNativeMethodIsTheOneOfMySql() {
        byte[] answer = bytes("671021acaa5bfe444d15a4c3b0a04810ee854dc9");
        assertThat(MySqlPasswords.nativeAnswer(NONCE, "sécret")).isEqualTo(answer);
        assertThat(MySqlPasswords.isNative(answer, NONCE, "sécret")).isTrue();
        assertThat(MySqlPasswords.isNative(answer, NONCE, "secret")).isFalse();
    }

    @Test
    void theFastWayOfCachingSha2IsTheOneOfMySql() {
        byte[] answer = bytes("c545ab177fbff65d02953402dac71b078f8edc6ed08e9654840057193185153a");
        assertThat(MySqlPasswords.cachingSha2Answer(NONCE, "sécret")).isEqualTo(answer);
        assertThat(MySqlPasswords.isCachingSha2(answer, NONCE, "sécret")).isTrue();
        assertThat(MySqlPasswords.isCachingSha2(answer, NONCE, "secret")).isFalse();
    }

    @Test
    void anEmptyPasswordHasAnEmptyAnswer() {
        assertThat(MySqlPasswords.isNative(new byte[0], NONCE, "")).isTrue();
        assertThat(MySqlPasswords.isCachingSha2(new byte[0], NONCE, "")).isTrue();
        assertThat(MySqlPasswords.isCachingSha2(new byte[1], NONCE, "")).isTrue();
        assertThat(MySqlPasswords.isNative(MySqlPasswords.nativeAnswer(NONCE, ""), NONCE, ""))
                .isFalse();
    }

    @Test
    void anEmptyAnswerIsNoProofOfAPassword() {
        assertThat(MySqlPasswords.isNative(new byte[0], NONCE, "secret")).isFalse();
        assertThat(MySqlPasswords.isCachingSha2(new byte[0], NONCE, "secret")).isFalse();
        assertThat(MySqlPasswords.isCachingSha2(new byte[1], NONCE, "secret")).isFalse();
        assertThat(MySqlPasswords.isNative(new byte[19], NONCE, "secret")).isFalse();
        assertThat(MySqlPasswords.isCachingSha2(new byte[31], NONCE, "secret")).isFalse();
    }
}
