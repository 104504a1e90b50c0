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
}
