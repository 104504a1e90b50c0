package org.shardingjdbc.scaling.internal.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long a copy rests for statements that it slows down. */
class SlowdownTest {
    private static final long WORK = 1_000;

    private final Slowdown slowdown = new Slowdown();

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(slowdown.times()).isEqualTo(1);
        slowdown.worked(Map.of("ds_0", 9.0));
        assertThat(slowdown.times()).isEqualTo(1);
        assertThat(slowdown.restNanos(WORK, 1.3)).isZero();
    }

    /** The average over work and rest is what is allowed, whatever the factor is. */
    @Test
    void theAverageIsWhatIsAllowed() {
        for (double most : new double[] {1.05, 1.3, 2}) {
            for (double times : new double[] {1.5, 2, 1.9}) {
                Slowdown one = new Slowdown();
                one.rested(Map.of("ds_0", 4.0));
                one.worked(Map.of("ds_0", 4.0 * times));
                long rest = one.restNanos(WORK, most);
                assertThat((times * WORK + rest) / (WORK + rest)).isCloseTo(Math.min(times, most), within(0.001));
            }
        }
    }

    @Test
    void theDataSourceThatIsSlowedDownMostCounts() {
        slowdown.rested(Map.of("ds_0", 1.0, "ds_1", 10.0));
        slowdown.worked(Map.of("ds_0", 2.0, "ds_1", 11.0, "ds_2", 50.0));
        assertThat(slowdown.times()).isEqualTo(2);
    }

    /** As when all is copied from it. */
    @Test
    void aDataSourceThatIsNotReadAnyMoreDoesNotCount() {
        slowdown.rested(Map.of("ds_0", 1.0, "ds_1", 1.0));
        slowdown.worked(Map.of("ds_0", 3.0, "ds_1", 1.0));
        slowdown.worked(Map.of("ds_1", 1.0));
        assertThat(slowdown.times()).isEqualTo(1);
        assertThat(slowdown.restNanos(WORK, 1.3)).isZero();
    }

    @Test
    void aCopyComesToAnEnd() {
        slowdown.rested(Map.of("ds_0", 1.0));
        slowdown.worked(Map.of("ds_0", 1_000.0));
        assertThat(slowdown.restNanos(WORK, 1.3)).isEqualTo(WORK * Slowdown.LONGEST_REST);
    }

    @Test
    void newerTurnsCountMore() {
        slowdown.rested(Map.of("ds_0", 1.0));
        slowdown.worked(Map.of("ds_0", 1.0));
        for (int i = 0; i < 20; i++) {
            slowdown.worked(Map.of("ds_0", 3.0));
        }
        assertThat(slowdown.times()).isCloseTo(3, within(0.01));
    }
}
