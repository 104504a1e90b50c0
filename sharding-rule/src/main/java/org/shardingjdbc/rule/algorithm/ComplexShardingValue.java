package org.shardingjdbc.rule.algorithm;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a statement says about several sharding columns. A column without a condition is in neither map.
 *
 * @param points by column (lower case) the values that it may have, canonical
 * @param ranges by column (lower case) the interval that it lies in
 */
public record ComplexShardingValue(
        String logicTable,
        Map<String, List<Comparable<?>>> points,
        Map<String, RangeShardingValue<Comparable<?>>> ranges) {
    /** Copies the maps in their order. */
    public ComplexShardingValue {
        points = Collections.unmodifiableMap(new LinkedHashMap<>(points));
        ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
    }
}
