package org.shardingjdbc.transaction;

import java.util.List;
import java.util.Map;
import org.shardingjdbc.Incubating;

/**
 * What a provider works with.
 *
 * @param name of the sharding data source: with the properties it says whose branches are whose
 * @param sources every data source that may become a branch
 * @param properties those of the configuration's {@code transaction: props:}, by their names
 */
@Incubating
public record TransactionSetup(String name, List<TransactionSource> sources, Map<String, String> properties) {
    /** Copies the collections. */
    public TransactionSetup {
        sources = List.copyOf(sources);
        properties = Map.copyOf(properties);
    }
}
