package org.shardingjdbc.rule.algorithm;

import org.jspecify.annotations.Nullable;

/**
 * An interval of values of a sharding column.
 *
 * @param column lower case
 * @param lower canonical, or null for no bound
 * @param lowerClosed whether {@code lower} itself belongs to it
 * @param upper canonical, or null for no bound
 * @param upperClosed whether {@code upper} itself belongs to it
 */
public record RangeShardingValue<T extends Comparable<?>>(
        String logicTable,
        String column,
        @Nullable T lower,
        boolean lowerClosed,
        @Nullable T upper,
        boolean upperClosed) {}
