package org.shardingjdbc.rule.config;

import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code keyGenerateStrategies}, the form of key generation that stands apart from the tables.
 *
 * <p>Missing parts are null. A missing part that is needed is reported as a mistake when the rule is compiled.
 *
 * @param keyGenerateType {@code column}, or {@code sequence}, which is refused for now
 * @param keyGeneratorName a key of {@link ShardingRuleConfiguration#keyGenerators()}
 * @param logicTable the table, for {@code column}
 * @param keyGenerateColumn its column, for {@code column}
 * @param keyGenerateSequence the sequence, for {@code sequence}
 */
public record KeyGenerateStrategyConfiguration(
        @Nullable String keyGenerateType,
        @Nullable String keyGeneratorName,
        @Nullable String logicTable,
        @Nullable String keyGenerateColumn,
        @Nullable String keyGenerateSequence) {}
