package org.shardingjdbc.jdbc.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.internal.yaml.DocumentPlaces;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * What a {@link ShardingConfiguration} holds. Immutable.
 *
 * @param databaseName blank for the default
 * @param dataSources by name, in their order
 * @param mode null without a registry
 * @param places where its parts stand
 * @param source null when it was built in Java
 */
record ConfigurationParts(
        String databaseName,
        Map<String, DataSourceConfiguration> dataSources,
        List<RuleConfiguration> rules,
        TransactionConfiguration transaction,
        ShardingProps props,
        @Nullable ModeConfiguration mode,
        DocumentPlaces places,
        @Nullable DocumentSource source) {
    /** Copies data sources and rules. */
    ConfigurationParts {
        databaseName = databaseName.isBlank() ? ShardingConfiguration.DEFAULT_DATABASE_NAME : databaseName;
        dataSources = Collections.unmodifiableMap(new LinkedHashMap<>(dataSources));
        rules = List.copyOf(rules);
        Objects.requireNonNull(props, "the props are null");
    }

    /** The same, governed by no registry. */
    ConfigurationParts ungoverned() {
        return governedBy(null);
    }

    /** The same, governed by another registry. */
    ConfigurationParts governedBy(@Nullable ModeConfiguration other) {
        return new ConfigurationParts(databaseName, dataSources, rules, transaction, props, other, places, source);
    }
}
