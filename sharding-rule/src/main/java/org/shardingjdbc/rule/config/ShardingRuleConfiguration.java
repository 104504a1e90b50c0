package org.shardingjdbc.rule.config;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code !SHARDING}: how tables are spread over data sources.
 *
 * <pre>{@code
 * ShardingRuleConfiguration sharding = ShardingRuleConfiguration.builder()
 *         .table(new ShardedTableConfiguration("t_order", "ds_${0..1}.t_order_${0..3}")
 *                 .withTableStrategy(StrategyConfiguration.standard("order_id", "by_order"))
 *                 .withKeyGenerateStrategy("order_id", "snowflake"))
 *         .defaultDatabaseStrategy(StrategyConfiguration.standard("user_id", "by_user"))
 *         .shardingAlgorithm("by_order", AlgorithmConfiguration.of(
 *                 "INLINE", "algorithm-expression", "t_order_${order_id % 4}"))
 *         .shardingAlgorithm("by_user", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
 *         .keyGenerator("snowflake", new AlgorithmConfiguration("SNOWFLAKE"))
 *         .build();
 * }</pre>
 *
 * @param tables never null
 * @param autoTables never null
 * @param bindingTables groups of tables that are sharded alike
 * @param defaultDatabaseStrategy for tables without their own; null for all data sources
 * @param defaultTableStrategy for tables without their own; null for all actual tables
 * @param defaultKeyGenerateStrategy for tables without their own, or null
 * @param defaultAuditStrategy for tables without their own, or null
 * @param defaultShardingColumn for standard strategies without a column, or null
 * @param keyGenerateStrategies by name, the form that stands apart from the tables
 * @param shardingAlgorithms by name
 * @param keyGenerators by name
 * @param auditors by name
 */
public record ShardingRuleConfiguration(
        List<ShardedTableConfiguration> tables,
        List<AutoTableConfiguration> autoTables,
        List<BindingTablesConfiguration> bindingTables,
        @Nullable StrategyConfiguration defaultDatabaseStrategy,
        @Nullable StrategyConfiguration defaultTableStrategy,
        @Nullable KeyGenerateConfiguration defaultKeyGenerateStrategy,
        @Nullable AuditConfiguration defaultAuditStrategy,
        @Nullable String defaultShardingColumn,
        Map<String, KeyGenerateStrategyConfiguration> keyGenerateStrategies,
        Map<String, AlgorithmConfiguration> shardingAlgorithms,
        Map<String, AlgorithmConfiguration> keyGenerators,
        Map<String, AlgorithmConfiguration> auditors)
        implements RuleConfiguration {
    /** Copies lists and maps; maps keep their order. */
    public ShardingRuleConfiguration {
        tables = List.copyOf(tables);
        autoTables = List.copyOf(autoTables);
        bindingTables = List.copyOf(bindingTables);
        keyGenerateStrategies = ordered(keyGenerateStrategies);
        shardingAlgorithms = ordered(shardingAlgorithms);
        keyGenerators = ordered(keyGenerators);
        auditors = ordered(auditors);
    }

    /** A builder of a rule that has no table yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** The same with other tables in place of these; {@link #autoTables} stay. */
    public ShardingRuleConfiguration withTables(List<ShardedTableConfiguration> others) {
        return new ShardingRuleConfiguration(
                others,
                autoTables,
                bindingTables,
                defaultDatabaseStrategy,
                defaultTableStrategy,
                defaultKeyGenerateStrategy,
                defaultAuditStrategy,
                defaultShardingColumn,
                keyGenerateStrategies,
                shardingAlgorithms,
                keyGenerators,
                auditors);
    }

    private static <T> Map<String, T> ordered(Map<String, T> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Collects the parts of a rule. Not thread-safe. */
    public static final class Builder {
        private final List<ShardedTableConfiguration> tables = new ArrayList<>();
        private final List<AutoTableConfiguration> autoTables = new ArrayList<>();
        private final List<BindingTablesConfiguration> bindingTables = new ArrayList<>();
        private final Map<String, KeyGenerateStrategyConfiguration> keyGenerateStrategies = new LinkedHashMap<>();
        private final Map<String, AlgorithmConfiguration> shardingAlgorithms = new LinkedHashMap<>();
        private final Map<String, AlgorithmConfiguration> keyGenerators = new LinkedHashMap<>();
        private final Map<String, AlgorithmConfiguration> auditors = new LinkedHashMap<>();
        private @Nullable StrategyConfiguration defaultDatabaseStrategy;
        private @Nullable StrategyConfiguration defaultTableStrategy;
        private @Nullable KeyGenerateConfiguration defaultKeyGenerateStrategy;
        private @Nullable AuditConfiguration defaultAuditStrategy;
        private @Nullable String defaultShardingColumn;

        private Builder() {}

        /** A table whose data nodes are listed. */
        public Builder table(ShardedTableConfiguration table) {
            tables.add(table);
            return this;
        }

        /** A table whose actual tables the algorithm counts and the library names. */
        public Builder autoTable(AutoTableConfiguration table) {
            autoTables.add(table);
            return this;
        }

        /** Logic tables that are sharded alike. */
        public Builder bindingTables(String... logicTables) {
            return bindingTables(BindingTablesConfiguration.of(logicTables));
        }

        /** Logic tables that are sharded alike, with what is declared of their rows. */
        public Builder bindingTables(BindingTablesConfiguration group) {
            bindingTables.add(group);
            return this;
        }

        /** For tables without a database strategy of their own, which else lie in all data sources. */
        public Builder defaultDatabaseStrategy(@Nullable StrategyConfiguration strategy) {
            defaultDatabaseStrategy = strategy;
            return this;
        }

        /** For tables without a table strategy of their own, which else have rows in all actual tables. */
        public Builder defaultTableStrategy(@Nullable StrategyConfiguration strategy) {
            defaultTableStrategy = strategy;
            return this;
        }

        /** For tables without their own: the column that gets a key when an INSERT has none, and what makes it. */
        public Builder defaultKeyGenerateStrategy(String column, String keyGeneratorName) {
            return defaultKeyGenerateStrategy(new KeyGenerateConfiguration(column, keyGeneratorName));
        }

        /** For tables without their own: the column that gets a key when an INSERT has none, and what makes it. */
        public Builder defaultKeyGenerateStrategy(@Nullable KeyGenerateConfiguration strategy) {
            defaultKeyGenerateStrategy = strategy;
            return this;
        }

        /** For tables without auditors of their own. */
        public Builder defaultAuditStrategy(@Nullable AuditConfiguration strategy) {
            defaultAuditStrategy = strategy;
            return this;
        }

        /** For standard strategies that name no column. */
        public Builder defaultShardingColumn(@Nullable String column) {
            defaultShardingColumn = column;
            return this;
        }

        /** A strategy that stands apart from the table that it names. */
        public Builder keyGenerateStrategy(String name, KeyGenerateStrategyConfiguration strategy) {
            keyGenerateStrategies.put(name, strategy);
            return this;
        }

        /** An algorithm that strategies call by this name. */
        public Builder shardingAlgorithm(String name, AlgorithmConfiguration algorithm) {
            shardingAlgorithms.put(name, algorithm);
            return this;
        }

        /** A key generator that key generate strategies call by this name. */
        public Builder keyGenerator(String name, AlgorithmConfiguration generator) {
            keyGenerators.put(name, generator);
            return this;
        }

        /** An auditor that audit strategies call by this name. */
        public Builder auditor(String name, AlgorithmConfiguration auditor) {
            auditors.put(name, auditor);
            return this;
        }

        /** What was collected so far; nothing of it is checked before a data source is made of it. */
        public ShardingRuleConfiguration build() {
            return new ShardingRuleConfiguration(
                    tables,
                    autoTables,
                    bindingTables,
                    defaultDatabaseStrategy,
                    defaultTableStrategy,
                    defaultKeyGenerateStrategy,
                    defaultAuditStrategy,
                    defaultShardingColumn,
                    keyGenerateStrategies,
                    shardingAlgorithms,
                    keyGenerators,
                    auditors);
        }
    }
}
