package org.shardingjdbc.rule.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.slot.SlotHash;

/** Slots that are counted where that is asked for, and nowhere else. */
class SampledSlotsTest {
    private static final int PLACED = 200_000;
    private static final Targets NODES = new Targets("slots", "t", List.of("id"), List.of("ds_0.t_0", "ds_0.t_1"));

    private static StandardChoice choice(Map<String, String> more) {
        Map<String, String> properties = new TreeMap<>(Map.of("slots", "16", "nodes", "ds_0.t_0: 0-7; ds_0.t_1: 8-15"));
        properties.putAll(more);
        return new HashSlotDefinition(new AlgorithmProperties(properties)).place(NODES);
    }

    @Test
    void nothingIsCountedUnlessItIsAskedFor() {
        StandardChoice plain = choice(Map.of());
        assertThat(plain).isNotInstanceOf(SampledSlots.class);
        assertThat(plain.statementsOfSlots()).isNull();
        assertThat(plain.ofNumbers()).isSameAs(plain);
    }

    @Test
    void oneOfFiftyCountsAndTargetsAreTheSame() {
        StandardChoice plain = choice(Map.of());
        StandardChoice counted = choice(Map.of("count-statements", "true"));
        assertThat(counted.slots()).isEqualTo(plain.slots());
        for (int i = 0; i < PLACED; i++) {
            assertThat(counted.ofNumbers().placeOf(7, false)).isEqualTo(plain.placeOf(7, false));
            assertThat(counted.target("a text")).isEqualTo(plain.target("a text"));
        }
        long[] counts = Objects.requireNonNull(counted.statementsOfSlots());
        int number = SlotHash.ofNumber(7, 16);
        int text = SlotHash.slot("a text", 16);
        assertThat(number).isNotEqualTo(text);
        // 4,000 of each are expected: a tenth more or less is more than six times the deviation
        assertThat(counts[number]).isBetween(PLACED * 9L / 10, PLACED * 11L / 10);
        assertThat(counts[text]).isBetween(PLACED * 9L / 10, PLACED * 11L / 10);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(counts[number] + counts[text]);
    }

    @Test
    void aValueWithoutASlotIsRefusedAndNotCounted() {
        StandardChoice counted = choice(Map.of("count-statements", "true"));
        for (int i = 0; i < 1_000; i++) {
            assertThatThrownBy(() -> counted.target(new Object())).isInstanceOf(ShardingException.class);
        }
        assertThat(counted.statementsOfSlots()).containsOnly(0);
    }
}
