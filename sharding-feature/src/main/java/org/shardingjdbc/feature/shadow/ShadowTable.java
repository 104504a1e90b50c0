package org.shardingjdbc.feature.shadow;

import java.util.List;

/**
 * How statements on a table are marked. Immutable.
 *
 * @param dataSourceNames entries of the rule's data sources in which the table has a shadow, at least one
 * @param shadowAlgorithmNames entries of the rule's algorithms, one of which must find a mark; empty for the default
 */
public record ShadowTable(List<String> dataSourceNames, List<String> shadowAlgorithmNames) {
    /** Copies both. */
    public ShadowTable {
        dataSourceNames = List.copyOf(dataSourceNames);
        shadowAlgorithmNames = List.copyOf(shadowAlgorithmNames);
    }
}
