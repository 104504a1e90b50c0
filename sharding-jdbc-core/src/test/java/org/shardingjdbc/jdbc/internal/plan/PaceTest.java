package org.shardingjdbc.jdbc.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long QUICK = 50_000;
    /** A time at which nothing is tried only to learn. */
    private static final long USUAL = 1L << 12;
    /** One at which the worse way is tried. */
    private static final long OF_TRIAL = 1L << 20;

    private final Pace pace = new Pace();

    private boolean isForOne(long nowNanos) {
        return pace.isForOne(QUICK, 1, nowNanos);
    }

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(isForOne(USUAL)).isFalse();
    }

    @Test
    void theCallerIsTriedWhereWorkersTookLongerThanTheirWork() {
        pace.tookMore(300_000, 200_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
    }

    @Test
    void theCallerIsNotTriedWhereTheWorkTakesLong() {
        pace.tookMore(3_000_000, 6_000_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
        assertThat(isForOne(OF_TRIAL)).isFalse();
    }

    @Test
    void theBetterWayIsTakenAndTheOtherOneTriedAgain() {
        pace.tookMore(300_000, 500_000, 1);
        pace.tookOne(100_000, 1);
        pace.tookOne(100_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
        assertThat(isForOne(OF_TRIAL)).isFalse();

        for (int i = 0; i < 4; i++) {
            pace.tookMore(60_000, 500_000, 1);
        }

        assertThat(isForOne(USUAL)).isFalse();
        assertThat(isForOne(OF_TRIAL)).isTrue();
    }

    @Test
    void whatIsQuickNeedsNoWorkerAndNoTrial() {
        pace.tookOne(40_000, 1);
        pace.tookMore(10_000, 60_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
        assertThat(isForOne(OF_TRIAL)).isTrue();
    }

    @Test
    void timesAreOfOnePieceOfTheWork() {
        pace.tookOne(40_000, 10);

        assertThat(pace.isForOne(QUICK, 12, OF_TRIAL)).isTrue();
        assertThat(pace.isForOne(QUICK, 13, OF_TRIAL)).isFalse();
    }

    @Test
    void oneLongTimeCountsLittle() {
        pace.tookOne(200_000, 1);
        pace.tookMore(230_000, 1_000_000, 1);
        pace.tookOne(1_000_000_000, 1);

        assertThat(isForOne(USUAL)).isTrue();

        pace.tookOne(1_000_000_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
    }
}
