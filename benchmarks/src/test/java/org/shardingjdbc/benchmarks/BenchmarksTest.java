package org.shardingjdbc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BenchmarksTest {
    @Test
    void tablesReplaceWhatIsBetweenTheMarks() {
        String page =
                "above\n<!-- written by benchmarks --docs -->\nold\n<!-- end of what benchmarks wrote -->\nbelow\n";
        String once = Benchmarks.between(page, "new\n");
        assertThat(once)
                .startsWith("above\n")
                .endsWith("below\n")
                .contains("new\n")
                .doesNotContain("old");
        assertThat(Benchmarks.between(once, "new\n")).isEqualTo(once);
    }

    @Test
    void pageWithoutMarksIsNotOverwritten() {
        assertThatThrownBy(() -> Benchmarks.between("a page", "new")).isInstanceOf(IllegalArgumentException.class);
    }
}
