package org.shardingjdbc.rule.algorithm;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses by one sharding column. Must be a pure function: the same value chooses the same target at any time and in
 * any process, or rows are no longer found. Safe for all threads.
 *
 * <pre>{@code
 * public final class ByTenant implements StandardShardingAlgorithm<String> {
 *     public String precise(List<String> targets, PreciseShardingValue<String> value) {
 *         return targets.get(Character.digit(value.value().charAt(0), 10) % targets.size());
 *     }
 *
 *     public Collection<String> range(List<String> targets, RangeShardingValue<String> range) {
 *         return targets;
 *     }
 * }
 * }</pre>
 *
 * @param <T> the canonical class of the column: Integer, Long, BigDecimal, Double, String, Boolean, LocalDate,
 *     LocalTime, LocalDateTime, OffsetDateTime (UTC) or UUID; Comparable takes any
 */
public non-sealed interface StandardShardingAlgorithm<T extends Comparable<?>> extends ShardingAlgorithm {
    /**
     * The target of one value.
     *
     * @param targets the data sources, or the actual tables in one data source, in configured order; unmodifiable
     * @return one of the targets; null, or a name that is not among them, is an error of the statement
     */
    @Nullable
    String precise(List<String> targets, PreciseShardingValue<T> value);

    /**
     * The targets that may hold a value of an interval.
     *
     * @param targets as in {@link #precise}
     * @return at least the targets of all values in it; returning {@code targets} is always right
     */
    Collection<String> range(List<String> targets, RangeShardingValue<T> range);

    /** How many actual tables an auto table has with it, or -1 when it is not made for auto tables. */
    default int autoTableCount() {
        return -1;
    }
}
