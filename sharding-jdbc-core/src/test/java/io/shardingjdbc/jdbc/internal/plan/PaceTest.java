package io.shardingjdbc.jdbc.internal.plan;

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
    void theCallerIsTriedOnceItIsKnownHowLongWorkersTake() {
        pace.took(false, 300_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
    }

    @Test
    void theCallerIsNotTriedWhereWorkersTakeLong() {
        pace.took(false, 3_000_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
        assertThat(isForOne(OF_TRIAL)).isFalse();
    }

    @Test
    void theBetterWayIsTakenAndTheOtherOneTriedAgain() {
        pace.took(false, 300_000, 1);
        pace.took(true, 200_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
        assertThat(isForOne(OF_TRIAL)).isFalse();

        pace.took(false, 50_000, 1);
        pace.took(false, 50_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
        assertThat(isForOne(OF_TRIAL)).isTrue();
    }

    @Test
    void whatIsQuickNeedsNoWorkerAndNoTrial() {
        pace.took(true, 40_000, 1);
        pace.took(false, 10_000, 1);

        assertThat(isForOne(USUAL)).isTrue();
        assertThat(isForOne(OF_TRIAL)).isTrue();
    }

    @Test
    void timesAreOfOnePieceOfTheWork() {
        pace.took(true, 40_000, 10);

        assertThat(pace.isForOne(QUICK, 12, USUAL)).isTrue();
        assertThat(pace.isForOne(QUICK, 13, USUAL)).isFalse();
    }

    @Test
    void oneLongTimeCountsLittle() {
        pace.took(true, 200_000, 1);
        pace.took(false, 230_000, 1);
        pace.took(true, 1_000_000_000, 1);

        assertThat(isForOne(USUAL)).isTrue();

        pace.took(true, 1_000_000_000, 1);

        assertThat(isForOne(USUAL)).isFalse();
    }
}
