package org.shardingjdbc.rule.internal.sharding;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.DependenceConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateStrategyConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Writes the rule as {@link ShardingRuleReader} reads it. Stateless. */
final class ShardingRuleWriter {
    private static final String ALGORITHM_NAME = "shardingAlgorithmName";

    private ShardingRuleWriter() {}

    static ConfigurationText write(ShardingRuleConfiguration rule) {
        return new ConfigurationText()
                .maps("tables", byName(rule.tables(), ShardedTableConfiguration::logicTable), ShardingRuleWriter::table)
                .maps(
                        "autoTables",
                        byName(rule.autoTables(), AutoTableConfiguration::logicTable),
                        ShardingRuleWriter::autoTable)
                .list(
                        "bindingTables",
                        rule.bindingTables().stream()
                                .map(ShardingRuleWriter::group)
                                .toList())
                .map("defaultDatabaseStrategy", rule.defaultDatabaseStrategy(), ShardingRuleWriter::strategy)
                .map("defaultTableStrategy", rule.defaultTableStrategy(), ShardingRuleWriter::strategy)
                .map("defaultKeyGenerateStrategy", rule.defaultKeyGenerateStrategy(), ShardingRuleWriter::keys)
                .map("defaultAuditStrategy", rule.defaultAuditStrategy(), ShardingRuleWriter::audit)
                .text("defaultShardingColumn", rule.defaultShardingColumn())
                .maps("keyGenerateStrategies", rule.keyGenerateStrategies(), ShardingRuleWriter::keyStrategy)
                .algorithms("shardingAlgorithms", rule.shardingAlgorithms())
                .algorithms("keyGenerators", rule.keyGenerators())
                .algorithms("auditors", rule.auditors());
    }

    private static <T> Map<String, T> byName(List<T> tables, Function<T, String> name) {
        Map<String, T> byName = new LinkedHashMap<>();
        tables.forEach(table -> byName.put(name.apply(table), table));
        return byName;
    }

    private static ConfigurationText table(ShardedTableConfiguration table) {
        return new ConfigurationText()
                .text("actualDataNodes", table.actualDataNodes())
                .map("databaseStrategy", table.databaseStrategy(), ShardingRuleWriter::strategy)
                .map("tableStrategy", table.tableStrategy(), ShardingRuleWriter::strategy)
                .map("keyGenerateStrategy", table.keyGenerateStrategy(), ShardingRuleWriter::keys)
                .map("auditStrategy", table.auditStrategy(), ShardingRuleWriter::audit);
    }

    private static ConfigurationText autoTable(AutoTableConfiguration table) {
        return new ConfigurationText()
                .text("actualDataSources", table.actualDataSources())
                .map("shardingStrategy", table.shardingStrategy(), ShardingRuleWriter::strategy)
                .map("keyGenerateStrategy", table.keyGenerateStrategy(), ShardingRuleWriter::keys)
                .map("auditStrategy", table.auditStrategy(), ShardingRuleWriter::audit);
    }

    private static ConfigurationText group(BindingTablesConfiguration group) {
        return new ConfigurationText()
                .text("name", group.name())
                .texts("tables", group.tables())
                .texts(
                        "dependences",
                        group.dependences().stream()
                                .map(DependenceConfiguration::toString)
                                .toList());
    }

    private static ConfigurationText strategy(StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            return new ConfigurationText()
                    .map(
                            "standard",
                            new ConfigurationText()
                                    .text("shardingColumn", standard.shardingColumn())
                                    .text(ALGORITHM_NAME, standard.shardingAlgorithmName())
                                    .text("nullPlacement", standard.nullPlacement()));
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            String columns = String.join(", ", complex.shardingColumns());
            return new ConfigurationText()
                    .map(
                            "complex",
                            new ConfigurationText()
                                    .text("shardingColumns", columns)
                                    .text(ALGORITHM_NAME, complex.shardingAlgorithmName()));
        }
        if (strategy instanceof StrategyConfiguration.Hint hint) {
            return new ConfigurationText()
                    .map("hint", new ConfigurationText().text(ALGORITHM_NAME, hint.shardingAlgorithmName()));
        }
        return new ConfigurationText().map("none", new ConfigurationText());
    }

    private static ConfigurationText keys(KeyGenerateConfiguration keys) {
        return new ConfigurationText().text("column", keys.column()).text("keyGeneratorName", keys.keyGeneratorName());
    }

    private static ConfigurationText keyStrategy(KeyGenerateStrategyConfiguration strategy) {
        return new ConfigurationText()
                .text("keyGenerateType", strategy.keyGenerateType())
                .text("keyGeneratorName", strategy.keyGeneratorName())
                .text("logicTable", strategy.logicTable())
                .text("keyGenerateColumn", strategy.keyGenerateColumn())
                .text("keyGenerateSequence", strategy.keyGenerateSequence());
    }

    private static ConfigurationText audit(AuditConfiguration audit) {
        return new ConfigurationText()
                .texts("auditorNames", audit.auditorNames())
                .flag("allowHintDisable", audit.allowHintDisable(), true);
    }
}
