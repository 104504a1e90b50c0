package org.shardingjdbc.shardingsphere;

import com.google.common.collect.Range;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.apache.shardingsphere.infra.datanode.DataNodeInfo;
import org.apache.shardingsphere.sharding.api.sharding.ShardingAutoTableAlgorithm;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;

/** A standard algorithm of ShardingSphere's as one of ours. As safe for all threads as it is. */
final class StandardAdapter implements StandardShardingAlgorithm<Comparable<?>> {
    private final org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm<Comparable<?>>
            theirs;
    private final ValueConversion values;

    @SuppressWarnings({"unchecked", "rawtypes"}) // values are of the class that it declares, or it takes any
    StandardAdapter(
            org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm theirs,
            ValueConversion values) {
        this.theirs = theirs;
        this.values = values;
    }

    @Override
    public String precise(List<String> targets, PreciseShardingValue<Comparable<?>> value) {
        return theirs.doSharding(
                new LinkedHashSet<>(targets),
                new org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue<>(
                        value.logicTable(),
                        value.column(),
                        info(targets.get(0)),
                        values.of(value.value(), value.logicTable())));
    }

    @Override
    public Collection<String> range(List<String> targets, RangeShardingValue<Comparable<?>> value) {
        Range<Comparable<?>> range = values.range(value);
        if (range == null) {
            return targets;
        }
        return theirs.doSharding(
                new LinkedHashSet<>(targets),
                new org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue<>(
                        value.logicTable(), value.column(), info(targets.get(0)), range));
    }

    @Override
    public int autoTableCount() {
        return theirs instanceof ShardingAutoTableAlgorithm auto ? auto.getAutoTablesAmount() : -1;
    }

    /** What stands before the digits at the end of the first name, and how many digits there are. */
    private static DataNodeInfo info(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        return new DataNodeInfo(name.substring(0, end), name.length() - end, '0');
    }

    /** Theirs answer null, or nothing, where a data source has no table for a value. */
    @Override
    public boolean skipsDataSources() {
        return true;
    }
}
