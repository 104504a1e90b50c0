package org.shardingjdbc.rule.config;

import org.jspecify.annotations.Nullable;

/**
 * A table's key column and the generator that fills it.
 *
 * @param column the column of the logic table; null where it is missing, which is reported as a mistake when the rule
 *     is compiled
 * @param keyGeneratorName a key of {@link ShardingRuleConfiguration#keyGenerators()}; null as {@code column} is
 */
public record KeyGenerateConfiguration(
        @Nullable String column, @Nullable String keyGeneratorName) {}
