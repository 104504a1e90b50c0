package org.shardingjdbc.scaling;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;

/** An algorithm of an application: {@code t_order_0} for even numbers, {@code t_order_1} for odd ones. */
public final class RemainderNames implements StandardShardingAlgorithm<Long> {
    private final boolean namesTargets;

    /** Made by its name. */
    public RemainderNames(AlgorithmProperties properties) {
        namesTargets = Boolean.parseBoolean(properties.requiredText("names-targets"));
    }

    @Override
    public @Nullable String precise(List<String> targets, PreciseShardingValue<Long> value) {
        String name = "t_order_" + value.value() % 2;
        return targets.contains(name) ? name : null;
    }

    @Override
    public Collection<String> range(List<String> targets, RangeShardingValue<Long> range) {
        return targets;
    }

    @Override
    public boolean skipsDataSources() {
        return true;
    }

    @Override
    public boolean namesTargets() {
        return namesTargets;
    }
}
