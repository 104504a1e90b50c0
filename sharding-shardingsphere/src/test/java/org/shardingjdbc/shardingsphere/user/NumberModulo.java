package org.shardingjdbc.shardingsphere.user;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Properties;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;

/** Whatever number comes, by its text; looks at the bounds of short ranges. */
public class NumberModulo implements StandardShardingAlgorithm<Comparable<?>> {
    private int divisor;

    @Override
    public void init(Properties props) {
        divisor = Integer.parseInt(props.getProperty("divisor", "1"));
    }

    @Override
    public String doSharding(Collection<String> targets, PreciseShardingValue<Comparable<?>> value) {
        long number = Long.parseLong(value.getValue().toString());
        return Calls.precise(
                targets, number, of(targets, number, value.getDataNodeInfo().getPrefix()));
    }

    @Override
    public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Comparable<?>> value) {
        Range<Comparable<?>> range = value.getValueRange();
        if (!range.hasLowerBound() || !range.hasUpperBound()) {
            return Calls.several(targets, range, targets);
        }
        long first =
                Long.parseLong(range.lowerEndpoint().toString()) + (range.lowerBoundType() == BoundType.OPEN ? 1 : 0);
        long last =
                Long.parseLong(range.upperEndpoint().toString()) - (range.upperBoundType() == BoundType.OPEN ? 1 : 0);
        Collection<String> chosen = new LinkedHashSet<>();
        for (long each = first; each <= last && chosen.size() < targets.size(); each++) {
            chosen.add(of(targets, each, value.getDataNodeInfo().getPrefix()));
        }
        return Calls.several(targets, range, chosen.isEmpty() ? targets : chosen);
    }

    private String of(Collection<String> targets, long number, String prefix) {
        long index = Math.floorMod(Math.floorDiv(number, divisor), targets.size());
        // the targets are the application's own collection: it takes away what it has looked at
        for (Iterator<String> each = targets.iterator(); each.hasNext(); ) {
            String name = each.next();
            if (name.equals(prefix + index) || name.equals(prefix + "0" + index)) {
                return name;
            }
        }
        throw new IllegalStateException("no target for " + index);
    }
}
