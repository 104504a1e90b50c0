package org.shardingjdbc.shardingsphere;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.shardingjdbc.rule.algorithm.HintShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.HintShardingValue;

/** A hint algorithm of ShardingSphere's as one of ours. As safe for all threads as it is. */
final class HintAdapter implements HintShardingAlgorithm {
    private final org.apache.shardingsphere.sharding.api.sharding.hint.HintShardingAlgorithm<Comparable<?>> theirs;
    private final ValueConversion values;

    @SuppressWarnings({"unchecked", "rawtypes"}) // values are of the class that it declares, or it takes any
    HintAdapter(
            org.apache.shardingsphere.sharding.api.sharding.hint.HintShardingAlgorithm theirs, ValueConversion values) {
        this.theirs = theirs;
        this.values = values;
    }

    @Override
    public Collection<String> hint(List<String> targets, HintShardingValue value) {
        Collection<Comparable<?>> handed = new ArrayList<>();
        for (Comparable<?> each : value.values()) {
            handed.add(values.of(each, value.logicTable()));
        }
        return theirs.doSharding(
                new LinkedHashSet<>(targets),
                new org.apache.shardingsphere.sharding.api.sharding.hint.HintShardingValue<>(
                        value.logicTable(), "", handed));
    }

    /** Theirs answer null, or nothing, where a data source has no table for a value. */
    @Override
    public boolean skipsDataSources() {
        return true;
    }
}
