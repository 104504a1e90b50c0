package org.shardingjdbc.shardingsphere;

import com.google.common.collect.Range;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;
import org.shardingjdbc.rule.algorithm.ComplexShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/** A complex algorithm of ShardingSphere's as one of ours. As safe for all threads as it is. */
final class ComplexAdapter implements ComplexShardingAlgorithm {
    private final ComplexKeysShardingAlgorithm<Comparable<?>> theirs;
    private final ValueConversion values;

    @SuppressWarnings({"unchecked", "rawtypes"}) // values are of the class that it declares, or it takes any
    ComplexAdapter(ComplexKeysShardingAlgorithm theirs, ValueConversion values) {
        this.theirs = theirs;
        this.values = values;
    }

    @Override
    public Collection<String> complex(List<String> targets, ComplexShardingValue value) {
        // by column, in whichever case the algorithm writes its name
        Map<String, Collection<Comparable<?>>> points = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, List<Comparable<?>>> each : value.points().entrySet()) {
            Collection<Comparable<?>> handed = new ArrayList<>();
            for (Comparable<?> point : each.getValue()) {
                handed.add(values.of(point, value.logicTable()));
            }
            points.put(each.getKey(), handed);
        }
        Map<String, Range<Comparable<?>>> ranges = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Map.Entry<String, RangeShardingValue<Comparable<?>>> each :
                value.ranges().entrySet()) {
            Range<Comparable<?>> range = values.range(each.getValue());
            if (range != null) {
                ranges.put(each.getKey(), range);
            }
        }
        if (points.isEmpty() && ranges.isEmpty()) {
            return targets;
        }
        return theirs.doSharding(
                new LinkedHashSet<>(targets), new ComplexKeysShardingValue<>(value.logicTable(), points, ranges));
    }

    /** Theirs answer null, or nothing, where a data source has no table for a value. */
    @Override
    public boolean skipsDataSources() {
        return true;
    }
}
