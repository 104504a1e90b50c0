package org.shardingjdbc.feature.mask.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/** What is seen of values: as ShardingSphere 5.5.2 shows them, where a case says nothing else. */
class MaskAlgorithmsTest {
    private static MaskAlgorithm algorithm(String type, String properties) {
        Map<String, String> values = new HashMap<>();
        for (String property : properties.isEmpty() ? new String[0] : properties.split(";")) {
            int equals = property.indexOf('=');
            values.put(property.substring(0, equals), property.substring(equals + 1));
        }
        AlgorithmProperties all = new AlgorithmProperties(values);
        MaskAlgorithm algorithm = MaskTypes.all().of(type).apply(all);
        assertThat(all.unknown()).isEmpty();
        return algorithm;
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a, a",
        "abcde, abcde",
        "abcdef, ab*def",
        "13812345678, 13******678",
        "😀😀😀😀😀😀😀, 😀😀**😀😀😀"
    })
    void endsAreKept(String value, String seen) {
        assertThat(algorithm("KEEP_FIRST_N_LAST_M", "first-n=2;last-m=3;replace-char=*")
                        .mask(value))
                .isEqualTo(seen);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a, *",
        "abcde, *****",
        "abcdef, **c***",
        "13812345678, **812345***",
        "😀😀😀😀😀😀😀, **😀😀***"
    })
    void endsAreMasked(String value, String seen) {
        assertThat(algorithm("MASK_FIRST_N_LAST_M", "first-n=2;last-m=3;replace-char=*")
                        .mask(value))
                .isEqualTo(seen);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a, *",
        "abc, **c",
        "abcde, **cde",
        "abcdef, **cde*",
        "13812345678, **812******",
        "😀😀😀😀😀😀, **😀😀😀*"
    })
    void aStretchIsKept(String value, String seen) {
        assertThat(algorithm("KEEP_FROM_X_TO_Y", "from-x=2;to-y=4;replace-char=*")
                        .mask(value))
                .isEqualTo(seen);
    }

    @ParameterizedTest
    @CsvSource({"'', ''", "ab, ab", "abc, ab*", "abcdef, ab***f", "13812345678, 13***345678", "😀😀😀😀😀😀, 😀😀***😀"
    })
    void aStretchIsMasked(String value, String seen) {
        assertThat(algorithm("MASK_FROM_X_TO_Y", "from-x=2;to-y=4;replace-char=*")
                        .mask(value))
                .isEqualTo(seen);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', ''",
        "abc, abc, abc",
        "ab@cd, **@cd, ab@**",
        "@cd, @cd, @**",
        "ab@, **@, ab@",
        "a@b@c, *@b@c, a@***"
    })
    void whatIsBesideSpecialCharactersIsMasked(String value, String before, String after) {
        String properties = "special-chars=@;replace-char=*";
        assertThat(algorithm("MASK_BEFORE_SPECIAL_CHARS", properties).mask(value))
                .isEqualTo(before);
        assertThat(algorithm("MASK_AFTER_SPECIAL_CHARS", properties).mask(value))
                .isEqualTo(after);
    }

    @Test
    void severalSpecialCharactersAreOneText() {
        String properties = "special-chars=d1;replace-char=*";
        assertThat(algorithm("MASK_BEFORE_SPECIAL_CHARS", properties).mask("aad1bbd1c"))
                .isEqualTo("**d1bbd1c");
        assertThat(algorithm("MASK_AFTER_SPECIAL_CHARS", properties).mask("abcd134"))
                .isEqualTo("abcd1**");
        assertThat(algorithm("MASK_AFTER_SPECIAL_CHARS", properties).mask("abd"))
                .isEqualTo("abd");
    }

    /** The digest of abc is the one of RFC 1321, A.5; those with a salt are the peer's. */
    @ParameterizedTest
    @CsvSource({
        "'', abc, 900150983cd24fb0d6963f7d28e17f72",
        "'', '', d41d8cd98f00b204e9800998ecf8427e",
        "'', 12345, 827ccb0eea8a706c4c34a16891f84e7b",
        "salt=s, abc, e5c639ea4b3706aac469718248bb0299"
    })
    void md5(String properties, String value, String seen) {
        assertThat(algorithm("MD5", properties).mask(value)).isEqualTo(seen);
    }

    @Test
    void randomCharactersAreOfTheSameKind() {
        MaskAlgorithm algorithm = algorithm("GENERIC_TABLE_RANDOM_REPLACE", "");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            String mask = algorithm.mask("abXY09 é😀");
            assertThat(mask).matches("[a-z]{2}[A-Z]{2}[0-9]{2}[~!@#$%^&*:<>|]{3}");
            seen.add(mask);
        }
        assertThat(seen).hasSizeGreaterThan(1);
        assertThat(algorithm.mask("")).isEmpty();
    }

    @Test
    void randomCharactersAreThoseOfTheProperties() {
        String codes = "uppercase-letter-codes=A;lowercase-letter-codes=c;special-codes=!;";
        for (String digits : new String[] {"digital-codes=1", "digital-random-codes=1"}) {
            assertThat(algorithm("GENERIC_TABLE_RANDOM_REPLACE", codes + digits).mask("abXY09 é"))
                    .isEqualTo("ccAA11!!");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "KEEP_FIRST_N_LAST_M, first-n=2;last-m=3;replace-char=*, abcde, *****",
        "KEEP_FIRST_N_LAST_M, first-n=2;last-m=3;replace-char=*, abcdef, ab*def",
        "MASK_FROM_X_TO_Y, from-x=2;to-y=4;replace-char=*, ab, **",
        "MASK_BEFORE_SPECIAL_CHARS, special-chars=@;replace-char=*, abc, ***",
        "MASK_AFTER_SPECIAL_CHARS, special-chars=@;replace-char=*, 😀bc, ***"
    })
    void unmatchedValuesAreMaskedWhereThatIsWanted(String type, String properties, String value, String seen) {
        assertThat(algorithm(type, properties + ";unmatched-values=mask").mask(value))
                .isEqualTo(seen);
    }

    @ParameterizedTest
    @CsvSource({
        "KEEP_FIRST_N_LAST_M, first-n=2;replace-char=*, property 'last-m' is required",
        "KEEP_FIRST_N_LAST_M, first-n=2;last-m=3, property 'replace-char' is required",
        "KEEP_FIRST_N_LAST_M, first-n=-1;last-m=3;replace-char=*, first-n",
        "MASK_FIRST_N_LAST_M, first-n=x;last-m=3;replace-char=*, property 'first-n' must be a whole number",
        "MASK_FIRST_N_LAST_M, first-n=1;last-m=3;replace-char=**, property 'replace-char' must be one character",
        "KEEP_FROM_X_TO_Y, from-x=4;to-y=2;replace-char=*, property 'from-x' must not be greater than 'to-y'",
        "MASK_BEFORE_SPECIAL_CHARS, replace-char=*, property 'special-chars' is required",
        "MASK_AFTER_SPECIAL_CHARS, special-chars=@;replace-char=*;unmatched-values=x, must be keep or mask",
        "GENERIC_TABLE_RANDOM_REPLACE, 'digital-codes=1,,2', must be single characters between commas"
    })
    void wrongPropertiesAreNamed(String type, String properties, String message) {
        assertThatThrownBy(() -> algorithm(type, properties))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining(message);
    }
}
