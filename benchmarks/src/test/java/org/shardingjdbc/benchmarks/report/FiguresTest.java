package org.shardingjdbc.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.benchmarks.report.Figures.Key;

class FiguresTest {
    private final Figures figures = new Figures();

    private void add(String contender, double nanos, double bytes) {
        figures.add(new Key("H2", Operation.TOP_10, contender), nanos, bytes);
    }

    @Test
    void medianIsTheMiddleOrTheMeanOfTwo() {
        assertThat(Figures.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Figures.median(List.of(4.0, 1.0, 2.0, 100.0))).isEqualTo(3);
        assertThat(Figures.median(List.of())).isNaN();
    }

    @Test
    void roundsOfOneKeyBecomeAMedian() {
        add(Figures.OURS, 30, 300);
        add(Figures.OURS, 10, 100);
        add(Figures.OURS, 11, 120);
        assertThat(figures.nanos("H2", Operation.TOP_10, Figures.OURS)).isEqualTo(11);
        assertThat(figures.bytes("H2", Operation.TOP_10, Figures.OURS)).isEqualTo(120);
        assertThat(figures.mostRounds()).isEqualTo(3);
    }

    @Test
    void ratioIsThatOfTheMedians() {
        add(Figures.OURS, 30, 0);
        add(Figures.RAW, 20, 0);
        assertThat(figures.ratio("H2", Operation.TOP_10, Figures.OURS, Figures.RAW))
                .isEqualTo(1.5, within(1e-9));
        assertThat(figures.ratio("H2", Operation.TOP_10, Figures.SHARDINGSPHERE, Figures.OURS))
                .isNaN();
    }

    @Test
    void whatIsNotMeasuredIsNotARound() {
        add(Figures.OURS, Double.NaN, 5);
        assertThat(figures.nanos("H2", Operation.TOP_10, Figures.OURS)).isNaN();
        assertThat(figures.bytes("H2", Operation.TOP_10, Figures.OURS)).isEqualTo(5);
    }
}
