package org.shardingjdbc.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

class DataSourceNamesTest {
    private static final ConfigPath AT = ConfigPath.ROOT.key("at");

    private final Problems problems = new Problems();

    @Test
    void whatIsOnlyChosenComesLast() {
        DataSourceNames names = DataSourceNames.of(List.of("r_0", "w_0", "r_1", "w_1"), Map.of(), Set.of("r_1", "r_0"));

        assertThat(names.placed()).containsExactly("w_0", "w_1");
        assertThat(names.all()).containsExactly("w_0", "w_1", "r_0", "r_1");
        assertThat(names.any("r_1", AT, problems)).isEqualTo(3);
        assertThat(problems.all()).isEmpty();
    }

    @Test
    void aGivenNameTakesThePlaceOfTheConfiguredOne() {
        DataSourceNames names =
                DataSourceNames.of(List.of("w_0", "r_0", "other"), Map.of("ds_0", "w_0"), Set.of("r_0"));

        assertThat(names.placed()).containsExactly("ds_0", "other");
        assertThat(names.all()).containsExactly("w_0", "other", "r_0");
        assertThat(names.placed("ds_0", AT, problems)).isZero();
        assertThat(names.any("w_0", AT, problems)).isZero();
        assertThat(problems.all()).isEmpty();
        assertThat(names.placed("w_0", AT, problems)).isEqualTo(-1);
        assertThat(names.placed("r_0", AT, problems)).isEqualTo(-1);
        assertThat(names.placed("ds_9", AT, problems)).isEqualTo(-1);
        assertThat(problems.all())
                .extracting(Problems.Problem::message)
                .containsExactly(
                        "a rule calls data source 'w_0' ds_0; write that name (at)",
                        "data source 'r_0' is only chosen, by a rule, in place of another; name that one, known are ds_0,"
                                + " other (at)",
                        "unknown data source 'ds_9'; did you mean 'ds_0'? (at)");
    }

    @Test
    void namesStandForNamesOfOtherRules() {
        DataSourceNames names = DataSourceNames.of(
                List.of("w", "r", "tests", "tests_r"),
                Map.of("group", "w", "test_group", "tests", "both", "group"),
                Set.of("r", "tests_r", "test_group"));

        assertThat(names.placed()).containsExactly("both");
        assertThat(names.all()).containsExactly("w", "r", "tests", "tests_r");
        assertThat(names.any("test_group", AT, problems)).isEqualTo(2);
        assertThat(names.any("group", AT, problems)).isZero();
    }

    @Test
    void aCircleOfNamesStandsForNothing() {
        DataSourceNames names = DataSourceNames.of(List.of("w"), Map.of("a", "b", "b", "a"), Set.of());

        assertThat(names.placed()).containsExactly("w");
        assertThat(names.any("a", AT, problems)).isEqualTo(-1);
    }

    @Test
    void aGroupMayHaveTheNameOfItsPrimary() {
        DataSourceNames names = DataSourceNames.of(List.of("ds_0", "r_0"), Map.of("ds_0", "ds_0"), Set.of("r_0"));

        assertThat(names.placed()).containsExactly("ds_0");
        assertThat(names.placed("ds_0", AT, problems)).isZero();
    }
}
