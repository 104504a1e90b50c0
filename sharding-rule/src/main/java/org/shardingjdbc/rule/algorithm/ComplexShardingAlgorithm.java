package org.shardingjdbc.rule.algorithm;

import java.util.Collection;
import java.util.List;

/**
 * Chooses by several sharding columns together. Must be a pure function, see {@link StandardShardingAlgorithm}. Safe
 * for all threads.
 */
public non-sealed interface ComplexShardingAlgorithm extends ShardingAlgorithm {
    /**
     * The targets that may hold a matching row.
     *
     * @param targets the data sources, or the actual tables in one data source, in configured order; unmodifiable
     * @return at least the targets of all combinations of values; exactly one where each column has exactly one value
     */
    Collection<String> complex(List<String> targets, ComplexShardingValue value);
}
