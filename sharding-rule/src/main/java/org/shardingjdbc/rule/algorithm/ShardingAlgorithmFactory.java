package org.shardingjdbc.rule.algorithm;

/**
 * Makes the sharding algorithms of one type. List the implementing class in
 * {@code META-INF/services/org.shardingjdbc.rule.algorithm.ShardingAlgorithmFactory}; it needs a public constructor
 * without parameters. Called by threads that open or reconfigure data sources, several at once if there are several of
 * them.
 */
public interface ShardingAlgorithmFactory {
    /** What the configuration writes as {@code type}; compared without case, and unique. */
    String type();

    /**
     * Makes an algorithm, once for each configured name.
     *
     * @throws InvalidPropertyException when a property is missing or wrong; it becomes an error of the configuration at
     *     the property's place
     */
    ShardingAlgorithm create(AlgorithmProperties properties);
}
