package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.governance.internal.StoredConfiguration.Phase;

/** The value that decides what counts. */
class StoredConfigurationTest {
    private static final Seal PLAIN = Seal.of(null);
    private static final Seal SEALED = Seal.of(Base64.getEncoder().encodeToString(new byte[32]));
    private static final StoredConfiguration FIRST = new StoredConfiguration(7, "rules: []\n\nid: 3\n", null);

    private static StoredConfiguration again(Seal seal, StoredConfiguration stored) {
        return StoredConfiguration.decoded(seal, stored.encoded(seal), stored.version());
    }

    @Test
    void itIsReadAsItWasWritten() {
        StoredConfiguration preparing = FIRST.preparing("a=b", 20, 30, "rules:\n- ä€\n");
        StoredConfiguration opened =
                preparing.in(Phase.CLOSING).in(Phase.IN_BETWEEN).in(Phase.OPENED);
        for (Seal seal : new Seal[] {PLAIN, SEALED}) {
            assertThat(again(seal, FIRST)).isEqualTo(FIRST);
            assertThat(again(seal, preparing)).isEqualTo(preparing);
            assertThat(again(seal, opened)).isEqualTo(opened);
            assertThat(again(seal, opened.with("c"))).isEqualTo(opened.with("c"));
        }
        assertThat(preparing.encoded(SEALED)).doesNotContain("rules");
    }

    @Test
    void whatIsOpenedCountsAndWhatIsWithdrawnNot() {
        StoredConfiguration closing = FIRST.preparing("a", 20, 30, "next").in(Phase.CLOSING);
        assertThat(closing.text()).isEqualTo(FIRST.text());
        assertThat(closing.version()).isEqualTo(9);
        assertThat(closing.underWay().from()).isEqualTo(7);
        StoredConfiguration opened = closing.in(Phase.OPENED);
        assertThat(opened.text()).isEqualTo("next");
        assertThat(opened.underWay()).isNull();
        assertThat(opened.isWithdrawn()).isFalse();
        StoredConfiguration withdrawn = closing.in(Phase.WITHDRAWN);
        assertThat(withdrawn.text()).isEqualTo(FIRST.text());
        assertThat(withdrawn.underWay()).isNull();
        assertThat(withdrawn.isWithdrawn()).isTrue();
    }

    /** Who comes late must not take what followed for what was before. */
    @Test
    void whatFollowsTellsHowTheLastOneEnded() {
        StoredConfiguration closing = FIRST.preparing("a", 20, 30, "next").in(Phase.CLOSING);
        StoredConfiguration later = closing.in(Phase.WITHDRAWN).with("other");
        assertThat(later.isWithdrawn()).isFalse();
        assertThat(later.last().phase()).isEqualTo(Phase.WITHDRAWN);
        assertThat(later.last().id()).isEqualTo(8);
        assertThat(later.last().decided()).isEqualTo(10);
        assertThat(closing.in(Phase.OPENED).with("other").last().phase()).isEqualTo(Phase.OPENED);
    }

    @Test
    void whatIsDecidedIsDecided() {
        StoredConfiguration opened = FIRST.preparing("a", 20, 30, "next").in(Phase.OPENED);
        assertThatThrownBy(() -> opened.in(Phase.WITHDRAWN)).hasMessageContaining("SHD-9001");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "handover\n",
                "handover\nid=1\n\n",
                "handover\nid=1\nphase=closing\nby=a\nprepare=1\nlimit=1\ndecided=0\nlength=900\n\nplain\n",
                "handover\nid=1\nphase=half\nby=a\nprepare=1\nlimit=1\ndecided=0\nlength=6\n\nplain\nplain\n"
            })
    void whatSomebodyElseWroteIsTold(String stored) {
        assertThatThrownBy(() -> StoredConfiguration.decoded(PLAIN, stored, 3)).hasMessageContaining("SHD-7007");
    }
}
