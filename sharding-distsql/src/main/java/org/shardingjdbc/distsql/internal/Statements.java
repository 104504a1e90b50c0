package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/**
 * Writes a configuration as statements that make it, in an order in which they can be executed. Algorithms get the
 * names that statements give them; those that nothing uses are left out. Stateless.
 */
final class Statements {
    private Statements() {}

    /** @throws org.shardingjdbc.error.ShardingException when no statement says a part of it */
    static List<String> of(ShardingConfiguration configuration) {
        StatementWords.require(configuration.transaction().equals(TransactionConfiguration.LOCAL), "'transaction'");
        StatementWords.require(configuration.mode() == null, "'mode'");
        List<String> statements = new ArrayList<>();
        configuration.dataSources().forEach((name, each) -> statements.add(unit(name, each)));
        List<String> after = new ArrayList<>();
        for (RuleConfiguration rule : configuration.rules()) {
            if (rule instanceof ShardingRuleConfiguration sharding) {
                sharding(sharding, after);
            } else if (rule instanceof BroadcastRuleConfiguration broadcast) {
                if (!broadcast.tables().isEmpty()) {
                    after.add("CREATE BROADCAST TABLE RULE " + StatementWords.names(broadcast.tables()));
                }
            } else if (rule instanceof SingleRuleConfiguration single) {
                single(single, after);
            } else {
                boolean known = Features.areThere() && FeatureStatements.write(rule, statements, after);
                StatementWords.require(known, "the rule " + rule.getClass().getSimpleName());
            }
        }
        statements.addAll(after);
        configuration
                .props()
                .values()
                .forEach((key, value) -> statements.add("SET DIST VARIABLE "
                        + StatementWords.name(key.replace('-', '_')) + " = " + StatementWords.value(value)));
        return statements;
    }

    private static String unit(String name, DataSourceConfiguration source) {
        StatementWords.require(
                source instanceof DataSourceConfiguration.Pooled,
                "data source '" + name + "', an object that the application made");
        Map<String, String> others = new LinkedHashMap<>(((DataSourceConfiguration.Pooled) source).properties());
        String url = others.remove("jdbcUrl");
        StatementWords.require(url != null, "data source '" + name + "' without a jdbcUrl");
        String user = others.remove("username");
        String password = others.remove("password");
        others.keySet()
                .forEach(key ->
                        StatementWords.require(key.indexOf('.') < 0, "'" + key + "' of data source '" + name + "'"));
        return "REGISTER STORAGE UNIT " + StatementWords.name(name) + " (URL=" + StatementWords.value(url)
                + (user == null ? "" : ", USER=" + StatementWords.value(user))
                + (password == null ? "" : ", PASSWORD=" + StatementWords.value(password))
                + (others.isEmpty() ? "" : ", " + StatementWords.properties(others)) + ")";
    }

    private static void sharding(ShardingRuleConfiguration rule, List<String> statements) {
        StatementWords.require(rule.defaultKeyGenerateStrategy() == null, "'defaultKeyGenerateStrategy'");
        StatementWords.require(rule.defaultAuditStrategy() == null, "'defaultAuditStrategy'");
        StatementWords.require(rule.defaultShardingColumn() == null, "'defaultShardingColumn'");
        StatementWords.require(rule.keyGenerateStrategies().isEmpty(), "'keyGenerateStrategies'");
        byDefault("DATABASE", rule.defaultDatabaseStrategy(), rule, statements);
        byDefault("TABLE", rule.defaultTableStrategy(), rule, statements);
        rule.tables().forEach(table -> statements.add(table(table, rule)));
        rule.autoTables().forEach(table -> statements.add(autoTable(table, rule)));
        rule.bindingTables().forEach(group -> {
            StatementWords.require(group.dependences().isEmpty(), "'dependences' of binding tables");
            statements.add("CREATE SHARDING TABLE REFERENCE RULE " + StatementWords.name(References.name(group)) + " ("
                    + StatementWords.names(group.tables()) + ")");
        });
    }

    private static void byDefault(
            String level,
            @Nullable StrategyConfiguration strategy,
            ShardingRuleConfiguration rule,
            List<String> statements) {
        if (strategy != null) {
            statements.add(
                    "CREATE DEFAULT SHARDING " + level + " STRATEGY (" + strategy(strategy, "default", rule) + ")");
        }
    }

    private static String table(ShardedTableConfiguration table, ShardingRuleConfiguration rule) {
        String name = table.logicTable();
        String nodes =
                StatementWords.present(table.actualDataNodes(), "table '" + name + "' without 'actualDataNodes'");
        return "CREATE SHARDING TABLE RULE " + StatementWords.name(name) + " (DATANODES("
                + StatementWords.value(nodes)
                + ")" + level("DATABASE_STRATEGY", table.databaseStrategy(), name, rule)
                + level("TABLE_STRATEGY", table.tableStrategy(), name, rule)
                + end(table.keyGenerateStrategy(), table.auditStrategy(), rule);
    }

    private static String level(
            String words, @Nullable StrategyConfiguration strategy, String table, ShardingRuleConfiguration rule) {
        return strategy == null ? "" : ", " + words + "(" + strategy(strategy, table, rule) + ")";
    }

    private static String autoTable(AutoTableConfiguration table, ShardingRuleConfiguration rule) {
        String name = table.logicTable();
        String sources =
                StatementWords.present(table.actualDataSources(), "table '" + name + "' without 'actualDataSources'");
        String what = "the strategy of table '" + name + "'";
        StrategyConfiguration.Standard strategy = StatementWords.present(
                table.shardingStrategy() instanceof StrategyConfiguration.Standard standard ? standard : null, what);
        StatementWords.require(strategy.shardingColumn() != null && strategy.nullPlacement() == null, what);
        List<String> units = new ArrayList<>();
        for (String each : sources.split(",")) {
            units.add(each.trim());
        }
        return "CREATE SHARDING TABLE RULE " + StatementWords.name(name) + " (STORAGE_UNITS("
                + StatementWords.names(units)
                + "), SHARDING_COLUMN=" + StatementWords.name(strategy.shardingColumn()) + ", "
                + StatementWords.algorithm(rule.shardingAlgorithms(), strategy.shardingAlgorithmName())
                + end(table.keyGenerateStrategy(), table.auditStrategy(), rule);
    }

    private static String end(
            @Nullable KeyGenerateConfiguration keys,
            @Nullable AuditConfiguration audit,
            ShardingRuleConfiguration rule) {
        StringBuilder end = new StringBuilder();
        if (keys != null) {
            end.append(", KEY_GENERATE_STRATEGY(COLUMN=").append(StatementWords.name(keys.column()));
            end.append(", ").append(StatementWords.algorithm(rule.keyGenerators(), keys.keyGeneratorName()));
            end.append(')');
        }
        if (audit != null) {
            end.append(", AUDIT_STRATEGY(");
            audit.auditorNames().forEach(name -> end.append(StatementWords.algorithm(rule.auditors(), name))
                    .append(", "));
            end.append("ALLOW_HINT_DISABLE=").append(audit.allowHintDisable()).append(')');
        }
        return end.append(')').toString();
    }

    private static String strategy(StrategyConfiguration strategy, String of, ShardingRuleConfiguration rule) {
        String algorithm = Strategies.algorithm(strategy);
        String by = algorithm == null
                ? ""
                : ", SHARDING_ALGORITHM(" + StatementWords.algorithm(rule.shardingAlgorithms(), algorithm) + ")";
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            boolean said = standard.shardingColumn() != null && standard.nullPlacement() == null;
            StatementWords.require(said, "the strategy of '" + of + "'");
            return "TYPE=\"standard\", SHARDING_COLUMN=" + StatementWords.name(standard.shardingColumn()) + by;
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            return "TYPE=\"complex\", SHARDING_COLUMNS=" + StatementWords.names(complex.shardingColumns()) + by;
        }
        return strategy instanceof StrategyConfiguration.Hint ? "TYPE=\"hint\"" + by : "TYPE=\"none\"";
    }

    private static void single(SingleRuleConfiguration rule, List<String> statements) {
        if (!rule.tables().isEmpty()) {
            List<String> entries = new ArrayList<>();
            for (String table : rule.tables()) {
                List<String> parts = new ArrayList<>();
                for (String part : table.split("\\.")) {
                    parts.add(part.equals("*") ? part : StatementWords.name(part));
                }
                entries.add(String.join(".", parts));
            }
            statements.add("LOAD SINGLE TABLE " + String.join(", ", entries));
        }
        String unit = rule.defaultDataSource();
        if (unit != null) {
            statements.add("SET DEFAULT SINGLE TABLE STORAGE UNIT = " + StatementWords.name(unit));
        }
    }
}
