package org.shardingjdbc.rule.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.document.ConfigurationMap;

/** Rules apply in one order, in which those of others find a place without a list of all. */
class RuleOrderTest {
    private record Named(String tag, RuleOrder order) implements RuleProvider<RuleConfiguration> {
        @Override
        public Class<RuleConfiguration> configurationType() {
            return RuleConfiguration.class;
        }

        @Override
        public RuleConfiguration read(ConfigurationMap map) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Rule compile(RuleConfiguration configuration, RuleSetup setup) {
            throw new UnsupportedOperationException();
        }
    }

    private static final List<RuleProvider<?>> LIBRARY = List.of(
            new Named("SHADOW", RuleOrder.in(RuleStage.AS_WRITTEN).andBefore("LIMITS")),
            new Named("LIMITS", RuleOrder.in(RuleStage.AS_WRITTEN)),
            new Named("MASK", RuleOrder.in(RuleStage.SHOWN_VALUES)),
            new Named("ENCRYPT", RuleOrder.in(RuleStage.STORED_VALUES)),
            new Named("SHARDING", RuleOrder.in(RuleStage.PLACES)),
            new Named("READWRITE_SPLITTING", RuleOrder.in(RuleStage.DATABASES)));

    private static List<String> ordered(RuleProvider<?>... others) {
        List<RuleProvider<?>> all = new ArrayList<>(LIBRARY);
        all.addAll(List.of(others));
        List<String> tags = RuleProviders.of(all).tags();
        for (int seed = 0; seed < 5; seed++) {
            Collections.shuffle(all, new Random(seed));
            assertThat(RuleProviders.of(all).tags())
                    .as("whatever the order on the class path")
                    .isEqualTo(tags);
        }
        return tags;
    }

    @Test
    void aStrangersRuleStandsWhereItSays() {
        assertThat(ordered()).containsExactly("SHADOW", "LIMITS", "MASK", "ENCRYPT", "SHARDING", "READWRITE_SPLITTING");
        assertThat(ordered(new Named("TENANTS", RuleOrder.after("MASK").andBefore("ENCRYPT"))))
                .containsExactly("SHADOW", "LIMITS", "MASK", "TENANTS", "ENCRYPT", "SHARDING", "READWRITE_SPLITTING");
        assertThat(ordered(new Named("A", RuleOrder.after("READWRITE_SPLITTING"))))
                .endsWith("READWRITE_SPLITTING", "A");
    }

    @Test
    void twoOfStrangersStandAsTheySayOfEachOther() {
        assertThat(ordered(
                        new Named("A", RuleOrder.after("Z").andBefore("ENCRYPT")),
                        new Named("Z", RuleOrder.after("MASK", "NOWHERE"))))
                .containsExactly("SHADOW", "LIMITS", "MASK", "Z", "A", "ENCRYPT", "SHARDING", "READWRITE_SPLITTING");
    }

    @Test
    void aStageSaysIt() {
        assertThat(ordered(new Named("A", RuleOrder.in(RuleStage.DATABASES).andAfter("READWRITE_SPLITTING"))))
                .endsWith("READWRITE_SPLITTING", "A");
        assertThat(ordered(new Named("Z", RuleOrder.in(RuleStage.SHOWN_VALUES))))
                .containsExactly("SHADOW", "LIMITS", "MASK", "Z", "ENCRYPT", "SHARDING", "READWRITE_SPLITTING");
    }

    @Test
    void aTagThatContradictsAStageIsRefused() {
        Named stranger = new Named("A", RuleOrder.in(RuleStage.STORED_VALUES).andBefore("MASK"));
        assertThatThrownBy(() -> ordered(stranger)).hasMessageContaining("have to stand before each other");
    }

    @Test
    void aCircleIsRefused() {
        Named first = new Named("A", RuleOrder.before("B"));
        Named second = new Named("B", RuleOrder.before("A"));
        assertThatThrownBy(() -> RuleProviders.of(List.of(first, second)))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("rules [A, B] have to stand before each other");
    }

    @Test
    void aTagIsOfOneKindAlone() {
        List<RuleProvider<?>> all = List.of(
                new Named("MINE", RuleOrder.in(RuleStage.PLACES)), new Named("Mine", RuleOrder.in(RuleStage.PLACES)));
        assertThatThrownBy(() -> RuleProviders.of(all))
                .hasMessageContaining("rule tag 'Mine' exists twice")
                .hasMessageContaining(Named.class.getName());
    }
}
