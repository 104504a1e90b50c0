package org.shardingjdbc.rule.config;

import org.jspecify.annotations.Nullable;

/**
 * A sharded table whose actual tables the algorithm counts and this library names: {@code <logic table>_0} and on,
 * dealt out to the data sources in turn.
 *
 * @param logicTable the name that the application uses
 * @param actualDataSources a row expression such as <code>ds_${0..1}</code>; null for every data source
 * @param shardingStrategy a standard strategy with MOD, HASH_MOD, HASH_SLOT, VOLUME_RANGE, BOUNDARY_RANGE or
 *     AUTO_INTERVAL; null where it is missing, which is reported as a mistake when the rule is compiled
 * @param keyGenerateStrategy null for the rule's default
 * @param auditStrategy null for the rule's default
 */
public record AutoTableConfiguration(
        String logicTable,
        @Nullable String actualDataSources,
        @Nullable StrategyConfiguration shardingStrategy,
        @Nullable KeyGenerateConfiguration keyGenerateStrategy,
        @Nullable AuditConfiguration auditStrategy) {
    /** A table with the rule's default keys and audits. */
    public AutoTableConfiguration(
            String logicTable, @Nullable String actualDataSources, StrategyConfiguration shardingStrategy) {
        this(logicTable, actualDataSources, shardingStrategy, null, null);
    }

    /** The same with its key column filled by a generator. */
    public AutoTableConfiguration withKeyGenerateStrategy(String column, String keyGeneratorName) {
        KeyGenerateConfiguration key = new KeyGenerateConfiguration(column, keyGeneratorName);
        return new AutoTableConfiguration(logicTable, actualDataSources, shardingStrategy, key, auditStrategy);
    }

    /** The same with auditors. */
    public AutoTableConfiguration withAuditStrategy(AuditConfiguration strategy) {
        return new AutoTableConfiguration(
                logicTable, actualDataSources, shardingStrategy, keyGenerateStrategy, strategy);
    }
}
