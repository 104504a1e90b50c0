package org.shardingjdbc.rule.config;

import org.jspecify.annotations.Nullable;

/**
 * A table's key column and the generator that fills it.
 *
 * @param column the column of the logic table
 * @param keyGeneratorName a key of {@link ShardingRuleConfiguration#keyGenerators()}
 */
public record KeyGenerateConfiguration(
        @Nullable String column, @Nullable String keyGeneratorName) {}
