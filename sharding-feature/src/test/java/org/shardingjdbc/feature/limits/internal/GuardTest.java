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

/** When a data source is tried again. */
class GuardTest {
    private final AtomicLong nanos = new AtomicLong(-1);

    private Guard guard(int maxConcurrent) {
        return new Guard("ds", new DataSourceLimit(maxConcurrent, 0, 1, 0, 1000), nanos::get);
    }

    private void pass(long milliseconds) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }

    @Test
    void oneTriesAtATime() {
        Guard guard = guard(0);
        guard.enter();
        guard.failed();
        guard.leave();
        pass(999);
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
        pass(1);
        guard.enter();
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
        // nothing is heard of it
        pass(1000);
        guard.enter();
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
        guard.answered(1);
        guard.enter();
    }

    /** It was lost: for the same time again nobody tried. */
    @Test
    void whoFindsNoPlaceLeavesTheTryToTheNextOne() {
        Guard guard = guard(1);
        guard.enter();
        guard.failed();
        pass(1000);
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5010");
        guard.leave();
        guard.enter();
        guard.answered(1);
        guard.leave();
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }

    @Test
    void whoIsRefusedATryTakesNoPlace() {
        Guard guard = guard(1);
        guard.enter();
        guard.failed();
        guard.leave();
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
        pass(1000);
        guard.enter();
        guard.withdraw();
        guard.enter();
        guard.failed();
        guard.leave();
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
        pass(1000);
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }

    /** Who answers is there, whoever it is that hears it. */
    @Test
    void aLateAnswerToAStatementFromBeforeClosesTheBreaker() {
        Guard guard = guard(0);
        guard.enter();
        guard.enter();
        guard.failed();
        assertThatThrownBy(guard::enter).hasMessageContaining("SHD-5009");
        guard.answered(1);
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }

    /** He waited for a database that has turned out not to answer. */
    @Test
    void whoWaitsForAPlaceIsRefusedWhenTheBreakerOpens() throws Exception {
        Guard guard = new Guard("ds", new DataSourceLimit(1, 60_000, 1, 0, 1000), nanos::get);
        guard.enter();
        CompletableFuture<Throwable> refusal = new CompletableFuture<>();
        Thread waiter = new Thread(() -> refusal.complete(catchThrowable(guard::enter)));
        waiter.start();
        while (waiter.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        guard.failed();
        guard.leave();
        assertThat(refusal.get()).hasMessageContaining("SHD-5009");
        pass(1000);
        assertThatCode(guard::enter).doesNotThrowAnyException();
    }
}
