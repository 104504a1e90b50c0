package org.shardingjdbc.rule.internal.key;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.NumberBlocks;

/**
 * SEQUENCE: numbers of a block that this instance took from what all instances share. Keys of one generator grow, and
 * none is given twice; those of a block that is not used up when the process ends are given to nobody. Safe for all
 * threads.
 *
 * <p>A key is one atomic addition to the block. Whoever gets the number in its middle lets a thread take the block that
 * comes behind it, so that nobody waits where the database is faster than the keys. At most one block is being taken;
 * those who find the present one used up wait for it together, and where it cannot be had they all get the error of
 * that one attempt. A thread that stood still with a block which the others have used up gets a number behind the
 * block's end, and asks again.
 */
public final class SequenceKeys implements KeyGenerator {
    /** The property that names the data source with the table. */
    public static final String DATA_SOURCE = "data-source";

    private static final String TABLE = "sharding_jdbc_sequence";
    private static final int MAX_NAME = 64;

    private final NumberBlocks blocks;
    private final NumberBlocks.Sequence sequence;
    private final long increment;
    private final Object lock = new Object();

    private volatile Block current = Block.USED_UP;
    /** The block behind the current one, being taken or taken; guarded by the lock. */
    private @Nullable FutureTask<Block> following;

    /** Numbers that belong to this generator alone. */
    private static final class Block {
        /** Before the first one. */
        static final Block USED_UP = new Block(1, 0, 0);

        final AtomicLong next;
        /** The last number of it. */
        final long last;
        /** The number whose owner sees to the following block. */
        final long middle;

        Block(long first, long last, long middle) {
            this.next = new AtomicLong(first);
            this.last = last;
            this.middle = middle;
        }
    }

    private SequenceKeys(NumberBlocks blocks, NumberBlocks.Sequence sequence, long increment) {
        this.blocks = blocks;
        this.sequence = sequence;
        this.increment = increment;
    }

    static SequenceKeys of(AlgorithmProperties properties, NumberBlocks blocks) {
        String name = properties.requiredText("sequence").trim();
        requireName("sequence", name, false);
        if (name.length() > MAX_NAME) {
            throw new InvalidPropertyException(
                    "sequence", "property 'sequence' must have at most " + MAX_NAME + " characters");
        }
        String dataSource = properties.text(DATA_SOURCE);
        boolean registry = properties.flag("registry", false);
        if (registry == (dataSource != null)) {
            throw new InvalidPropertyException(
                    DATA_SOURCE,
                    "SEQUENCE counts in a table of the data source that property '" + DATA_SOURCE
                            + "' names, or in the registry with 'registry: true'; give one of the two");
        }
        String table = properties.text("table", TABLE).trim();
        requireName("table", table, true);
        int cache = (int) properties.wholeNumber("cache-size", 1_000, 1, 10_000_000);
        long start = properties.wholeNumber("start", 1, 0, Long.MAX_VALUE / 2);
        long increment = properties.wholeNumber("increment", 1, 1, Integer.MAX_VALUE);
        return new SequenceKeys(
                blocks,
                new NumberBlocks.Sequence(
                        dataSource == null ? null : dataSource.trim(), table, name, start, cache * increment),
                increment);
    }

    /** Names stand in SQL and in keys of the registry as they are. */
    private static void requireName(String property, String name, boolean dotted) {
        boolean wrong = name.isEmpty() || Character.isDigit(name.charAt(0));
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
            wrong |= !plain && !(dotted && c == '.' && i > 0 && i < name.length() - 1);
        }
        if (wrong) {
            throw new InvalidPropertyException(
                    property,
                    "property '" + property + "' must be a name of letters, digits and _, not '" + name + "'");
        }
    }

    /** The data source that has the table; null where the registry counts. */
    public @Nullable String dataSource() {
        return sequence.dataSource();
    }

    @Override
    public Long next() {
        while (true) {
            Block block = current;
            // Looked at first, so that a block which is used up is not counted on, whoever asks how often.
            if (block.next.get() <= block.last) {
                long number = block.next.getAndAdd(increment);
                if (number == block.middle) {
                    following(block);
                }
                if (number <= block.last) {
                    return number;
                }
            }
            replace(block);
        }
    }

    /** Lets the block behind this one be taken, unless that is so. */
    private @Nullable FutureTask<Block> following(Block block) {
        FutureTask<Block> task;
        synchronized (lock) {
            if (current != block) {
                return null;
            }
            if (following != null) {
                return following;
            }
            task = new FutureTask<>(() -> take(block));
            following = task;
        }
        // A thread of its own: who waits may be interrupted, and the others must not feel that.
        Thread thread = new Thread(() -> run(task), "sharding-jdbc-sequence-" + sequence.name());
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            // no thread can be had: who needs the numbers takes them
            run(task);
        }
        return task;
    }

    /** What failed while nobody needed it is tried again by the first who does. */
    private void run(FutureTask<Block> task) {
        task.run();
        try {
            task.get();
        } catch (ExecutionException e) {
            forget(task);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void forget(FutureTask<Block> task) {
        synchronized (lock) {
            if (following == task) {
                following = null;
            }
        }
    }

    /** Puts the following block into the place of one that is used up, once it is there. */
    private void replace(Block used) {
        FutureTask<Block> task = following(used);
        if (task == null) {
            return;
        }
        Block next = await(task);
        synchronized (lock) {
            if (current == used) {
                current = next;
                following = null;
            }
        }
    }

    private Block await(FutureTask<Block> task) {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for numbers of a sequence");
        } catch (ExecutionException e) {
            forget(task);
            if (e.getCause() instanceof ShardingException failed) {
                throw failed.again();
            }
            throw ShardingException.causedBy(
                    e, ErrorCode.KEY_SEQUENCE_UNAVAILABLE, sequence.name(), String.valueOf(e.getCause()));
        }
    }

    private Block take(Block before) {
        boolean begins = before == Block.USED_UP;
        long first = blocks.take(sequence, begins);
        if (!begins && first <= before.last) {
            throw new ShardingException(
                    ErrorCode.KEY_SEQUENCE_LOST,
                    sequence.name(),
                    "it stands at " + first + ", and this instance has had " + before.last + " of it");
        }
        long count = sequence.width() / increment;
        return new Block(first, first + (count - 1) * increment, first + count / 2 * increment);
    }
}
