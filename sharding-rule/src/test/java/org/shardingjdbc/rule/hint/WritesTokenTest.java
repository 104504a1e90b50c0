package org.shardingjdbc.rule.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;

class WritesTokenTest {
    private final WritesToken token = WritesToken.of(Map.of("ds_0", "1:0/3000148", "ds_1", "0-1-7,1-1-5", "ds_2", ""));

    @Test
    void itsTextIsReadElsewhere() {
        String text = token.text();
        assertThat(text).matches("w1\\.[A-Za-z0-9_-]+\\.[0-9a-f]+");
        WritesToken read = WritesToken.read(text);
        assertThat(read.of("ds_0")).containsExactly("1:0/3000148");
        assertThat(read.of("ds_1")).containsExactly("0-1-7,1-1-5");
        assertThat(read.of("ds_2")).containsExactly("");
        assertThat(read.of("ds_3")).isEmpty();
        assertThat(read.text()).isEqualTo(text);
        assertThat(WritesToken.read(WritesToken.of(Map.of()).text()).of("ds_0")).isEmpty();
    }

    @Test
    void ofTwoBothHold() {
        WritesToken both = token.and(WritesToken.of(Map.of("ds_0", "1:0/4000000", "ds_4", "x")));
        assertThat(both.of("ds_0")).containsExactly("1:0/3000148", "1:0/4000000");
        assertThat(both.of("ds_4")).containsExactly("x");
        assertThat(WritesToken.read(both.text()).of("ds_0")).containsExactly("1:0/3000148", "1:0/4000000");
        assertThat(both.and(token).text()).isEqualTo(both.text());
    }

    @Test
    void whatIsNoneIsRefused() {
        String text = token.text();
        for (String wrong : new String[] {
            "",
            "w1",
            "w1..",
            "w2" + text.substring(2),
            text.substring(1),
            text.substring(0, text.length() - 1),
            text + "0",
            text.replace("w1.", "w1.A"),
            "w1.%%%.0",
            "x".repeat(100_000)
        }) {
            assertThatThrownBy(() -> WritesToken.read(wrong))
                    .as(wrong)
                    .isInstanceOf(ShardingException.class)
                    .hasMessageContaining("SHD-1103");
        }
    }

    @Test
    void scopesHoldTogether() {
        try (ShardingHint outer = ShardingHint.open()) {
            assertThat(HintValues.current().seenWrites()).isNull();
            outer.seeWrites(token.text());
            try (ShardingHint inner = ShardingHint.open()) {
                inner.seeWrites(WritesToken.of(Map.of("ds_0", "2:0/1")).text()).setReplicaAllowed();
                assertThat(Objects.requireNonNull(HintValues.current().seenWrites())
                                .of("ds_0"))
                        .containsExactly("2:0/1", "1:0/3000148");
                assertThat(HintValues.current().replicaAllowed()).isTrue();
            }
            assertThat(HintValues.current().seenWrites().of("ds_0")).containsExactly("1:0/3000148");
            assertThat(HintValues.current().replicaAllowed()).isFalse();
        }
    }
}
