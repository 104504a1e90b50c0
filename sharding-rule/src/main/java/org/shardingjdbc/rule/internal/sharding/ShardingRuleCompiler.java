package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.audit.Auditor;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.internal.algorithm.StandardDefinition;
import org.shardingjdbc.rule.placement.Audit;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Compiles {@code !SHARDING}. One per rule. */
final class ShardingRuleCompiler {
    private final ShardingRuleConfiguration rule;
    private final RuleSetup setup;
    private final ConfigPath path;
    private final NodeNames nodeNames;
    private final Algorithms algorithms;
    private final KeyGenerationRules keys;
    private final Auditors auditors;
    private final Problems problems;
    private final AlgorithmDefinitions definitions;
    private final StrategyResolver strategies;

    ShardingRuleCompiler(ShardingRuleConfiguration rule, RuleSetup setup, Algorithms algorithms) {
        this.rule = rule;
        this.setup = setup;
        this.path = setup.path();
        this.problems = setup.problems();
        this.nodeNames = new NodeNames(setup.dataSources(), problems);
        this.algorithms = algorithms;
        this.definitions = new AlgorithmDefinitions(rule, path, problems);
        this.strategies = new StrategyResolver(rule, path, definitions, problems);
        this.keys = new KeyGenerationRules(rule, path, setup.keyGenerators(), problems);
        this.auditors = new Auditors(rule, path, problems);
    }

    /** Places each table; what else it does is the rule that is returned. */
    ShardingRule compile() {
        definitions.compile(algorithms);
        keys.compile();
        auditors.compile();
        Map<String, List<ShardingRule.NamedAuditor>> audited = new HashMap<>();
        List<TableDraft> drafts = new ArrayList<>();
        for (ShardedTableConfiguration table : rule.tables()) {
            addDraft(draft(table), drafts);
        }
        for (AutoTableConfiguration table : rule.autoTables()) {
            addDraft(draft(table), drafts);
        }
        Map<String, BindingGroups.Member> groups = new BindingGroups(rule, path, drafts, problems).check();
        TableCompiler tables = new TableCompiler(definitions, problems);
        for (TableDraft draft : drafts) {
            String name = draft.name().toLowerCase(Locale.ROOT);
            ShardedTable table = tables.compile(draft, groups.getOrDefault(name, BindingGroups.Member.NONE));
            if (table != null) {
                setup.place(table, draft.path());
                audited.put(name, audited(table));
            }
        }
        keys.checkTables(drafts);
        audited.values().removeIf(List::isEmpty);
        return new ShardingRule(audited);
    }

    private List<ShardingRule.NamedAuditor> audited(ShardedTable table) {
        List<ShardingRule.NamedAuditor> all = new ArrayList<>();
        for (Audit audit : table.audits()) {
            Auditor auditor = auditors.named(audit.name());
            if (auditor != null) {
                all.add(new ShardingRule.NamedAuditor(table.name(), audit, auditor));
            }
        }
        return all;
    }

    private static void addDraft(TableDraft draft, List<TableDraft> drafts) {
        if (draft != null) {
            drafts.add(draft);
        }
    }

    private TableDraft draft(ShardedTableConfiguration table) {
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
        if (grid == null || database == null || tables == null) {
            return null;
        }
        return new TableDraft(table.logicTable(), at, grid, database, tables, key, audits);
    }

    private TableDraft draft(AutoTableConfiguration table) {
        ConfigPath at = path.key("autoTables").key(table.logicTable());
        KeyGeneration key = keys.of(table.logicTable(), table.keyGenerateStrategy(), at);
        List<Audit> audits = auditors.of(table.auditStrategy(), at);
        if (!(table.shardingStrategy() instanceof StrategyConfiguration.Standard)) {
            problems.add(at, "an auto table needs a key 'shardingStrategy' with a standard strategy");
            return null;
        }
        ResolvedStrategy strategy = strategies.resolve(table.shardingStrategy(), at.key("shardingStrategy"), null, "");
        if (strategy == null) {
            return null;
        }
        int count = ((StandardDefinition) strategy.definition()).autoTableCount();
        if (count < 0) {
            problems.add(
                    strategy.path(),
                    "sharding algorithm '" + strategy.algorithmName() + "' of type "
                            + strategy.algorithm().type()
                            + " cannot shard an auto table;"
                            + " MOD, HASH_MOD, VOLUME_RANGE, BOUNDARY_RANGE and AUTO_INTERVAL can");
            return null;
        }
        NodeGrid grid = nodeNames.autoGrid(table, count, at);
        ResolvedStrategy database = ResolvedStrategy.none(at);
        return grid == null ? null : new TableDraft(table.logicTable(), at, grid, database, strategy, key, audits);
    }
}
