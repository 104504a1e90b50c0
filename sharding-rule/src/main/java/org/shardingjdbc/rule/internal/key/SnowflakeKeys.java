package org.shardingjdbc.rule.internal.key;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.WorkerIds;

/**
 * SNOWFLAKE: 41 bits of milliseconds since the first midnight of 2016-11-01 on earth, 10 bits of worker id, 12 bits of
 * sequence. Keys of one generator grow. Safe for all threads.
 *
 * <p>The sequence of a new millisecond starts at an offset that goes round from 0 to {@code maxVibrationOffset}: were
 * it always 0, slow applications would make even keys only, and a table sharded by them would fill one half of its
 * nodes.
 */
final class SnowflakeKeys implements KeyGenerator {
    /**
     * 2016-11-01T00:00+14:00. ShardingSphere counts from that midnight in the zone of each JVM; from the first of them
     * on, keys are greater than all that it can have made, wherever it ran.
     */
    static final long EPOCH_MILLIS = 1_477_908_000_000L;

    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_ID_BITS = 10;
    private static final int MAX_SEQUENCE = (1 << SEQUENCE_BITS) - 1;

    private final WorkerIds workerIds;
    private final Clock clock;
    private final int maxVibrationOffset;
    private final long toleratedStepBackMillis;

    private long lastMillis;
    private int sequence;
    private int sequenceStart = -1;

    SnowflakeKeys(WorkerIds workerIds, Clock clock, int maxVibrationOffset, long toleratedStepBackMillis) {
        this.workerIds = workerIds;
        this.clock = clock;
        this.maxVibrationOffset = maxVibrationOffset;
        this.toleratedStepBackMillis = toleratedStepBackMillis;
    }

    @Override
    public Long next() {
        // asked outside of the lock, since the first question may wait for a database
        int workerId = workerIds.current();
        long key = next(workerId);
        int after = workerIds.current();
        while (after != workerId) {
            // The thread stood still for so long that its lease ended before the clock was read.
            workerId = after;
            key = next(workerId);
            after = workerIds.current();
        }
        return key;
    }

    private long next(long workerId) {
        synchronized (this) {
            long now = now();
            if (now > lastMillis) {
                sequenceStart = sequenceStart >= maxVibrationOffset ? 0 : sequenceStart + 1;
                sequence = sequenceStart;
                lastMillis = now;
            } else if (sequence < MAX_SEQUENCE) {
                sequence++;
            } else {
                lastMillis = nextMillis();
                sequence = sequenceStart;
            }
            return lastMillis - EPOCH_MILLIS << WORKER_ID_BITS + SEQUENCE_BITS | workerId << SEQUENCE_BITS | sequence;
        }
    }

    /** The clock's time, once it is not before that of the last key. */
    private long now() {
        long now = clock.millis();
        while (now < lastMillis) {
            long stepBack = lastMillis - now;
            if (stepBack > toleratedStepBackMillis || Thread.currentThread().isInterrupted()) {
                throw new ShardingException(ErrorCode.KEY_CLOCK_MOVED_BACK, stepBack, toleratedStepBackMillis);
            }
            clock.waitMillis(stepBack);
            now = clock.millis();
        }
        return now;
    }

    /** The first time after that of the last key: its numbers are used up. */
    private long nextMillis() {
        long now = now();
        while (now <= lastMillis) {
            if (Thread.currentThread().isInterrupted()) {
                throw new ShardingException(ErrorCode.KEY_CLOCK_MOVED_BACK, 0, toleratedStepBackMillis);
            }
            clock.waitMillis(1);
            now = now();
        }
        return now;
    }
}
