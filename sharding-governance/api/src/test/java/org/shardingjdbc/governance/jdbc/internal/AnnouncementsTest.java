package org.shardingjdbc.governance.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.StoredValue;

class AnnouncementsTest {
    private static final String KEY = "instances/one";
    private static final long TIME_TO_LIVE = 100;

    private final AtomicLong nanos = new AtomicLong(1);

    private static Repository open() {
        return new JdbcRepositories()
                .open(new RepositoryProps(Map.of(
                        "jdbc_url", "jdbc:h2:mem:announcements;DB_CLOSE_DELAY=-1", "pollIntervalMilliseconds", "1")));
    }

    private Announcements over(BeatTable table) {
        return new Announcements(table, TIME_TO_LIVE, nanos::get);
    }

    @Test
    void aBeatDoesNotBringBackWhatWasAnnouncedBefore() {
        try (Repository one = open();
                Repository other = open()) {
            for (int i = 0; i < 2_000; i++) {
                one.announce("instances/one", "version " + i);
                assertThat(other.announced("instances")).containsEntry("one", "version " + i);
            }
        }
    }

    @Test
    void whoIsToldAndFailsIsToldOnceMore() throws Exception {
        CountDownLatch told = new CountDownLatch(2);
        try (Repository one = open();
                Repository other = open()) {
            one.watch(() -> {
                told.countDown();
                throw new NoClassDefFoundError("on demand");
            });
            other.write("configuration", "next", 0);
            assertThat(told.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whatCouldNotBeAnnouncedIsWrittenWhenItIsAnnouncedAgain() {
        AtomicLong failures = new AtomicLong(1);
        MemoryBeats table = new MemoryBeats() {
            @Override
            public synchronized boolean beat(String key, String value) {
                if (failures.getAndDecrement() > 0) {
                    throw new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, name(), "away");
                }
                return super.beat(key, value);
            }
        };
        Announcements one = over(table);
        assertThatThrownBy(() -> one.announce(KEY, "new")).hasMessageContaining("away");
        assertThat(table.announced()).isEmpty();
        one.announce(KEY, "new");
        assertThat(table.announced()).containsKey(KEY);
    }

    /** It beat in time, twice; only the one who looks stood still. */
    @Test
    void whoStandsStillAfterItsQuestionLeavesOutNobody() {
        MemoryBeats table = new MemoryBeats();
        Announcements one = over(table);
        AtomicLong stands = new AtomicLong();
        BeatTable slow = new MemoryBeats() {
            @Override
            public Map<String, StoredValue> announced() {
                Map<String, StoredValue> all = table.announced();
                for (int i = 0; i < stands.get(); i++) {
                    nanos.addAndGet(TIME_TO_LIVE / 2);
                    one.beat();
                }
                return all;
            }
        };
        one.announce(KEY, "here");
        Announcements other = over(slow);
        assertThat(other.living()).containsKey(KEY);
        stands.set(3);
        assertThat(other.living()).containsKey(KEY);
    }

    @Test
    void whoDoesNotBeatIsTakenAway() {
        MemoryBeats table = new MemoryBeats();
        over(table).announce(KEY, "here");
        Announcements other = over(table);
        assertThat(other.living()).containsKey(KEY);
        nanos.addAndGet(TIME_TO_LIVE);
        assertThat(other.living()).isEmpty();
        assertThat(table.announced()).isEmpty();
    }

    /** It was taken away, and says at once that it lives all the same. */
    @Test
    void whoComesBackIsNotTakenForTheOneThatStoodStill() {
        MemoryBeats table = new MemoryBeats();
        Announcements one = over(table);
        one.announce(KEY, "here");
        Announcements other = over(table);
        assertThat(other.living()).containsKey(KEY);
        nanos.addAndGet(TIME_TO_LIVE);
        assertThat(other.living()).isEmpty();
        one.beat();
        assertThat(other.living()).containsKey(KEY);
    }

    @Test
    void whatCannotBeWithdrawnKeepsNothingElseThere() {
        MemoryBeats table = new MemoryBeats() {
            @Override
            public void withdraw(String key) {
                if (key.equals(KEY)) {
                    throw new ShardingException(ErrorCode.REGISTRY_UNAVAILABLE, name(), "on demand");
                }
                super.withdraw(key);
            }
        };
        Announcements one = over(table);
        one.announce(KEY, "here");
        for (int i = 0; i < 10; i++) {
            one.announce("instances/other" + i, "here");
        }
        assertThatThrownBy(one::close).hasMessageContaining("on demand");
        assertThat(table.announced()).containsOnlyKeys(KEY);
    }

    /** A beat is under way, and does not find what is withdrawn. */
    @Test
    void whatIsClosedIsNotAnnouncedAgain() throws Exception {
        CountDownLatch beats = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        MemoryBeats table = new MemoryBeats() {
            @Override
            public boolean beat(String key, String value) {
                if (announced().isEmpty()) {
                    return super.beat(key, value);
                }
                beats.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return super.beat(key, value);
            }
        };
        Announcements one = over(table);
        one.announce(KEY, "here");
        CompletableFuture<Void> beating = CompletableFuture.runAsync(one::beat);
        beats.await();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(one::close);
        try {
            closing.get(100, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // it may wait for the beat
        }
        goOn.countDown();
        CompletableFuture.allOf(beating, closing).get();
        assertThat(table.announced()).isEmpty();
        assertThatThrownBy(one::beat).hasMessageContaining("SHD-7003");
        assertThatThrownBy(() -> one.announce(KEY, "again")).hasMessageContaining("SHD-7003");
        assertThat(table.announced()).isEmpty();
    }
}
