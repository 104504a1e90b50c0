package org.shardingjdbc.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.internal.broadcast.BroadcastRuleProvider;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** A rule is compiled, in a test of its author's, without anything of the library's insides. */
class RuleSetupTest {
    private static final class Setup implements RuleSetup, KeyGeneratorSource {
        private final DataSourceNames names = DataSourceNames.of("ds_0", "ds_1");
        private final Problems problems = new Problems();
        private final List<String> placed = new ArrayList<>();

        @Override
        public ConfigPath path() {
            return ConfigPath.ROOT.key("rules").index(0);
        }

        @Override
        public DataSourceNames dataSources() {
            return names;
        }

        @Override
        public KeyGeneratorSource keyGenerators() {
            return this;
        }

        @Override
        public Problems problems() {
            return problems;
        }

        @Override
        public void place(LogicTable table, ConfigPath at) {
            placed.add(table.name() + " at " + at);
        }

        @Override
        public List<String> types() {
            return List.of();
        }

        @Override
        public @Nullable KeyGenerator get(String type, Map<String, String> props) {
            return null;
        }
    }

    @Test
    void aRuleIsCompiledWithASetupOfATest() {
        Setup setup = new Setup();
        new BroadcastRuleProvider().compile(new BroadcastRuleConfiguration(List.of("t_a", " ")), setup);
        assertThat(setup.placed).containsExactly("t_a at rules[0].tables[0]");
        assertThat(setup.problems.all())
                .extracting(Problems.Problem::message)
                .containsExactly("a table name is missing (rules[0].tables[1])");
    }

    @Test
    void dataSourcesAreFoundByTheirNames() {
        Setup setup = new Setup();
        assertThat(setup.dataSourceNames()).containsExactly("ds_0", "ds_1");
        assertThat(setup.dataSource("ds_1", setup.path())).isEqualTo(1);
        assertThat(setup.anyDataSource("ds_2", setup.path())).isEqualTo(-1);
        assertThat(setup.problems.all()).hasSize(1);
    }

    @Test
    void aLookUpMatchesAndGivesAColumnAtLeast() {
        LookUp lookUp =
                LookUp.builder("by_no", "t_no").match("no", "n").give("id", "i").build();
        assertThat(lookUp.columns()).containsExactly("no");
        assertThat(lookUp.keys()).containsExactly("n");
        assertThat(lookUp.gives()).containsExactly("id");
        assertThat(lookUp.from()).containsExactly("i");
        assertThatThrownBy(
                        () -> LookUp.builder("by_no", "t_no").match("no", "n").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("by_no");
        assertThatThrownBy(() -> LookUp.builder("by_no", "t_no").give("id", "i").build())
                .isInstanceOf(IllegalArgumentException.class);
    }
}
