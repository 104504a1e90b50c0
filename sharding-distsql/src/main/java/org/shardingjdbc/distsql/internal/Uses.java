package org.shardingjdbc.distsql.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShowTablesUsingContext;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** Which rules use a storage unit or an algorithm, by kind and name. Stateless. */
final class Uses {
    private Uses() {}

    /** The sharded tables that use it, by themselves or by a default. */
    static List<List<String>> tables(ShardingConfiguration configuration, ShowTablesUsingContext text) {
        ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
        String wanted = StatementTexts.of(text.name());
        List<List<String>> rows = new ArrayList<>();
        rule.tables().forEach(table -> {
            Set<String> used = new HashSet<>();
            if (text.ALGORITHM() != null) {
                add(used, table.databaseStrategy(), rule.defaultDatabaseStrategy());
                add(used, table.tableStrategy(), rule.defaultTableStrategy());
            }
            add(used, text, table.keyGenerateStrategy(), table.auditStrategy(), rule);
            addApart(used, text, table.logicTable(), rule);
            if (used.contains(wanted)) {
                rows.add(List.of("table", table.logicTable()));
            }
        });
        rule.autoTables().forEach(table -> {
            Set<String> used = new HashSet<>();
            if (text.ALGORITHM() != null) {
                add(used, table.shardingStrategy(), null);
            }
            add(used, text, table.keyGenerateStrategy(), table.auditStrategy(), rule);
            addApart(used, text, table.logicTable(), rule);
            if (used.contains(wanted)) {
                rows.add(List.of("auto_table", table.logicTable()));
            }
        });
        return rows;
    }

    private static void add(
            Set<String> used, @Nullable StrategyConfiguration own, @Nullable StrategyConfiguration byDefault) {
        String algorithm = Strategies.algorithm(own == null ? byDefault : own);
        if (algorithm != null) {
            used.add(algorithm);
        }
    }

    private static void add(
            Set<String> used,
            ShowTablesUsingContext text,
            @Nullable KeyGenerateConfiguration ownKeys,
            @Nullable AuditConfiguration ownAudit,
            ShardingRuleConfiguration rule) {
        KeyGenerateConfiguration keys = ownKeys == null ? rule.defaultKeyGenerateStrategy() : ownKeys;
        if (text.GENERATOR() != null && keys != null) {
            used.add(keys.keyGeneratorName());
        }
        AuditConfiguration audit = ownAudit == null ? rule.defaultAuditStrategy() : ownAudit;
        if (text.AUDITOR() != null && audit != null) {
            used.addAll(audit.auditorNames());
        }
    }

    /** Key generators by strategies that stand apart from their tables. */
    private static void addApart(
            Set<String> used, ShowTablesUsingContext text, String table, ShardingRuleConfiguration rule) {
        rule.keyGenerateStrategies().values().forEach(each -> {
            if (text.GENERATOR() != null && table.equalsIgnoreCase(each.logicTable())) {
                used.add(each.keyGeneratorName());
            }
        });
    }

    /** The rules that have something in a storage unit. */
    static List<List<String>> ofUnit(CommandTarget target, ShardingConfiguration configuration, String unit)
            throws SQLException {
        if (!configuration.dataSources().containsKey(unit)) {
            throw SyntaxErrors.wrong("there is no storage unit " + unit);
        }
        List<List<String>> rows = new ArrayList<>();
        ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
        List<String> tables = new ArrayList<>();
        rule.tables().forEach(each -> tables.add(each.logicTable()));
        rule.autoTables().forEach(each -> tables.add(each.logicTable()));
        for (String table : tables) {
            if (target.dataNodes(table).stream().anyMatch(node -> node.startsWith(unit + "."))) {
                rows.add(List.of("sharding", table));
            }
        }
        SingleRuleConfiguration single = ChangeReader.single(configuration);
        for (String table : single.tables()) {
            if (table.startsWith(unit + ".")) {
                rows.add(List.of("single", table));
            }
        }
        if (unit.equals(single.defaultDataSource())) {
            rows.add(List.of("single", "default"));
        }
        if (Features.areThere()) {
            rows.addAll(FeatureUses.ofUnit(configuration, unit));
        }
        return rows;
    }

    /** As {@link Uses}, for the rules of sharding-feature; loaded only where that is. Stateless. */
    static final class FeatureUses {
        private FeatureUses() {}

        static List<List<String>> ofUnit(ShardingConfiguration configuration, String unit) {
            List<List<String>> rows = new ArrayList<>();
            Groups.ruleOf(configuration).dataSourceGroups().forEach((name, group) -> {
                if (unit.equals(group.writeDataSourceName())
                        || group.readDataSourceNames().contains(unit)) {
                    rows.add(List.of("readwrite_splitting", name));
                }
            });
            Shadows.ruleOf(configuration).dataSources().forEach((name, source) -> {
                if (unit.equals(source.productionDataSourceName()) || unit.equals(source.shadowDataSourceName())) {
                    rows.add(List.of("shadow", name));
                }
            });
            return rows;
        }
    }
}
