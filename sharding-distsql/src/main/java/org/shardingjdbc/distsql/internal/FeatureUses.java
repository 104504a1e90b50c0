package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** As {@link Uses}, for the rules of sharding-feature; loaded only where that is. Stateless. */
final class FeatureUses {
    private FeatureUses() {}

    static List<List<String>> ofUnit(ShardingConfiguration configuration, String unit) {
        List<List<String>> rows = new ArrayList<>();
        Groups.ruleOf(configuration).dataSourceGroups().forEach((name, group) -> {
            if (unit.equals(group.writeDataSourceName())
                    || group.readDataSourceNames().contains(unit)) {
                rows.add(List.of("readwrite_splitting", name));
            }
        });
        Shadows.ruleOf(configuration).dataSources().forEach((name, source) -> {
            if (unit.equals(source.productionDataSourceName()) || unit.equals(source.shadowDataSourceName())) {
                rows.add(List.of("shadow", name));
            }
        });
        return rows;
    }
}
