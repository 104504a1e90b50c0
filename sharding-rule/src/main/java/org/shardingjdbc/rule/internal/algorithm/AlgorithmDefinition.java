package org.shardingjdbc.rule.internal.algorithm;

import org.shardingjdbc.rule.algorithm.ShardingAlgorithm;

/** A configured sharding algorithm that does not know its targets yet. Immutable. */
public sealed interface AlgorithmDefinition permits StandardDefinition, ComplexDefinition, HintDefinition {
    /**
     * Whether it is asked for the tables of each data source by itself, because it may choose by what is on the list:
     * true for algorithms of the application. Otherwise it computes a name, whatever the list.
     */
    default boolean perDataSource() {
        return false;
    }

    /** Whether it may answer nothing for a data source; see {@link ShardingAlgorithm#skipsDataSources()}. */
    default boolean skipsDataSources() {
        return false;
    }
}
