package org.shardingjdbc.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shardingjdbc.benchmarks.report.Figures.Key;

class CommitRatiosTest {
    private final Figures before = new Figures();
    private final Figures now = new Figures();

    private static void add(Figures figures, Operation operation, double nanos, double bytes) {
        figures.add(new Key("STUB", operation, Figures.OURS), nanos, bytes);
    }

    @Test
    void leastOfTheRoundsCounts() {
        add(before, Operation.INSERT, 200, 40);
        add(before, Operation.INSERT, 100, 40);
        add(now, Operation.INSERT, 900, 40);
        add(now, Operation.INSERT, 110, 40);
        CommitRatios ratios = new CommitRatios(before, now);
        assertThat(ratios.table()).isEqualTo("""
                        | operation | before | now | now / before |
                        | --- | --- | --- | --- |
                        | STUB, INSERT of one row | 100 ns, 40 B | 110 ns, 40 B | 1.10 |
                        """);
        assertThat(ratios.regressions(1.15)).isEmpty();
        assertThat(ratios.regressions(1.05)).containsExactly("STUB, INSERT of one row takes 1.10 times as long");
    }

    @Test
    void moreBytesAreARegressionToo() {
        add(before, Operation.UPDATE, 100, 100);
        add(now, Operation.UPDATE, 100, 180);
        assertThat(new CommitRatios(before, now).regressions(1.05))
                .containsExactly("STUB, UPDATE by key allocates 1.80 times as much");
    }

    @Test
    void fewBytesAreNone() {
        add(before, Operation.UPDATE, 100, 8);
        add(now, Operation.UPDATE, 100, 24);
        assertThat(new CommitRatios(before, now).regressions(1.05)).isEmpty();
    }

    @Test
    void whatIsMeasuredOnOneSideAloneIsLeftOut() {
        add(before, Operation.UPDATE, 100, 8);
        add(now, Operation.DELETE, 100, 8);
        assertThat(new CommitRatios(before, now).table().lines()).hasSize(2);
    }

    @Test
    void timeThatWasNotMeasuredIsNoRegression() {
        add(before, Operation.PLANS_10000, Double.NaN, 1024);
        add(now, Operation.PLANS_10000, Double.NaN, 1024);
        CommitRatios ratios = new CommitRatios(before, now);
        assertThat(ratios.table()).contains("| STUB, memory of 10,000 plans | 1.00 KB | 1.00 KB |  |");
        assertThat(ratios.regressions(1.05)).isEmpty();
    }
}
