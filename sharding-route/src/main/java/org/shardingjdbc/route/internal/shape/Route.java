package org.shardingjdbc.route.internal.shape;

/**
 * The choice for one execution. Not thread-safe; one per execution.
 *
 * @param units indexes into {@link RouteShape#units()}, ascending, no duplicates; empty when provably no row matches
 * @param elements for each split of the shape and each chosen unit (by position in {@code units}) the indexes of the
 *     list elements that belong to it, ascending; {@code elements[s]} is null when split s is not split in this
 *     execution
 */
@SuppressWarnings("ArrayRecordComponent")
public record Route(int[] units, int[][][] elements) {
    private static final int[][][] NO_SPLITS = {};

    /** A route without splits. */
    public Route(int[] units) {
        this(units, NO_SPLITS);
    }
}
