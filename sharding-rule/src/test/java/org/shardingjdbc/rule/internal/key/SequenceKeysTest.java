package org.shardingjdbc.rule.internal.key;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.NumberBlocks;

/** What SEQUENCE makes of blocks, whoever gives them. */
final class SequenceKeysTest {
    private static final Map<String, String> SMALL = Map.of("data-source", "ds_0", "sequence", "s", "cache-size", "5");

    /** Counts as a table does. */
    private static final class Counter implements NumberBlocks {
        private final AtomicLong next = new AtomicLong(1);

        @Override
        public long take(Sequence sequence, boolean mayBegin) {
            return next.getAndAdd(sequence.width());
        }
    }

    private static KeyGenerator keys(NumberBlocks blocks, Map<String, String> props) {
        return requireNonNull(new KeyGenerators(() -> 0, blocks, List.of()).get("SEQUENCE", props));
    }

    @Test
    void countsOnOverBlocks() {
        KeyGenerator keys = keys(new Counter(), SMALL);
        for (long i = 1; i <= 23; i++) {
            assertThat(keys.next()).isEqualTo(i);
        }
    }

    @Test
    void stepsByItsIncrement() {
        Map<String, String> props = new HashMap<>(SMALL);
        props.put("increment", "50");
        KeyGenerator keys = keys(new Counter(), props);
        for (long i = 0; i < 12; i++) {
            assertThat(keys.next()).isEqualTo(1 + 50 * i);
        }
    }

    @Test
    void noKeyTwiceInTwoInstancesAndGrowingInEachThread() throws Exception {
        Counter counter = new Counter();
        List<KeyGenerator> instances = List.of(keys(counter, SMALL), keys(counter, SMALL));
        Set<Object> all = ConcurrentHashMap.newKeySet();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> work = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                KeyGenerator keys = instances.get(i % 2);
                work.add(() -> {
                    long last = 0;
                    boolean right = true;
                    for (int n = 0; n < 5_000; n++) {
                        long key = (Long) keys.next();
                        right &= key > last && all.add(key);
                        last = key;
                    }
                    return right;
                });
            }
            for (Future<Boolean> each : threads.invokeAll(work)) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(all).hasSize(40_000);
    }

    @Test
    void theNextBlockIsTakenBeforeThisOneIsUsedUp() throws Exception {
        CountDownLatch second = new CountDownLatch(2);
        Counter counter = new Counter();
        KeyGenerator keys = keys(
                (sequence, mayBegin) -> {
                    second.countDown();
                    return counter.take(sequence, mayBegin);
                },
                SMALL);
        for (int i = 0; i < 3; i++) {
            keys.next();
        }
        assertThat(second.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aFailureIsToldAndTriedAgain() {
        AtomicInteger calls = new AtomicInteger();
        Counter counter = new Counter();
        KeyGenerator keys = keys(
                (sequence, mayBegin) -> {
                    if (calls.getAndIncrement() == 0) {
                        throw new ShardingException(ErrorCode.KEY_SEQUENCE_UNAVAILABLE, sequence.name(), "it is away");
                    }
                    return counter.take(sequence, mayBegin);
                },
                SMALL);
        assertThatThrownBy(keys::next)
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("SHD-5203")
                .hasMessageContaining("it is away");
        assertThat(keys.next()).isEqualTo(1L);
    }

    @Test
    void numbersThatWereGivenAreNotGivenAgain() {
        KeyGenerator keys = keys((sequence, mayBegin) -> 1, SMALL);
        for (long i = 1; i <= 5; i++) {
            assertThat(keys.next()).isEqualTo(i);
        }
        assertThatThrownBy(keys::next).hasMessageContaining("SHD-5204");
    }

    @Test
    void wrongPropertiesAreNamed() {
        Counter counter = new Counter();
        assertThatThrownBy(() -> keys(counter, Map.of("sequence", "s")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("registry: true");
        assertThatThrownBy(() -> keys(counter, Map.of("data-source", "a", "registry", "true", "sequence", "s")))
                .hasMessageContaining("one of the two");
        assertThatThrownBy(() -> keys(counter, Map.of("data-source", "a")))
                .hasMessageContaining("'sequence' is required");
        assertThatThrownBy(() -> keys(counter, Map.of("data-source", "a", "sequence", "s", "table", "a; b")))
                .hasMessageContaining("letters, digits");
        assertThatThrownBy(() -> keys(counter, Map.of("data-source", "a", "sequence", "s", "increment", "0")))
                .hasMessageContaining("increment");
    }
}
