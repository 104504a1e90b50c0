package org.shardingjdbc.route.internal.shape;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;

/**
 * The choice for one execution. Not thread-safe; one per execution.
 *
 * @param units indexes into {@link RouteShape#units()}, ascending, no duplicates; empty when provably no row matches
 * @param elements for each split of the shape and each chosen unit (by position in {@code units}) the indexes of the
 *     list elements that belong to it, ascending; {@code elements[s]} is null when split s is not split in this
 *     execution
 * @param refusal why there is no right choice; null where there is one
 */
@SuppressWarnings("ArrayRecordComponent")
public record RoutedUnits(
        int[] units, int[][][] elements, @Nullable ShardingException refusal) {
    private static final int[][][] NO_SPLITS = {};
    private static final int[] NO_UNITS = {};

    /** A choice of units. */
    public RoutedUnits(int[] units, int[][][] elements) {
        this(units, elements, null);
    }

    /** A route without splits. */
    public RoutedUnits(int[] units) {
        this(units, NO_SPLITS, null);
    }

    /** No choice, and why; that may be kept elsewhere, so that it is raised as a new one only. */
    public static RoutedUnits refused(ShardingException refusal) {
        return new RoutedUnits(NO_UNITS, NO_SPLITS, refusal);
    }
}
