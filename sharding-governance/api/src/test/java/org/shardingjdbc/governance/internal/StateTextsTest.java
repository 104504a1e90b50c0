package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.governance.Switches;

/** What instances tell one another. */
class StateTextsTest {
    @Test
    void statesAreReadAsTheyWereWritten() {
        InstanceState state =
                new InstanceState("i", "h=1", 7, "1.0", 3, Instant.parse("2026-11-25T10:00:00.5Z"), 4, "why = because");
        assertThat(StateTexts.instance("i", StateTexts.of(state))).isEqualTo(state);
        InstanceState lines = new InstanceState("i", "h", 7, "1.0", 3, Instant.EPOCH, 4, "one\ntwo\r\nrules=9");
        assertThat(StateTexts.instance("i", StateTexts.of(lines)).rulesVersion())
                .isEqualTo(3);
        assertThat(StateTexts.instance("i", StateTexts.of(lines)).problem()).isEqualTo("one two  rules=9");
    }

    /** An instance of a later version says more, an older one less. */
    @Test
    void whatIsNotKnownIsLeftOut() {
        assertThat(StateTexts.instance("i", "host=h\nmood=good\n").host()).isEqualTo("h");
        assertThat(StateTexts.switches("")).isEqualTo(Switches.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pid=x", "rules=", "failed=1.5", "started=yesterday"})
    void whatSomebodyElseWroteIsNamed(String text) {
        assertThatThrownBy(() -> StateTexts.instance("i7", text))
                .isInstanceOfSatisfying(ShardingException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.REGISTRY_CONTENT_UNREADABLE))
                .hasMessageContaining("i7");
    }

    @Test
    void switchesAreReadAsTheyWereWritten() {
        for (Switches each : new Switches[] {
            Switches.NONE,
            new Switches(Set.of("ds_1", "ds_0"), false),
            new Switches(Set.of(), true),
            new Switches(Set.of("ds", "ds,1", "a\\", "\\,", "größe = 1"), false)
        }) {
            assertThat(StateTexts.switches(StateTexts.of(each))).isEqualTo(each);
        }
        assertThat(StateTexts.switches("disabled=ds_1,ds_1").disabled()).containsExactly("ds_1");
    }
}
