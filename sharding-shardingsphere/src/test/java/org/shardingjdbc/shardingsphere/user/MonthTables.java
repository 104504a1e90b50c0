package org.shardingjdbc.shardingsphere.user;

import com.google.common.collect.Range;
import java.text.SimpleDateFormat;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.Locale;
import org.apache.shardingsphere.sharding.api.sharding.standard.PreciseShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.RangeShardingValue;
import org.apache.shardingsphere.sharding.api.sharding.standard.StandardShardingAlgorithm;

/** A table for each month, by names that end with yyyyMM. */
public final class MonthTables implements StandardShardingAlgorithm<Date> {
    @Override
    public String doSharding(Collection<String> targets, PreciseShardingValue<Date> value) {
        String month = month(value.getValue());
        for (String each : targets) {
            if (each.endsWith(month)) {
                return Calls.precise(targets, value.getValue(), each);
            }
        }
        return null;
    }

    @Override
    public Collection<String> doSharding(Collection<String> targets, RangeShardingValue<Date> value) {
        Range<Date> range = value.getValueRange();
        Collection<String> chosen = new LinkedHashSet<>(targets);
        if (range.hasLowerBound()) {
            chosen.removeIf(each -> each.substring(each.length() - 6).compareTo(month(range.lowerEndpoint())) < 0);
        }
        if (range.hasUpperBound()) {
            chosen.removeIf(each -> each.substring(each.length() - 6).compareTo(month(range.upperEndpoint())) > 0);
        }
        return Calls.several(targets, range, chosen);
    }

    private static String month(Date date) {
        return new SimpleDateFormat("yyyyMM", Locale.ROOT).format(date);
    }
}
