package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.NodeDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;
import org.shardingjdbc.rule.internal.sharding.ResolvedStrategy.NamedAlgorithm;
import org.shardingjdbc.rule.placement.Audit;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Drafts the tables of {@code !SHARDING}: their names resolved, not yet compiled. One per rule. */
final class TableDrafts {
    private final ShardingRuleConfiguration rule;
    private final ConfigPath path;
    private final Problems problems;
    private final NodeNames nodeNames;
    private final StrategyResolver strategies;
    private final KeyGenerationRules keys;
    private final Auditors auditors;

    TableDrafts(
            ShardingRuleConfiguration rule,
            RuleSetup setup,
            AlgorithmDefinitions definitions,
            KeyGenerationRules keys,
            Auditors auditors) {
        this.rule = rule;
        this.path = setup.path();
        this.problems = setup.problems();
        this.nodeNames = new NodeNames(setup.dataSources(), problems);
        this.strategies = new StrategyResolver(rule, path, definitions, problems);
        this.keys = keys;
        this.auditors = auditors;
    }

    /** Those without mistakes, in the order of the configuration; the others are among the problems. */
    List<TableDraft> all() {
        List<TableDraft> drafts = new ArrayList<>();
        for (ShardedTableConfiguration table : rule.tables()) {
            addDraft(draft(table), drafts);
        }
        for (AutoTableConfiguration table : rule.autoTables()) {
            addDraft(draft(table), drafts);
        }
        return drafts;
    }

    private static void addDraft(@Nullable TableDraft draft, List<TableDraft> drafts) {
        if (draft != null) {
            drafts.add(draft);
        }
    }

    private @Nullable TableDraft draft(ShardedTableConfiguration table) {
        ConfigPath at = path.key("tables").key(table.logicTable());
        NodeGrid grid = nodeNames.grid(table, at);
        ResolvedStrategy database = strategies.resolve(
                table.databaseStrategy(),
                at.key("databaseStrategy"),
                rule.defaultDatabaseStrategy(),
                "defaultDatabaseStrategy");
        ResolvedStrategy tables = strategies.resolve(
                table.tableStrategy(), at.key("tableStrategy"), rule.defaultTableStrategy(), "defaultTableStrategy");
        KeyGeneration key = keys.of(table.logicTable(), table.keyGenerateStrategy(), at);
        List<Audit> audits = auditors.of(table.auditStrategy(), at);
        if (grid == null || database == null || tables == null || !decideOnce(database, tables)) {
            return null;
        }
        return new TableDraft(table.logicTable(), at, grid, database, tables, key, audits);
    }

    /** Whether data nodes are chosen by the table strategy alone, if they are chosen as a whole. */
    private boolean decideOnce(ResolvedStrategy database, ResolvedStrategy tables) {
        NamedAlgorithm choosing = choosesNodes(tables);
        if (choosing != null && !database.isNone()) {
            problems.add(
                    tables.path(),
                    "sharding algorithm '" + choosing.name() + "' of type " + choosing.type()
                            + " chooses data source and actual table at once; give the table a databaseStrategy with the key none");
            return false;
        }
        choosing = choosesNodes(database);
        if (choosing != null) {
            problems.add(
                    database.path(),
                    "sharding algorithm '" + choosing.name() + "' of type " + choosing.type()
                            + " chooses data source and actual table at once; name it in the tableStrategy, and give"
                            + " the table a databaseStrategy with the key none");
        }
        return choosing == null;
    }

    private static @Nullable NamedAlgorithm choosesNodes(ResolvedStrategy strategy) {
        NamedAlgorithm algorithm = strategy.algorithm();
        return algorithm != null && algorithm.definition() instanceof NodeDefinition ? algorithm : null;
    }

    private @Nullable TableDraft draft(AutoTableConfiguration table) {
        ConfigPath at = path.key("autoTables").key(table.logicTable());
        KeyGeneration key = keys.of(table.logicTable(), table.keyGenerateStrategy(), at);
        List<Audit> audits = auditors.of(table.auditStrategy(), at);
        if (!(table.shardingStrategy() instanceof StrategyConfiguration.Standard)) {
            problems.add(at, "an auto table needs a key 'shardingStrategy' with a standard strategy");
            return null;
        }
        ResolvedStrategy strategy = strategies.resolve(table.shardingStrategy(), at.key("shardingStrategy"), null, "");
        NamedAlgorithm algorithm = strategy == null ? null : strategy.algorithm();
        if (strategy == null || algorithm == null) {
            return null;
        }
        int count = ((StandardDefinition) algorithm.definition()).autoTableCount();
        if (count < 0) {
            problems.add(
                    strategy.path(),
                    "sharding algorithm '" + algorithm.name() + "' of type "
                            + algorithm.type()
                            + " cannot shard an auto table;"
                            + " MOD, HASH_MOD, HASH_SLOT, VOLUME_RANGE, BOUNDARY_RANGE and AUTO_INTERVAL can");
            return null;
        }
        NodeGrid grid = nodeNames.autoGrid(table, count, at);
        ResolvedStrategy database = ResolvedStrategy.none(at);
        return grid == null ? null : new TableDraft(table.logicTable(), at, grid, database, strategy, key, audits);
    }
}
