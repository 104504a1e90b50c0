package org.shardingjdbc.feature.shadow.internal;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.datasource.ExecutionFacts;

/** Replaces data sources by their shadows for executions on the shadow. Immutable, shared by all threads. */
final class ShadowDataSources implements DataSourceChoice {
    private final List<String> names;
    private final int[] shadows;

    /**
     * @param names of all data sources, by index
     * @param shadows the index of each data source's shadow; -1 where it has none
     */
    ShadowDataSources(List<String> names, int[] shadows) {
        this.names = names;
        this.shadows = shadows.clone();
    }

    @Override
    public int choose(int dataSource, ExecutionFacts facts) {
        if (!facts.shadow()) {
            return dataSource;
        }
        int shadow = shadows[dataSource];
        if (shadow < 0) {
            throw new ShardingException(
                    ErrorCode.REFUSED_BY_RULE,
                    ShadowRule.NAME,
                    "it is marked for the shadow, and data source " + names.get(dataSource)
                            + " has none; name one under dataSources");
        }
        return shadow;
    }
}
