package org.shardingjdbc.feature.limits.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.rule.datasource.DataSourceGuard.Admission;
import org.shardingjdbc.rule.datasource.DataSourceGuard.OutcomeListener;

/** When a data source is tried again, and by whose answer the breaker closes. */
class GuardTest {
    private final AtomicLong nanos = new AtomicLong(-1);

    private BreakerGuard guard(int maxConcurrent) {
        return guard(maxConcurrent, 1);
    }

    private BreakerGuard guard(int maxConcurrent, int failures) {
        return new BreakerGuard("ds", new DataSourceLimit(maxConcurrent, 0, failures, 0, 1000), nanos::get);
    }

    private void pass(long milliseconds) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }

    private static void isOpen(BreakerGuard guard) {
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
    }

    private static void isClosed(BreakerGuard guard) {
        assertThatCode(() -> {
                    guard.enter();
                    guard.enter();
                })
                .doesNotThrowAnyException();
    }

    private static void failOn(BreakerGuard guard) {
        Admission admission = guard.enter();
        admission.failed();
        admission.leave();
    }

    @Test
    void oneTriesAtATime() {
        BreakerGuard guard = guard(0);
        failOn(guard);
        pass(999);
        isOpen(guard);
        pass(1);
        guard.enter();
        isOpen(guard);
        // nothing is heard of it
        pass(1000);
        Admission second = guard.enter();
        isOpen(guard);
        second.answered(1);
        isClosed(guard);
    }

    /** It was lost: for the same time again nobody tried. */
    @Test
    void whoFindsNoPlaceLeavesTheTryToTheNextOne() {
        BreakerGuard guard = guard(1);
        Admission first = guard.enter();
        first.failed();
        pass(1000);
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5010");
        first.leave();
        Admission attempt = guard.enter();
        attempt.answered(1);
        attempt.leave();
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }

    @Test
    void whoIsRefusedATryTakesNoPlace() {
        BreakerGuard guard = guard(1);
        failOn(guard);
        isOpen(guard);
        pass(1000);
        guard.enter().withdraw();
        failOn(guard);
        isOpen(guard);
        pass(1000);
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }

    /** It says how the data source was when the statement began, and the try says how it is. */
    @Test
    void aLateAnswerToAStatementFromBeforeDoesNotCloseTheBreaker() {
        BreakerGuard guard = guard(0);
        Admission late = guard.enter();
        failOn(guard);
        late.answered(1);
        isOpen(guard);
        pass(1000);
        Admission attempt = guard.enter();
        late.answered(1);
        isOpen(guard);
        attempt.answered(1);
        isClosed(guard);
    }

    @Test
    void aLateFailureOfAStatementFromBeforeDoesNotPutTheTryOff() {
        BreakerGuard guard = guard(0);
        Admission late = guard.enter();
        failOn(guard);
        pass(1000);
        Admission attempt = guard.enter();
        late.failed();
        attempt.answered(1);
        isClosed(guard);
        late.failed();
        isClosed(guard);
    }

    @Test
    void ofSeveralTriesTheLastOneDecides() {
        BreakerGuard guard = guard(0);
        failOn(guard);
        pass(1000);
        Admission first = guard.enter();
        pass(1000);
        Admission second = guard.enter();
        first.answered(1);
        isOpen(guard);
        first.withdraw();
        isOpen(guard);
        first.failed();
        second.answered(1);
        isClosed(guard);
    }

    /** As a pool does for whoever tries and gets no connection: he withdraws afterwards. */
    @Test
    void whatDidNotEnterPutsTheTryOffAndClosesNothing() {
        BreakerGuard guard = guard(0);
        failOn(guard);
        pass(1000);
        Admission attempt = guard.enter();
        OutcomeListener besides = guard.unadmitted();
        besides.answered(1);
        isOpen(guard);
        besides.failed();
        attempt.withdraw();
        isOpen(guard);
        pass(1000);
        guard.enter().answered(1);
        isClosed(guard);
    }

    @Test
    void failuresInARowOpenItWhoeverReportsThem() {
        BreakerGuard guard = guard(0, 3);
        Admission one = guard.enter();
        one.failed();
        guard.unadmitted().failed();
        guard.unadmitted().answered(1);
        one.failed();
        guard.enter().failed();
        isClosed(guard);
        guard.unadmitted().failed();
        isOpen(guard);
    }

    /** He waited for a database that has turned out not to answer. */
    @Test
    void whoWaitsForAPlaceIsRefusedWhenTheBreakerOpens() throws Exception {
        BreakerGuard guard = new BreakerGuard("ds", new DataSourceLimit(1, 60_000, 1, 0, 1000), nanos::get);
        Admission first = guard.enter();
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        Thread waiter = new Thread(() -> refusal.complete(catchThrowable(guard::enter)));
        waiter.start();
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        first.failed();
        first.leave();
        assertThat(refusal.get()).hasMessageContaining("SHD-5009");
        pass(1000);
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }
}
