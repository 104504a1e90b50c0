package org.shardingjdbc.rule.placement;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * What is known, in one execution, about the values of a sharding column in the rows that the statement concerns:
 * nothing, a few values, or a range of them. Immutable, though {@link Points} shares its array with its readers.
 *
 * <p>Values are canonical: of the class that {@link org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm} names
 * for the column, so that 5 as int, as long and as {@code '5'} are one value.
 *
 * <pre>
 *   WHERE amount &gt; 7                no condition on user_id       {@link All}
 *   WHERE user_id IN (1, 2, 1)                                 {@link Points} 1, 2
 *   WHERE user_id = 1 AND user_id = 2                          {@link #NONE}
 *   WHERE user_id BETWEEN 3 AND ?   executed with 9            {@link Interval} 3 to 9, both closed
 * </pre>
 */
@Incubating
public sealed interface Domain {
    /** Nothing is known. */
    Domain ALL = new All();

    /** No value can match. */
    Domain NONE = new Points(new Object[0]);

    /** Nothing is known: a row may have any value, also NULL. */
    @Incubating
    record All() implements Domain {}

    /**
     * One of some values.
     *
     * @param values canonical, no duplicates, no nulls; empty when nothing can match
     */
    @Incubating
    @SuppressWarnings("ArrayRecordComponent")
    record Points(Object[] values) implements Domain {}

    /**
     * A range of values.
     *
     * @param lower canonical, or null for no bound
     * @param lowerClosed whether {@code lower} itself belongs to it
     * @param upper canonical, or null for no bound
     * @param upperClosed whether {@code upper} itself belongs to it
     */
    @Incubating
    record Interval(
            @Nullable Comparable<?> lower,
            boolean lowerClosed,
            @Nullable Comparable<?> upper,
            boolean upperClosed) implements Domain {
        /**
         * This interval as a single number, or as nothing, where it has just one or no value. Texts stay as they are,
         * since the collation orders them.
         */
        @SuppressWarnings("unchecked")
        public Domain simplified() {
            if (lower == null || upper == null || lower instanceof String || lower.getClass() != upper.getClass()) {
                return this;
            }
            int order = ((Comparable<Object>) lower).compareTo(upper);
            if (order > 0) {
                return NONE;
            }
            if (order < 0) {
                return this;
            }
            if (!lowerClosed || !upperClosed) {
                return NONE;
            }
            // a number has a place of its own where a range is refused; a time may be out of bounds, which a range
            // tolerates
            return lower instanceof Number ? new Points(new Object[] {lower}) : this;
        }
    }
}
