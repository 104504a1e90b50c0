package org.shardingjdbc.rule.internal.key;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.WorkerIds;

/**
 * SNOWFLAKE: 41 bits of milliseconds since the first midnight of 2016-11-01 on earth, 10 bits of worker id, 12 bits of
 * sequence. Keys of one generator grow. Safe for all threads.
 *
 * <p>Generators that differ in their properties, as before and after a change of them, and those of other data sources
 * of this JVM may have the same worker id: no two of them take the same number of the same millisecond.
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

    /** What all generators of the clock have taken; guards the fields below. */
    private final LastNumber taken;

    private long ownMillis;
    private int sequenceStart = -1;

    /** The number that was taken last; guarded by itself. */
    static final class LastNumber {
        /** Of all generators with the system's clock. */
        static final LastNumber OF_JVM = new LastNumber();

        /** A clock that is before the epoch moved back: its keys would be below zero. */
        private long lastMillis = EPOCH_MILLIS;

        private int sequence = -1;
    }

    SnowflakeKeys(
            WorkerIds workerIds, Clock clock, LastNumber taken, int maxVibrationOffset, long toleratedStepBackMillis) {
        this.workerIds = workerIds;
        this.clock = clock;
        this.taken = taken;
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
        synchronized (taken) {
            long now = now();
            int sequence = now > taken.lastMillis ? start(now) : following();
            if (sequence > MAX_SEQUENCE) {
                now = nextMillis();
                sequence = start(now);
            }
            taken.lastMillis = now;
            taken.sequence = sequence;
            return now - EPOCH_MILLIS << WORKER_ID_BITS + SEQUENCE_BITS | workerId << SEQUENCE_BITS | sequence;
        }
    }

    /** The first number of a millisecond. */
    private int start(long millis) {
        if (millis > ownMillis) {
            ownMillis = millis;
            sequenceStart = sequenceStart >= maxVibrationOffset ? 0 : sequenceStart + 1;
        }
        return sequenceStart;
    }

    /** The next number of the last millisecond; where others began it, the next one where this one would begin. */
    private int following() {
        int next = taken.sequence + 1;
        return ownMillis == taken.lastMillis
                ? next
                : next + Math.floorMod(start(taken.lastMillis) - next, maxVibrationOffset + 1);
    }

    /** The clock's time, once it is not before that of the last key. */
    private long now() {
        long now = clock.millis();
        while (now < taken.lastMillis) {
            long stepBack = taken.lastMillis - now;
            if (stepBack > toleratedStepBackMillis) {
                throw new ShardingException(ErrorCode.KEY_CLOCK_MOVED_BACK, stepBack, toleratedStepBackMillis);
            }
            checkInterrupt();
            clock.waitMillis(stepBack);
            now = clock.millis();
        }
        return now;
    }

    /** Stays interrupted. */
    private static void checkInterrupt() {
        if (Thread.currentThread().isInterrupted()) {
            throw new ShardingException(ErrorCode.INTERRUPTED, "waiting for the next millisecond of the clock");
        }
    }

    /** The first time after that of the last key: its numbers are used up. */
    private long nextMillis() {
        long now = now();
        while (now <= taken.lastMillis) {
            checkInterrupt();
            clock.waitMillis(1);
            now = now();
        }
        return now;
    }
}
