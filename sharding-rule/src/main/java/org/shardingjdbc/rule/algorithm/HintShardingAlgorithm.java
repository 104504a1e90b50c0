package org.shardingjdbc.rule.algorithm;

import java.util.Collection;
import java.util.List;

/** Chooses by values that come from outside the SQL. Safe for all threads. */
public non-sealed interface HintShardingAlgorithm extends ShardingAlgorithm {
    /**
     * The targets for the hinted values.
     *
     * @param targets the data sources, or the actual tables in one data source, in configured order; unmodifiable
     * @param values as the hint gave them, never empty: without a hint all targets are used and the algorithm is not
     *     called
     * @return some of the targets, at least one
     */
    Collection<String> hint(List<String> targets, HintShardingValue values);
}
