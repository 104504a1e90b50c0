package org.shardingjdbc.rule.algorithm;

/** Maps sharding values to targets. Implement one of the three kinds; instances are shared by all threads. */
public sealed interface ShardingAlgorithm
        permits StandardShardingAlgorithm, ComplexShardingAlgorithm, HintShardingAlgorithm {
    /**
     * Whether null, or no target, is the answer where the tables of one data source have none for a value: without a
     * database strategy each data source is asked by itself. Then it is an error of the statement that no data source
     * has one, for ranges too. If false, null is an error always, and no target for a range means that no row is in it.
     */
    default boolean skipsDataSources() {
        return false;
    }

    /**
     * Whether the values alone say the name of the target, whatever other targets there are: it is then that name, or
     * none where that is not among the targets. When a table gets another layout, data nodes whose names are in both
     * may then stay as they are. False is always right.
     */
    default boolean namesTargets() {
        return false;
    }
}
