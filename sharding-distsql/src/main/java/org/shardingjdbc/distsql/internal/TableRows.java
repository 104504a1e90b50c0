package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** The rows of SHOW SHARDING TABLE RULES. Immutable. */
record TableRows(ShardingRuleConfiguration rule) {
    static final String COLUMNS = "table actual_data_nodes actual_data_sources"
            + " database_strategy_type database_sharding_column database_sharding_algorithm_type"
            + " database_sharding_algorithm_props table_strategy_type table_sharding_column"
            + " table_sharding_algorithm_type table_sharding_algorithm_props key_generate_column key_generator_type"
            + " key_generator_props auditor_types allow_hint_disable";

    private static final String HIDDEN = "******";

    /** @param only the table that is asked for; null for all */
    List<List<String>> of(@Nullable String only) {
        List<List<String>> rows = new ArrayList<>();
        rule.tables().forEach(table -> {
            if (only == null || only.equalsIgnoreCase(table.logicTable())) {
                List<String> row = new ArrayList<>(List.of(table.logicTable(), text(table.actualDataNodes()), ""));
                row.addAll(strategy(or(table.databaseStrategy(), rule.defaultDatabaseStrategy())));
                row.addAll(strategy(or(table.tableStrategy(), rule.defaultTableStrategy())));
                rows.add(end(row, table.keyGenerateStrategy(), table.auditStrategy()));
            }
        });
        rule.autoTables().forEach(table -> {
            if (only == null || only.equalsIgnoreCase(table.logicTable())) {
                List<String> row = new ArrayList<>(List.of(table.logicTable(), "", text(table.actualDataSources())));
                row.addAll(strategy(null));
                row.addAll(strategy(table.shardingStrategy()));
                rows.add(end(row, table.keyGenerateStrategy(), table.auditStrategy()));
            }
        });
        return rows;
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static @Nullable StrategyConfiguration or(
            @Nullable StrategyConfiguration own, @Nullable StrategyConfiguration byDefault) {
        return own == null ? byDefault : own;
    }

    private List<String> strategy(@Nullable StrategyConfiguration strategy) {
        List<String> values = new ArrayList<>(List.of(Strategies.kind(strategy), Strategies.columns(strategy)));
        String algorithm = Strategies.algorithm(strategy);
        values.addAll(typeAndProps(rule.shardingAlgorithms(), algorithm));
        return values;
    }

    private List<String> end(
            List<String> row, @Nullable KeyGenerateConfiguration own, @Nullable AuditConfiguration ownAudit) {
        KeyGenerateConfiguration keys = own == null ? rule.defaultKeyGenerateStrategy() : own;
        AuditConfiguration audit = ownAudit == null ? rule.defaultAuditStrategy() : ownAudit;
        row.add(keys == null ? "" : keys.column());
        row.addAll(typeAndProps(rule.keyGenerators(), keys == null ? null : keys.keyGeneratorName()));
        List<String> types = new ArrayList<>();
        if (audit != null) {
            audit.auditorNames()
                    .forEach(name ->
                            types.add(typeAndProps(rule.auditors(), name).get(0)));
        }
        row.add(String.join(",", types));
        row.add(audit == null ? "" : Boolean.toString(audit.allowHintDisable()));
        return row;
    }

    /** Both empty where there is none. */
    static List<String> typeAndProps(Map<String, AlgorithmConfiguration> map, @Nullable String name) {
        return typeAndProps(name == null ? null : map.get(name));
    }

    /** Both empty for null. */
    static List<String> typeAndProps(@Nullable AlgorithmConfiguration algorithm) {
        return algorithm == null ? List.of("", "") : List.of(algorithm.type(), props(algorithm));
    }

    /** As JSON, without secrets. */
    static String props(AlgorithmConfiguration algorithm) {
        List<String> entries = new ArrayList<>();
        algorithm
                .props()
                .forEach((key, value) ->
                        entries.add(quoted(key) + ":" + quoted(Secrets.isSecret(key) ? HIDDEN : value)));
        return entries.isEmpty() ? "" : "{" + String.join(",", entries) + "}";
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
