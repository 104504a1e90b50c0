package org.shardingjdbc.rule.internal.sharding;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Compiles {@code !SHARDING}. One per rule. */
final class ShardingRuleCompiler {
    private final ShardingRuleConfiguration rule;
    private final RuleSetup setup;
    private final ConfigPath path;
    private final Algorithms algorithms;
    private final KeyGenerationRules keys;
    private final Auditors auditors;
    private final Problems problems;
    private final AlgorithmDefinitions definitions;

    ShardingRuleCompiler(ShardingRuleConfiguration rule, RuleSetup setup, Algorithms algorithms) {
        this.rule = rule;
        this.setup = setup;
        this.path = setup.path();
        this.problems = setup.problems();
        this.algorithms = algorithms;
        this.definitions = new AlgorithmDefinitions(rule, path, problems);
        this.keys = new KeyGenerationRules(rule, path, setup.keyGenerators(), setup.dataSources(), problems);
        this.auditors = new Auditors(rule, path, problems);
    }

    /** Places each table; what else it does is the rule that is returned. */
    ShardingRule compile() {
        definitions.compile(algorithms);
        keys.compile();
        auditors.compile();
        Map<String, List<ShardingRule.NamedAuditor>> audited = new HashMap<>();
        List<TableDraft> drafts = new TableDrafts(rule, setup, definitions, keys, auditors).all();
        Map<String, BindingGroups.Member> groups = new BindingGroups(rule, path, drafts, problems).check();
        TableCompiler tables = new TableCompiler(definitions, problems);
        for (TableDraft draft : drafts) {
            String name = draft.name().toLowerCase(Locale.ROOT);
            ShardedTable table = tables.compile(draft, groups.getOrDefault(name, BindingGroups.Member.NONE));
            if (table != null) {
                setup.place(table, draft.path());
                audited.put(name, auditors.of(table));
            }
        }
        keys.checkTables(drafts);
        audited.values().removeIf(List::isEmpty);
        return new ShardingRule(audited);
    }
}
