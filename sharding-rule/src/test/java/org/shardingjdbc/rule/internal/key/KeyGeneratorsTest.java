package org.shardingjdbc.rule.internal.key;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorFactory;
import org.shardingjdbc.rule.algorithm.WorkerIds;

class KeyGeneratorsTest {
    private static final long NOW = SnowflakeKeys.EPOCH_MILLIS + 1000;

    private final SettableClock clock = new SettableClock();
    private final SnowflakeKeys.LastNumber taken = new SnowflakeKeys.LastNumber();

    private static final class SettableClock implements Clock {
        private long millis = NOW;
        private long waited;

        @Override
        public long millis() {
            return millis;
        }

        @Override
        public void waitMillis(long duration) {
            waited += duration;
            millis += duration;
        }
    }

    private SnowflakeKeys snowflake(int workerId, int vibration) {
        return new SnowflakeKeys(() -> workerId, clock, taken, vibration, 10);
    }

    @Test
    void snowflakeKeyIsTimeWorkerAndSequence() {
        SnowflakeKeys keys = snowflake(7, 1);
        assertThat(keys.next()).isEqualTo(1000L << 22 | 7L << 12);
        assertThat(keys.next()).isEqualTo(1000L << 22 | 7L << 12 | 1);
        clock.millis++;
        assertThat(keys.next()).isEqualTo(1001L << 22 | 7L << 12 | 1);
        clock.millis++;
        assertThat(keys.next()).isEqualTo(1002L << 22 | 7L << 12);
    }

    @Test
    void snowflakeKeysAreGreaterThanThoseOfShardingSphereInAnyZone() {
        assertThat(OffsetDateTime.parse("2016-11-01T00:00:00+14:00").toInstant().toEpochMilli())
                .isEqualTo(SnowflakeKeys.EPOCH_MILLIS);
    }

    @Test
    void snowflakeKeysGrowAndNeverRepeat() {
        SnowflakeKeys keys = snowflake(0, 4095);
        long last = 0;
        for (int i = 0; i < 20_000; i++) {
            long key = keys.next();
            assertThat(key).isGreaterThan(last);
            last = key;
        }
        assertThat(clock.waited).isPositive();
    }

    @Test
    void snowflakeWaitsForTolerableStepsBack() {
        SnowflakeKeys keys = snowflake(0, 0);
        long first = keys.next();
        clock.millis -= 10;
        assertThat(keys.next()).isGreaterThan(first);
        assertThat(clock.waited).isEqualTo(10);
    }

    @Test
    void snowflakeRefusesLargerStepsBack() {
        SnowflakeKeys keys = snowflake(0, 0);
        keys.next();
        clock.millis -= 11;
        assertThatThrownBy(keys::next)
                .isInstanceOf(ShardingException.class)
                .hasMessageStartingWith("SHD-5201: The clock moved back by 11 ms, more than the 10 ms");
    }

    @Test
    void snowflakeIsUniqueOverThreads() {
        KeyGenerator keys = new SnowflakeKeys(() -> 3, Clock.SYSTEM, SnowflakeKeys.LastNumber.OF_JVM, 1, 10);
        Set<Object> seen = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 100_000).parallel().forEach(i -> assertThat(seen.add(keys.next()))
                .isTrue());
    }

    @Test
    void snowflakeIsUniqueOverGeneratorsOfOneWorkerId() {
        List<SnowflakeKeys> generators = List.of(snowflake(3, 1), snowflake(3, 0), snowflake(3, 4095), snowflake(3, 6));
        Set<Object> seen = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            assertThat(seen.add(generators.get(i * 7 / 3 % 4).next())).isTrue();
        }
    }

    @Test
    void snowflakeIsUniqueOverChangesOfPropertiesAndOverDataSources() {
        Set<Object> seen = ConcurrentHashMap.newKeySet();
        IntStream.range(0, 40_000).parallel().forEach(i -> {
            String offset = String.valueOf(i % 3);
            KeyGenerator keys = new KeyGenerators(() -> 0, List.of())
                    .get("SNOWFLAKE", Map.of("worker-id", "77", "max-vibration-offset", offset));
            assertThat(seen.add(requireNonNull(keys).next())).isTrue();
        });
    }

    @Test
    void vibrationGoesRoundThoughAnotherGeneratorBeginsEachMillisecond() {
        SnowflakeKeys other = snowflake(0, 0);
        SnowflakeKeys keys = snowflake(0, 3);
        Set<Long> ends = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            clock.millis++;
            other.next();
            ends.add(keys.next() % 4);
        }
        assertThat(ends).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    void clockBeforeTheEpochMakesNoKey() {
        clock.millis = 0;
        assertThatThrownBy(snowflake(0, 0)::next).hasMessageStartingWith("SHD-5201: The clock moved back by");
    }

    @Test
    void workerIdIsNotAskedBeforeTheFirstKey() {
        AtomicInteger asked = new AtomicInteger();
        WorkerIds workerIds = () -> {
            asked.incrementAndGet();
            return 5;
        };
        KeyGenerators generators = new KeyGenerators(workerIds, List.of());
        KeyGenerator leased = generators.get("snowflake", Map.of());
        KeyGenerator configured = generators.get("SNOWFLAKE", Map.of("worker-id", "9"));
        assertThat(asked).hasValue(0);
        assertThat((Long) requireNonNull(configured).next() >> 12 & 1023).isEqualTo(9);
        assertThat(asked).hasValue(0);
        assertThat((Long) requireNonNull(leased).next() >> 12 & 1023).isEqualTo(5);
        // before the clock is read, and behind it: the lease may have ended meanwhile
        assertThat(asked).hasValue(2);
    }

    @Test
    void aKeyWhoseLeaseEndedMeanwhileIsMadeAgain() {
        AtomicInteger asked = new AtomicInteger();
        WorkerIds workerIds = () -> asked.incrementAndGet() == 1 ? 5 : 6;
        KeyGenerator leased = new KeyGenerators(workerIds, List.of()).get("SNOWFLAKE", Map.of());
        assertThat((Long) requireNonNull(leased).next() >> 12 & 1023).isEqualTo(6);
        assertThat(asked).hasValue(3);
    }

    @Test
    void oneGeneratorForEachTypeAndProperties() {
        KeyGenerators generators = new KeyGenerators(() -> 0, List.of());
        assertThat(generators.get("SNOWFLAKE", Map.of("worker-id", "1")))
                .isSameAs(generators.get("snowflake", Map.of("worker-id", "1")))
                .isNotSameAs(generators.get("SNOWFLAKE", Map.of("worker-id", "2")));
    }

    @Test
    void randomKeysAreTexts() {
        KeyGenerators generators = new KeyGenerators(() -> 0, List.of());
        assertThat((String) requireNonNull(generators.get("UUID", Map.of())).next())
                .matches("[0-9a-f]{32}");
        assertThat((String) requireNonNull(generators.get("NANOID", Map.of())).next())
                .matches("[A-Za-z0-9_-]{21}");
        assertThat((String) requireNonNull(generators.get("NANOID", Map.of("size", "5", "alphabet", "ab")))
                        .next())
                .matches("[ab]{5}");
        Set<Object> keys = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertThat(keys.add(
                            requireNonNull(generators.get("NANOID", Map.of())).next()))
                    .isTrue();
        }
    }

    @Test
    void refusesWrongConfigurations() {
        KeyGenerators generators = new KeyGenerators(() -> 0, List.of());
        assertThat(generators.get("SNOW", Map.of())).isNull();
        assertThatThrownBy(() -> generators.get("SNOWFLAKE", Map.of("worker-id", "1024")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessage("property 'worker-id' must be from 0 to 1023, not 1024");
        assertThatThrownBy(() -> generators.get("UUID", Map.of("x", "1")))
                .hasMessageContaining("unknown property 'x'; the type has none");
        assertThatThrownBy(() -> generators.get("SNOWFLAKE", Map.of("max-vibration-offset", "4096")))
                .hasMessage("property 'max-vibration-offset' must be from 0 to 4095, not 4096");
    }

    @Test
    void applicationMayBringItsOwn() {
        KeyGenerators generators = new KeyGenerators(() -> 0, List.of(new Counter("COUNTER")));
        assertThat(requireNonNull(generators.get("counter", Map.of())).next()).isEqualTo(1L);
        assertThat(generators.types()).containsExactly("COUNTER", "NANOID", "SEQUENCE", "SNOWFLAKE", "UUID");
        assertThatThrownBy(() -> new KeyGenerators(() -> 0, List.of(new Counter("uuid"))))
                .hasMessageContaining("key generator type 'uuid' exists already in the library, and again in "
                        + Counter.class.getName());
    }

    private record Counter(String type) implements KeyGeneratorFactory {
        @Override
        public KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds) {
            return () -> 1L;
        }
    }
}
