package org.shardingjdbc.rule.placement;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** What one execution knows about one sharding column. */
@Incubating
public sealed interface Domain {
    /** Nothing is known. */
    Domain ALL = new All();

    /** No value can match. */
    Domain NONE = new Points(new Object[0]);

    /** Nothing is known. */
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
         * The same as one number or as nothing, where it is that; texts are left alone: their order is the collation's.
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
