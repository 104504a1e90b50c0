package org.shardingjdbc.rule.algorithm;

import org.shardingjdbc.Incubating;

/**
 * Makes the key generators of one type. List the implementing class in
 * {@code META-INF/services/org.shardingjdbc.rule.algorithm.KeyGeneratorFactory}; it needs a public constructor without
 * parameters. Called by threads that open or reconfigure data sources, several at once if there are several of them.
 */
public interface KeyGeneratorFactory {
    /** What the configuration writes as {@code type}; compared without case, and unique. */
    String type();

    /**
     * Makes a generator. It lives as long as the data source, through reconfigurations too, and is shared by all
     * entries with the same type and properties.
     *
     * @param workerIds numbers that no other process has, for generators that need one
     * @throws InvalidPropertyException when a property is missing or wrong; it becomes an error of the configuration at
     *     the property's place
     */
    KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds);

    /**
     * As {@link #create(AlgorithmProperties, WorkerIds)}, which it calls if not overridden, for generators that count
     * together with those of other processes.
     *
     * @param blocks numbers of the data source's databases or registry; not to be asked before the first key
     */
    @Incubating
    default KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds, NumberBlocks blocks) {
        return create(properties, workerIds);
    }
}
