package org.shardingjdbc.rule.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetNamesTest {
    /** Whatever form they are kept in, they are the list that was given. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "t_0,t_1,t_2",
                "t_7,t_8,t_9,t_10,t_11",
                "t_007,t_008,t_009,t_010",
                "t_98,t_99,t_100",
                "t_098,t_099,t_100",
                "0,1,2",
                "t_1,t_0",
                "t_0,t_2",
                "t_00,t_1",
                "t_0,t_01",
                "T_0,t_1",
                "a,b",
                "t_5",
                "t",
                "t_20240101,t_20240102",
                "t_999999998,t_999999999,t_1000000000",
                "t_1234567890,t_1234567891",
                "t_99999999999999999999"
            })
    void areTheListThatWasGiven(String list) {
        List<String> given = List.of(list.split(","));
        TargetNames names = TargetNames.of(given);
        assertThat(names).isEqualTo(given).hasSameSizeAs(given);
        assertThat(new ArrayList<>(names)).isEqualTo(given);
        for (int i = 0; i < given.size(); i++) {
            assertThat(names.get(i)).isEqualTo(given.get(i));
            assertThat(names.position(given.get(i))).isEqualTo(i);
            assertThat(names.indexOf(given.get(i))).isEqualTo(i);
            assertThat(names.folded(given.get(i).toUpperCase())).isEqualTo(i);
        }
        for (String other : List.of("", "t_", "t_3", "t_03", "t_0x", "t_12", "u_0", "t_101", "t_0001", "t_", "1_0")) {
            assertThat(names.position(other)).as(other).isEqualTo(given.indexOf(other));
            assertThat(names.contains(other)).isEqualTo(given.contains(other));
        }
        assertThatThrownBy(() -> names.get(given.size())).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> names.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void ofNamesAreTheSame() {
        TargetNames names = TargetNames.of(List.of("t_0", "t_1"));
        assertThat(TargetNames.of(names)).isSameAs(names);
    }

    @Test
    void oneThatPlansAskForIsKeptAndIterationKeepsNone() {
        TargetNames names = TargetNames.of(
                IntStream.range(0, 100).mapToObj(number -> "t_" + number).toList());
        for (String each : names) {
            assertThat(each).startsWith("t_");
        }
        assertThat(names.iterator().next()).isNotSameAs(names.iterator().next());
        assertThat(names.get(42)).isSameAs(names.get(42));
    }
}
