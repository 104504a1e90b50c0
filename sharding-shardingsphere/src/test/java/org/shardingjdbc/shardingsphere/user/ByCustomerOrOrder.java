package org.shardingjdbc.shardingsphere.user;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;

/** An order's number ends with the last digit of its customer's: either says where it lies. */
public final class ByCustomerOrOrder implements ComplexKeysShardingAlgorithm<Long> {
    @Override
    public Collection<String> doSharding(Collection<String> targets, ComplexKeysShardingValue<Long> value) {
        Set<Long> residues = null;
        for (String column : new String[] {"customer_id", "order_id"}) {
            Collection<Long> points = value.getColumnNameAndShardingValuesMap().get(column);
            if (points != null) {
                Set<Long> own = new HashSet<>();
                for (Long each : points) {
                    own.add(Math.floorMod(each, 10L) % targets.size());
                }
                if (residues == null) {
                    residues = own;
                } else {
                    residues.retainAll(own);
                }
            }
        }
        Collection<String> chosen = new ArrayList<>();
        for (String each : targets) {
            if (residues == null || residues.contains((long) (each.charAt(each.length() - 1) - '0'))) {
                chosen.add(each);
            }
        }
        Object asked = new TreeMap<>(value.getColumnNameAndShardingValuesMap()) + " "
                + new TreeMap<>(value.getColumnNameAndRangeValuesMap());
        return Calls.several(targets, asked, chosen.isEmpty() ? targets : chosen);
    }
}
