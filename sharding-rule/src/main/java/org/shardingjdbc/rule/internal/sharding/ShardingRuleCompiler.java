package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.internal.algorithm.ComplexDefinition;
import org.shardingjdbc.rule.internal.algorithm.HintDefinition;
import org.shardingjdbc.rule.internal.algorithm.StandardDefinition;
import org.shardingjdbc.rule.internal.inline.InlineSyntaxException;
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
    private final Problems problems;
    private final Map<String, AlgorithmDefinition> definitions = new HashMap<>();

    ShardingRuleCompiler(ShardingRuleConfiguration rule, RuleSetup setup, Algorithms algorithms) {
        this.rule = rule;
        this.setup = setup;
        this.path = setup.path();
        this.problems = setup.problems();
        this.nodeNames = new NodeNames(setup.dataSourceNames(), problems);
        this.algorithms = algorithms;
        this.keys = new KeyGenerationRules(rule, path, setup.keyGenerators(), problems);
    }

    /** Places each table. */
    void compile() {
        compileAlgorithms();
        keys.compile();
        List<TableDraft> drafts = new ArrayList<>();
        for (ShardedTableConfiguration table : rule.tables()) {
            addDraft(draft(table), drafts);
        }
        for (AutoTableConfiguration table : rule.autoTables()) {
            addDraft(draft(table), drafts);
        }
        Map<String, BindingGroups.Member> groups = new BindingGroups(rule, path, drafts, problems).check();
        for (TableDraft draft : drafts) {
            String name = draft.name().toLowerCase(Locale.ROOT);
            ShardedTable table = table(draft, groups.getOrDefault(name, BindingGroups.Member.NONE));
            if (table != null) {
                setup.place(table, draft.path());
            }
        }
        keys.checkTables(drafts);
    }

    private static void addDraft(TableDraft draft, List<TableDraft> drafts) {
        if (draft != null) {
            drafts.add(draft);
        }
    }

    private void compileAlgorithms() {
        for (Map.Entry<String, AlgorithmConfiguration> entry :
                rule.shardingAlgorithms().entrySet()) {
            ConfigPath at = path.key("shardingAlgorithms").key(entry.getKey());
            AlgorithmConfiguration algorithm = entry.getValue();
            if (algorithm.type() == null || algorithm.type().isBlank()) {
                problems.addAtKey(at, "key 'type' is missing");
                continue;
            }
            AlgorithmProperties properties = new AlgorithmProperties(algorithm.props());
            try {
                AlgorithmDefinition definition = algorithms.create(algorithm.type(), properties);
                if (definition == null) {
                    problems.unknown(at.key("type"), "sharding algorithm type", algorithm.type(), algorithms.types());
                    continue;
                }
                definitions.put(entry.getKey(), definition);
            } catch (InvalidPropertyException e) {
                problems.add(propertyPath(at, algorithm, e.property()), e.getMessage());
                continue;
            }
            for (String unknown : properties.unknown()) {
                problems.unknownKey(at.key("props").key(unknown), properties.known());
            }
        }
    }

    private TableDraft draft(ShardedTableConfiguration table) {
        ConfigPath at = path.key("tables").key(table.logicTable());
        NodeGrid grid = nodeNames.grid(table, at);
        ResolvedStrategy database = resolved(
                table.databaseStrategy(),
                at.key("databaseStrategy"),
                rule.defaultDatabaseStrategy(),
                "defaultDatabaseStrategy");
        ResolvedStrategy tables = resolved(
                table.tableStrategy(), at.key("tableStrategy"), rule.defaultTableStrategy(), "defaultTableStrategy");
        KeyGeneration key = keys.of(table.logicTable(), table.keyGenerateStrategy(), at);
        List<Audit> audits = keys.audits(table.auditStrategy(), at);
        if (grid == null || database == null || tables == null) {
            return null;
        }
        return new TableDraft(table.logicTable(), at, grid, database, tables, key, audits);
    }

    private TableDraft draft(AutoTableConfiguration table) {
        ConfigPath at = path.key("autoTables").key(table.logicTable());
        KeyGeneration key = keys.of(table.logicTable(), table.keyGenerateStrategy(), at);
        List<Audit> audits = keys.audits(table.auditStrategy(), at);
        if (!(table.shardingStrategy() instanceof StrategyConfiguration.Standard)) {
            problems.add(at, "an auto table needs a key 'shardingStrategy' with a standard strategy");
            return null;
        }
        ResolvedStrategy strategy = resolved(table.shardingStrategy(), at.key("shardingStrategy"), null, "");
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

    private ResolvedStrategy resolved(
            StrategyConfiguration own, ConfigPath ownPath, StrategyConfiguration byDefault, String defaultKey) {
        StrategyConfiguration strategy = own == null ? byDefault : own;
        ConfigPath at = own == null ? path.key(defaultKey) : ownPath;
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            String column =
                    standard.shardingColumn() == null ? rule.defaultShardingColumn() : standard.shardingColumn();
            if (column == null || column.isBlank()) {
                problems.addAtKey(
                        at.key("standard"), "key 'shardingColumn' is missing and there is no defaultShardingColumn");
                return null;
            }
            return withAlgorithm(standard, at.key("standard"), List.of(column), standard.shardingAlgorithmName());
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            if (complex.shardingColumns().isEmpty()) {
                problems.addAtKey(at.key("complex"), "key 'shardingColumns' is missing");
                return null;
            }
            return withAlgorithm(
                    complex, at.key("complex"), complex.shardingColumns(), complex.shardingAlgorithmName());
        }
        if (strategy instanceof StrategyConfiguration.Hint hint) {
            return withAlgorithm(hint, at.key("hint"), List.of(), hint.shardingAlgorithmName());
        }
        return ResolvedStrategy.none(at);
    }

    private ResolvedStrategy withAlgorithm(
            StrategyConfiguration strategy, ConfigPath at, List<String> columns, String algorithmName) {
        ConfigPath namePath = at.key("shardingAlgorithmName");
        AlgorithmConfiguration algorithm =
                algorithmName == null ? null : rule.shardingAlgorithms().get(algorithmName);
        if (algorithm == null) {
            if (algorithmName == null || algorithmName.isBlank()) {
                problems.addAtKey(at, "key 'shardingAlgorithmName' is missing");
            } else {
                problems.unknown(
                        namePath,
                        "sharding algorithm",
                        algorithmName,
                        rule.shardingAlgorithms().keySet());
            }
            return null;
        }
        AlgorithmDefinition definition = definitions.get(algorithmName);
        if (definition == null) {
            return null;
        }
        String wanted = wanted(strategy, definition);
        if (wanted != null) {
            problems.add(
                    namePath,
                    "sharding algorithm '" + algorithmName + "' of type " + algorithm.type() + " is for a " + wanted
                            + " strategy");
            return null;
        }
        LinkedHashSet<String> lowerCase = new LinkedHashSet<>();
        columns.forEach(column -> lowerCase.add(column.trim().toLowerCase(Locale.ROOT)));
        return new ResolvedStrategy(strategy, namePath, List.copyOf(lowerCase), algorithmName, algorithm, definition);
    }

    /** The kind of strategy that the algorithm is for, where that is another one, else null. */
    private static String wanted(StrategyConfiguration strategy, AlgorithmDefinition definition) {
        if (definition instanceof StandardDefinition) {
            return strategy instanceof StrategyConfiguration.Standard ? null : "standard";
        }
        if (definition instanceof ComplexDefinition) {
            return strategy instanceof StrategyConfiguration.Complex ? null : "complex";
        }
        return definition instanceof HintDefinition && strategy instanceof StrategyConfiguration.Hint ? null : "hint";
    }

    private ShardedTable table(TableDraft draft, BindingGroups.Member group) {
        StrategyCompiler compiler = new StrategyCompiler(draft);
        Strategy database = compiled(draft, draft.database(), compiler::database);
        TableStrategies tables = compiled(draft, draft.table(), compiler::tables);
        if (database == null || tables == null) {
            return null;
        }
        Map<String, String> nullPlacements = nullPlacements(draft);
        return new ShardedTable(new ShardedTable.Parts(
                draft.name(),
                draft.grid(),
                draft.shardingColumns(),
                nullPlacements,
                group.number(),
                group.dependences(),
                database,
                tables,
                draft.keyGeneration(),
                draft.audits()));
    }

    /** By sharding column. Two strategies by one column must agree. */
    private Map<String, String> nullPlacements(TableDraft draft) {
        Map<String, String> placements = new HashMap<>();
        for (ResolvedStrategy strategy : List.of(draft.database(), draft.table())) {
            String placement = strategy.configuration() instanceof StrategyConfiguration.Standard standard
                    ? standard.nullPlacement()
                    : null;
            String other = placement == null
                    ? null
                    : placements.putIfAbsent(strategy.columns().get(0), placement);
            if (other != null && !other.equals(placement)) {
                problems.add(
                        strategy.path(),
                        "table '" + draft.name() + "' has the nullPlacement '" + other + "' for its data source and '"
                                + placement + "' for its actual table, of the same column");
            }
        }
        return placements;
    }

    private <T> T compiled(TableDraft draft, ResolvedStrategy strategy, java.util.function.Supplier<T> compilation) {
        try {
            return compilation.get();
        } catch (InvalidPropertyException e) {
            ConfigPath at = path.key("shardingAlgorithms").key(strategy.algorithmName());
            problems.add(
                    propertyPath(at, strategy.algorithm(), e.property()),
                    e.getMessage() + " (used by table '" + draft.name() + "')");
        } catch (IllegalArgumentException e) {
            ConfigPath at = path.key("shardingAlgorithms").key(strategy.algorithmName());
            problems.add(
                    propertyPath(at, strategy.algorithm(), "algorithm-expression"),
                    "sharding algorithm '" + strategy.algorithmName() + "' does not fit table '" + draft.name() + "': "
                            + e.getMessage()
                            + (e instanceof InlineSyntaxException
                                    ? "; what the language lacks, a CLASS_BASED algorithm has"
                                    : ""));
        }
        return null;
    }

    /** Where a property stands, or its algorithm if it is not there. */
    private static ConfigPath propertyPath(
            ConfigPath algorithm, AlgorithmConfiguration configuration, String property) {
        if (property.equals("type")) {
            return algorithm.key("type");
        }
        return configuration.props().containsKey(property)
                ? algorithm.key("props").key(property)
                : algorithm;
    }
}
