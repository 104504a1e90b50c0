package org.shardingjdbc.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.shardingjdbc.benchmarks.report.Operation;
import org.shardingjdbc.benchmarks.report.Operation.Kind;

class OptionsTest {
    private static Options of(String... arguments) {
        return Options.of(arguments);
    }

    @Test
    void everythingIsMeasuredThreeTimesUnlessTold() {
        assertThat(of().backends()).containsExactly(Backend.values());
        assertThat(of().contenders()).containsExactly(Contender.values());
        assertThat(of().operations()).containsExactly(Operation.values());
        assertThat(of().rounds()).isEqualTo(3);
        assertThat(of().docs()).isNull();
    }

    @Test
    void quickIsOneRoundOfFewerOperations() {
        assertThat(of("--quick").rounds()).isEqualTo(1);
        assertThat(of("--quick").operations()).contains(Operation.TOP_10).doesNotContain(Operation.STREAM);
    }

    @Test
    void whatIsSaidBesidesQuickHoldsWhereverItStands() {
        assertThat(of("--rounds", "5", "--quick").rounds()).isEqualTo(5);
    }

    @Test
    void subsetsAreNamedByLists() {
        Options options = of("--backends", "h2,stub", "--operations", "stream,top10", "--contenders", "ours");
        assertThat(options.backends()).containsExactlyInAnyOrder(Backend.STUB, Backend.H2);
        assertThat(options.operations()).containsExactlyInAnyOrder(Operation.TOP_10, Operation.STREAM);
        assertThat(options.contenders()).containsExactly(Contender.OURS);
    }

    @Test
    void foldersAreTakenAsTheyAre() {
        assertThat(of("--docs", "../docs").docs()).isEqualTo(Path.of("../docs"));
        assertThat(of("--report", "r").report()).isEqualTo(Path.of("r"));
    }

    @Test
    void whatMeansNothingIsRefused() {
        assertThatThrownBy(() -> of("--fast")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of("--rounds")).hasMessageContaining("--rounds");
        assertThatThrownBy(() -> of("--rounds", "0")).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> of("--operations", "top11")).hasMessageContaining("top11");
    }

    @Test
    void eachOperationOfJmhHasItsMethod() {
        List<String> methods = Arrays.stream(Operations.class.getMethods())
                .filter(each -> each.isAnnotationPresent(Benchmark.class))
                .map(each -> each.getName())
                .toList();
        List<String> ids = Arrays.stream(Operation.values())
                .filter(each -> each.kind() != Kind.OWN_JVM)
                .map(Operation::id)
                .toList();
        assertThat(methods).containsExactlyInAnyOrderElementsOf(ids);
    }
}
