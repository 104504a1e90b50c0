package org.shardingjdbc.jdbc.internal.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whose a lingering connection is, and when its pool takes it; time is what the test says. */
@Timeout(60)
class LingerStateTest {
    private static final long LONGEST = 1_000;

    private final LingeringConnections lingering = new LingeringConnections(3);
    private final Workers workers = new Workers("test", 0, WorkerThreads.AUTO);

    private static final class Lent extends LingerState {
        private final CountDownLatch released = new CountDownLatch(1);

        @Override
        public void releaseClaimed() {
            released.countDown();
        }
    }

    @AfterEach
    void close() {
        workers.close();
    }

    private Lent lingers(long resumed) {
        Lent connection = new Lent();
        connection.resumed(resumed);
        lingering.add(connection);
        connection.linger();
        return connection;
    }

    private List<Lent> claimed(long now, int wanted) {
        List<Lent> result = new ArrayList<>();
        lingering.claim(now, LONGEST, wanted).forEach(each -> result.add((Lent) each));
        return result;
    }

    @Test
    void oneOfSessionAndPoolGetsIt() {
        Lent connection = new Lent();
        assertThat(connection.claim()).isFalse();
        connection.linger();
        assertThat(connection.resume()).isTrue();
        assertThat(connection.claim()).isFalse();
        connection.linger();
        assertThat(connection.claim()).isTrue();
        assertThat(connection.resume()).isFalse();
        assertThat(connection.claim()).isFalse();
        assertThat(connection.isReclaimed()).isTrue();
        assertThat(connection.isLingering()).isTrue();
    }

    @Test
    void whatLingersTooLongIsTakenAsSeenByTheTimer() {
        Lent connection = lingers(5);
        // it begins to count when the timer sees it first
        assertThat(claimed(10_000, 0)).isEmpty();
        assertThat(claimed(10_000 + LONGEST - 1, 0)).isEmpty();
        assertThat(claimed(10_000 + LONGEST, 0)).containsExactly(connection);
        assertThat(claimed(10_000 + 2 * LONGEST, 0)).isEmpty();
    }

    @Test
    void whatWasUsedMeanwhileBeginsAnew() {
        Lent connection = lingers(5);
        assertThat(claimed(10_000, 0)).isEmpty();
        assertThat(connection.resume()).isTrue();
        connection.resumed(10_500);
        connection.linger();
        assertThat(claimed(10_000 + LONGEST, 0)).isEmpty();
        assertThat(claimed(10_000 + 2 * LONGEST, 0)).containsExactly(connection);
    }

    @Test
    void whoWaitsOutsideGetsAsManyAsAreAskedFor() {
        Lent used = new Lent();
        lingering.add(used);
        lingers(1);
        lingers(2);
        assertThat(claimed(10_000, 1)).hasSize(1);
        assertThat(claimed(10_000, 5)).hasSize(1).doesNotContain(used);
        assertThat(lingering.isEmpty()).isFalse();
    }

    @Test
    void timerTakesWhatLingersForWhoWaitsInThePool() throws InterruptedException {
        Lent connection = lingers(System.nanoTime());
        LingerTimer timer = new LingerTimer(lingering, new ConnectionGate(1, () -> false), () -> 1);
        timer.start(workers, TimeUnit.HOURS.toNanos(1));
        connection.released.await();
        assertThat(connection.isReclaimed()).isTrue();
    }

    @Test
    void timerTakesWhatLingeredLongEnough() throws InterruptedException {
        Lent connection = lingers(System.nanoTime());
        LingerTimer timer = new LingerTimer(lingering, new ConnectionGate(1, () -> false), () -> 0);
        timer.start(workers, 1);
        connection.released.await();
        assertThat(connection.isReclaimed()).isTrue();
    }
}
