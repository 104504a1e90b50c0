package org.shardingjdbc.rule.algorithm;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * Gives out numbers in blocks, in a place that all instances share: no number is in two blocks, and each block of a
 * sequence lies above all that were taken before. Safe for all threads; each call may wait for a database.
 */
@Incubating
@FunctionalInterface
public interface NumberBlocks {
    /**
     * Takes a block, which nobody else gets from then on, whether its numbers are used or not.
     *
     * @param mayBegin whether the sequence begins with its start where the place does not know it; false for who has
     *     had a block of it before, since the place has lost it then
     * @return the first number of the block
     * @throws org.shardingjdbc.error.ShardingException when the place does not answer or does not know the sequence
     */
    long take(Sequence sequence, boolean mayBegin);

    /**
     * A sequence and how wide its blocks are.
     *
     * @param dataSource the data source that has the table, by its configured name; null for the registry
     * @param table where it has a row, as the SQL says it
     * @param name of the sequence
     * @param start the first number of all
     * @param width by how much it grows with each block, above 0
     */
    @Incubating
    record Sequence(@Nullable String dataSource, String table, String name, long start, long width) {
        /** Whether no block may begin there: counting on behind it might come past the last number. */
        public boolean isOver(long first) {
            return first > Long.MAX_VALUE - 2 * width;
        }
    }
}
