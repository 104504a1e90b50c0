package org.shardingjdbc.shardingsphere.user;

import java.util.Collection;
import org.apache.shardingsphere.sharding.api.sharding.ShardingAutoTableAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;

/** Two tables of an auto table, for even and odd numbers, whatever class they have. */
public final class EvenAndOdd implements StandardShardingAlgorithm<Integer>, ShardingAutoTableAlgorithm {
    @Override
    public String doSharding(Collection<String> targets, PreciseShardingValue<Integer> value) {
        String end = "_" + (value.getValue() & 1);
        for (String each : targets) {
            if (each.endsWith(end)) {
                return Calls.precise(targets, value.getValue(), each);
            }
        }
        return null;
    }

    @Override
    public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Integer> value) {
        return Calls.several(targets, value.getValueRange(), targets);
    }

    @Override
    public int getAutoTablesAmount() {
        return 2;
    }

    @Override
    public String getType() {
        return "EVEN_AND_ODD";
    }
}
