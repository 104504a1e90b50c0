package org.shardingjdbc.rule.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;

class ApplicationDefinitionsTest {
    /** As most do: it goes through the names until one fits. */
    private static final class BySuffix implements StandardShardingAlgorithm<Integer> {
        private final List<List<String>> handed = new ArrayList<>();

        @Override
        public String precise(List<String> targets, PreciseShardingValue<Integer> value) {
            List<String> met = new ArrayList<>();
            for (String target : targets) {
                met.add(target);
            }
            handed.add(met);
            assertThatThrownBy(() -> targets.add("another")).isInstanceOf(UnsupportedOperationException.class);
            return met.get(value.value());
        }

        @Override
        public Collection<String> range(List<String> targets, RangeShardingValue<Integer> range) {
            return targets;
        }
    }

    /** Names that are kept as a pattern are not written anew for each value. */
    @Test
    void anAlgorithmIsHandedTheSameTextsEachTime() {
        BySuffix algorithm = new BySuffix();
        List<String> names = IntStream.range(0, 20).mapToObj(i -> "t_" + i).toList();
        StandardDefinition definition = (StandardDefinition) ApplicationDefinitions.of(algorithm);
        AlgorithmDefinition.StandardChoice choice = definition.place(new Targets("alg", "t", List.of("c"), names));
        assertThat(choice.target(7)).isEqualTo(7);
        assertThat(choice.target(19)).isEqualTo(19);
        assertThat(algorithm.handed.get(0)).isEqualTo(names);
        for (int i = 0; i < names.size(); i++) {
            assertThat(algorithm.handed.get(1).get(i))
                    .isSameAs(algorithm.handed.get(0).get(i));
        }
    }
}
