package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.rule.config.RuleConfiguration;

/** Parts of a configuration, and configurations with other parts. Stateless. */
final class Configurations {
    private Configurations() {}

    /** The rule of that type; null when there is none. */
    static <R extends RuleConfiguration> @Nullable R rule(ShardingConfiguration configuration, Class<R> type) {
        for (RuleConfiguration rule : configuration.rules()) {
            if (type.isInstance(rule)) {
                return type.cast(rule);
            }
        }
        return null;
    }

    /** The same with another rule of the type, in its place. */
    static ShardingConfiguration with(ShardingConfiguration configuration, RuleConfiguration next) {
        List<RuleConfiguration> rules = new ArrayList<>();
        boolean there = false;
        for (RuleConfiguration rule : configuration.rules()) {
            boolean same = rule.getClass() == next.getClass();
            rules.add(same ? next : rule);
            there |= same;
        }
        if (!there) {
            rules.add(next);
        }
        return configuration.toBuilder().rules(rules).build();
    }

    /**
     * The same with another rule of the type, or without one when it says no more than this one, which says nothing.
     */
    static ShardingConfiguration with(
            ShardingConfiguration configuration, RuleConfiguration next, RuleConfiguration nothing) {
        if (!next.equals(nothing)) {
            return with(configuration, next);
        }
        List<RuleConfiguration> rules = new ArrayList<>(configuration.rules());
        rules.removeIf(rule -> rule.getClass() == next.getClass());
        return configuration.toBuilder().rules(rules).build();
    }

    static ShardingConfiguration withSources(
            ShardingConfiguration configuration, Map<String, DataSourceConfiguration> dataSources) {
        return configuration.toBuilder().dataSources(dataSources).build();
    }

    /** With the data sources and rules of another one, and the props that this one says. */
    static ShardingConfiguration withAllOf(ShardingConfiguration configuration, ShardingConfiguration other) {
        Map<String, String> props = new LinkedHashMap<>(configuration.props().values());
        props.putAll(other.props().values());
        return configuration.toBuilder()
                .dataSources(other.dataSources())
                .rules(other.rules())
                .props(new ShardingProps(props))
                .build();
    }

    static ShardingConfiguration withProp(ShardingConfiguration configuration, String key, String value) {
        Map<String, String> props = new LinkedHashMap<>(configuration.props().values());
        props.put(key, value);
        return configuration.toBuilder().props(new ShardingProps(props)).build();
    }
}
