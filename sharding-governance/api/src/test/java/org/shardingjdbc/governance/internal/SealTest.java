package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Base64;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** What is stored is read with the same key only, under the same name, and unchanged. */
class SealTest {
    private static final String TEXT = "dataSources:\n  ds_0: {password: 'geheim', note: '\u00e4\ud83d\ude00'}\n";

    private static Seal keyed(int fill) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) fill);
        return Seal.of(Base64.getEncoder().encodeToString(key));
    }

    private static void assertRefused(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ShardingException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageNotContaining("geheim");
    }

    @Test
    void opensWhatItClosed() {
        String sealed = keyed(1).close("configuration", TEXT);
        assertThat(sealed).doesNotContain("geheim", "ds_0");
        assertThat(keyed(1).open("configuration", sealed)).isEqualTo(TEXT);
        assertThat(keyed(1).close("configuration", TEXT)).as("each time anew").isNotEqualTo(sealed);
    }

    @Test
    void refusesWhatIsOfAnotherKeyNameOrHand() {
        String sealed = keyed(1).close("configuration", TEXT);
        assertRefused(ErrorCode.REGISTRY_CONTENT_UNREADABLE, () -> keyed(2).open("configuration", sealed));
        assertRefused(ErrorCode.REGISTRY_CONTENT_UNREADABLE, () -> keyed(1).open("local copy", sealed));
        assertRefused(ErrorCode.REGISTRY_CONTENT_UNREADABLE, () -> Seal.of(null).open("configuration", sealed));
        for (int at = sealed.indexOf('\n') + 1; at < sealed.length() - 2; at += 7) {
            char other = sealed.charAt(at) == 'A' ? 'B' : 'A';
            String changed = sealed.substring(0, at) + other + sealed.substring(at + 1);
            assertRefused(ErrorCode.REGISTRY_CONTENT_UNREADABLE, () -> keyed(1).open("configuration", changed));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "aes-gcm\n", "aes-gcm\nAAAA", "aes-gcm\n%", "aes-cbc\nAAAA"})
    void refusesWhatIsNoneOfIts(String stored) {
        assertRefused(ErrorCode.REGISTRY_CONTENT_UNREADABLE, () -> keyed(1).open("configuration", stored));
    }

    @Test
    void withoutAKeyStoresNoSecrets() {
        Seal none = Seal.of(null);
        assertRefused(ErrorCode.SECRET_IN_PLAIN_TEXT, () -> none.close("configuration", TEXT));
        String harmless = TEXT.replace("geheim", "$${PASSWORD}");
        assertThat(none.open("configuration", none.close("configuration", harmless)))
                .isEqualTo(harmless);
        assertThat(keyed(1).open("configuration", none.close("configuration", harmless)))
                .as("a key that came later")
                .isEqualTo(harmless);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "AAAA", "no base64!", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="})
    void refusesWhatIsNoKey(String key) {
        assertRefused(ErrorCode.GOVERNANCE_MISCONFIGURED, () -> Seal.of(key));
    }
}
