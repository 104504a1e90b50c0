package org.shardingjdbc.rule.algorithm;

/** Sharding value to targets. Implement one of the three kinds; instances are shared by all threads. */
public sealed interface ShardingAlgorithm
        permits StandardShardingAlgorithm, ComplexShardingAlgorithm, HintShardingAlgorithm {}
