package org.shardingjdbc.plan.internal.experience;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FanOutTimesTest {
    private static final long QUICK = 50_000;
    /** A time at which nothing is tried only to learn. */
    private static final long USUAL = 1L << 12;
    /** One at which the worse way is tried. */
    private static final long OF_TRIAL = 1L << 20;

    private final FanOutTimes times = new FanOutTimes();

    private boolean isForOne(long nowNanos) {
        return times.isForOne(QUICK, 1, nowNanos);
    }

    @Test
    void nothingIsKnownAtFirst() {
        assertThat(isForOne(USUAL)).isFalse();
    }

    @Test
    void theCallerIsTriedWhereWorkersTookLongerThanTheirWork() {
        times.tookMore(300_000, 200_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
    }

    @Test
    void theCallerIsNotTriedWhereTheWorkTakesLong() {
        times.tookMore(3_000_000, 6_000_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
        assertThat(isForOne(OF_TRIAL)).isFalse();
    }

    @Test
    void theBetterWayIsTakenAndTheOtherOneTriedAgain() {
        times.tookMore(300_000, 500_000, 1);
        times.tookOne(100_000, 1);
        times.tookOne(100_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
        assertThat(isForOne(OF_TRIAL)).isFalse();

        for (int i = 0; i < 4; i++) {
            times.tookMore(60_000, 500_000, 1);
        }

        assertThat(isForOne(USUAL)).isFalse();
        assertThat(isForOne(OF_TRIAL)).isTrue();
    }

    @Test
    void whatIsQuickNeedsNoWorkerAndNoTrial() {
        times.tookOne(40_000, 1);
        times.tookMore(10_000, 60_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
        assertThat(isForOne(OF_TRIAL)).isTrue();
    }

    @Test
    void timesAreOfOnePieceOfTheWork() {
        times.tookOne(40_000, 10);

        assertThat(times.isForOne(QUICK, 12, OF_TRIAL)).isTrue();
        assertThat(times.isForOne(QUICK, 13, OF_TRIAL)).isFalse();
    }

    @Test
    void oneLongTimeCountsLittle() {
        times.tookOne(200_000, 1);
        times.tookMore(230_000, 1_000_000, 1);
        times.tookOne(1_000_000_000, 1);

        assertThat(isForOne(USUAL)).isTrue();

        times.tookOne(1_000_000_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
    }
}
