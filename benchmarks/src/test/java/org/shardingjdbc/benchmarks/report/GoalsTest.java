package org.shardingjdbc.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.benchmarks.report.Figures.Key;

class GoalsTest {
    private final Figures figures = new Figures();

    private void add(String backend, Operation operation, double raw, double ours, double theirs) {
        figures.add(new Key(backend, operation, Figures.RAW), raw, raw);
        figures.add(new Key(backend, operation, Figures.OURS), ours, ours);
        figures.add(new Key(backend, operation, Figures.SHARDINGSPHERE), theirs, theirs);
    }

    private List<String> demands(boolean reached) {
        return Goals.of(figures).stream()
                .filter(goal -> goal.reached() == reached)
                .map(Goal::demand)
                .toList();
    }

    @Test
    void pointOperationsOfTheStubAreBoundAboveRawAndBelowShardingSphere() {
        add("STUB", Operation.POINT_REUSED, 50, 180, 7_000);
        assertThat(demands(true))
                .containsExactly(
                        "ours - raw ≤ 0.15 us",
                        "ours - raw ≤ 150 B",
                        "fastest release / ours ≥ 12",
                        "ShardingSphere / ours ≥ 30");
        assertThat(demands(false)).isEmpty();
    }

    @Test
    void boundsThatAreExceededAreNotReached() {
        add("STUB", Operation.POINT_REUSED, 50, 500, 7_000);
        assertThat(demands(false)).hasSize(4);
    }

    @Test
    void databasesBoundTheRatioByKind() {
        add("POSTGRESQL", Operation.INSERT, 100, 106, 100);
        add("POSTGRESQL", Operation.TOP_10, 100, 106, 120);
        add("H2", Operation.INSERT, 100, 130, 140);
        assertThat(demands(false)).containsExactly("ours / raw ≤ 1.05", "ShardingSphere / ours ≥ 1");
        assertThat(demands(true))
                .containsExactly(
                        "ours / raw ≤ 1.1",
                        "ShardingSphere / ours ≥ 1",
                        "ours / raw ≤ 1.3",
                        "ShardingSphere / ours ≥ 1");
    }

    @Test
    void streamIsComparedWithScans() {
        figures.add(new Key("H2", Operation.STREAM, Figures.SCAN), 100, Double.NaN);
        figures.add(new Key("H2", Operation.STREAM, Figures.OURS), 114, Double.NaN);
        figures.add(new Key("POSTGRESQL", Operation.STREAM_HEAP, Figures.OURS), Double.NaN, 64 << 20);
        assertThat(demands(true)).containsExactly("ours / scans ≤ 1.15", "heap ≤ 64 MB");
    }

    @Test
    void whatWasNotMeasuredHasNoGoal() {
        figures.add(new Key("H2", Operation.INSERT, Figures.OURS), 1, 1);
        assertThat(Goals.of(figures)).isEmpty();
    }
}
