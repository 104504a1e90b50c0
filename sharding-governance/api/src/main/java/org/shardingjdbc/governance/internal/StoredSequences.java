package org.shardingjdbc.governance.internal;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.rule.algorithm.NumberBlocks;

/**
 * Blocks of numbers from a repository: one value for each sequence, which says the first number that nobody has. A
 * block whose answer got lost is nobody's. Safe for all threads.
 */
final class StoredSequences implements NumberBlocks {
    private static final String FOLDER = "sequences";
    /** How often a block is tried for that others take at the same moment. */
    private static final int TRIES = 200;

    private static final int MAX_PAUSE_MILLIS = 20;

    private final Repository repository;

    StoredSequences(Repository repository) {
        this.repository = repository;
    }

    @Override
    public long take(Sequence sequence, boolean mayBegin) {
        String key = FOLDER + "/" + sequence.name();
        for (int tries = 0; tries < TRIES; tries++) {
            StoredValue stored = repository.read(key);
            if (stored == null && !mayBegin) {
                throw new ShardingException(
                        ErrorCode.KEY_SEQUENCE_LOST, sequence.name(), "its value in the registry is gone");
            }
            long first = stored == null ? sequence.start() : number(sequence, stored);
            long version = stored == null ? 0 : stored.version();
            if (repository.write(key, Long.toString(following(sequence, first)), version) > 0) {
                return first;
            }
            pause();
        }
        throw unavailable(sequence, "others took blocks of it at each of " + TRIES + " attempts");
    }

    private static long following(Sequence sequence, long first) {
        if (sequence.isOver(first)) {
            throw unavailable(sequence, "it has no numbers left");
        }
        return first + sequence.width();
    }

    private static long number(Sequence sequence, StoredValue stored) {
        try {
            return Long.parseLong(stored.value().trim());
        } catch (NumberFormatException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.KEY_SEQUENCE_UNAVAILABLE, sequence.name(), "its value in the registry is no number");
        }
    }

    private static ShardingException unavailable(Sequence sequence, String reason) {
        return new ShardingException(ErrorCode.KEY_SEQUENCE_UNAVAILABLE, sequence.name(), reason);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(1, MAX_PAUSE_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for the registry");
        }
    }
}
