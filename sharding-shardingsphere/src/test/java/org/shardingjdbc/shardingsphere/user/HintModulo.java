package org.shardingjdbc.shardingsphere.user;

import java.util.Collection;
import java.util.LinkedHashSet;
import org.apache.shardingsphere.sharding.api.sharding.hint.HintShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.hint.HintShardingValue;

/** By a number that a comment gives. */
public final class HintModulo implements HintShardingAlgorithm<Comparable<?>> {
    @Override
    public Collection<String> doSharding(Collection<String> targets, HintShardingValue<Comparable<?>> value) {
        Collection<String> chosen = new LinkedHashSet<>();
        for (Comparable<?> each : value.getValues()) {
            chosen.add(value.getLogicTableName() + "_" + Long.parseLong(each.toString()) % targets.size());
        }
        return Calls.several(targets, value.getValues(), chosen);
    }
}
