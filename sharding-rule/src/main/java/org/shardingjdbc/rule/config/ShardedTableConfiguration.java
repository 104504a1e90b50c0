package org.shardingjdbc.rule.config;

import org.jspecify.annotations.Nullable;

/**
 * A sharded table whose data nodes are listed.
 *
 * @param logicTable the name that the application uses
 * @param actualDataNodes a row expression such as <code>ds_${0..1}.t_order_${0..3}</code>; null for the same table name
 *     in every data source
 * @param databaseStrategy null for the rule's default
 * @param tableStrategy null for the rule's default
 * @param keyGenerateStrategy null for the rule's default
 * @param auditStrategy null for the rule's default
 */
public record ShardedTableConfiguration(
        String logicTable,
        @Nullable String actualDataNodes,
        @Nullable StrategyConfiguration databaseStrategy,
        @Nullable StrategyConfiguration tableStrategy,
        @Nullable KeyGenerateConfiguration keyGenerateStrategy,
        @Nullable AuditConfiguration auditStrategy) {
    /** A table with the rule's defaults for everything else. */
    public ShardedTableConfiguration(String logicTable, @Nullable String actualDataNodes) {
        this(logicTable, actualDataNodes, null, null, null, null);
    }

    /** The same with other data nodes. */
    public ShardedTableConfiguration withActualDataNodes(@Nullable String nodes) {
        return new ShardedTableConfiguration(
                logicTable, nodes, databaseStrategy, tableStrategy, keyGenerateStrategy, auditStrategy);
    }

    /** The same with another database strategy. */
    public ShardedTableConfiguration withDatabaseStrategy(@Nullable StrategyConfiguration strategy) {
        return new ShardedTableConfiguration(
                logicTable, actualDataNodes, strategy, tableStrategy, keyGenerateStrategy, auditStrategy);
    }

    /** The same with another table strategy. */
    public ShardedTableConfiguration withTableStrategy(@Nullable StrategyConfiguration strategy) {
        return new ShardedTableConfiguration(
                logicTable, actualDataNodes, databaseStrategy, strategy, keyGenerateStrategy, auditStrategy);
    }

    /** The same with its key column filled by a generator. */
    public ShardedTableConfiguration withKeyGenerateStrategy(String column, String keyGeneratorName) {
        KeyGenerateConfiguration key = new KeyGenerateConfiguration(column, keyGeneratorName);
        return new ShardedTableConfiguration(
                logicTable, actualDataNodes, databaseStrategy, tableStrategy, key, auditStrategy);
    }

    /** The same with auditors. */
    public ShardedTableConfiguration withAuditStrategy(AuditConfiguration strategy) {
        return new ShardedTableConfiguration(
                logicTable, actualDataNodes, databaseStrategy, tableStrategy, keyGenerateStrategy, strategy);
    }
}
