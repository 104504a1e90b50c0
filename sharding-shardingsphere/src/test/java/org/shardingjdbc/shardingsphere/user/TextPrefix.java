package org.shardingjdbc.shardingsphere.user;

import java.util.Collection;
import java.util.Properties;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;

/** By the first digit of a text; found by its type. */
public final class TextPrefix implements StandardShardingAlgorithm<String> {
    private int length;

    @Override
    public void init(Properties props) {
        length = Integer.parseInt(props.getProperty("prefix-length"));
        Calls.note("init " + new java.util.TreeMap<>(props));
    }

    @Override
    public String doSharding(Collection<String> targets, PreciseShardingValue<String> value) {
        long index = Long.parseLong(value.getValue().substring(0, length)) % targets.size();
        String suffix = "0".repeat(value.getDataNodeInfo().getSuffixMinLength() - 1) + index;
        return Calls.precise(targets, value.getValue(), value.getDataNodeInfo().getPrefix() + suffix);
    }

    @Override
    public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<String> value) {
        return Calls.several(targets, value.getValueRange(), targets);
    }

    @Override
    public String getType() {
        return "TEXT_PREFIX";
    }
}
