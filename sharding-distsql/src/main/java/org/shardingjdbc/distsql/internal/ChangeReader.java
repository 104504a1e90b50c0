package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlBaseVisitor;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ReferenceContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShardedTableContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.UnitContext;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** Makes a function from one configuration to the next of a statement that changes something. Stateless. */
final class ChangeReader extends DistSqlBaseVisitor<UnaryOperator<ShardingConfiguration>> {
    private static UnaryOperator<ShardingConfiguration> sources(Consumer<Map<String, DataSourceConfiguration>> edit) {
        return before -> {
            Map<String, DataSourceConfiguration> sources = new LinkedHashMap<>(before.dataSources());
            edit.accept(sources);
            return Configurations.withSources(before, sources);
        };
    }

    static UnaryOperator<ShardingConfiguration> sharding(Consumer<ShardingDraft> edit) {
        return before -> {
            ShardingDraft draft = ShardingDraft.of(before);
            edit.accept(draft);
            return Configurations.with(before, draft.build());
        };
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitRegisterUnits(DistSqlParser.RegisterUnitsContext text) {
        List<UnitContext> units = text.unit();
        StorageUnitReader.requireReadable(units, text.checkPrivileges());
        boolean lenient = text.ifNotExists() != null;
        return sources(sources -> units.forEach(unit -> {
            String name = StatementTexts.of(unit.name());
            if (!sources.containsKey(name)) {
                sources.put(name, StorageUnitReader.of(unit, sources));
            } else if (!lenient) {
                throw SyntaxErrors.wrong("storage unit " + name + " exists already");
            }
        }));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitAlterUnits(DistSqlParser.AlterUnitsContext text) {
        List<UnitContext> units = text.unit();
        StorageUnitReader.requireReadable(units, text.checkPrivileges());
        return sources(sources -> units.forEach(unit -> {
            String name = StatementTexts.of(unit.name());
            if (!sources.containsKey(name)) {
                throw SyntaxErrors.wrong("there is no storage unit " + name);
            }
            sources.put(name, StorageUnitReader.of(unit, sources));
        }));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitUnregisterUnits(DistSqlParser.UnregisterUnitsContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        UnaryOperator<ShardingConfiguration> without = sources(sources -> names.forEach(name -> {
            if (sources.remove(name) == null && !lenient) {
                throw SyntaxErrors.wrong("there is no storage unit " + name);
            }
        }));
        return text.IGNORE() == null ? without : before -> without.apply(withoutSingle(before, names));
    }

    /** Without entries of the single rule that load tables of these units. */
    private static ShardingConfiguration withoutSingle(ShardingConfiguration before, List<String> units) {
        SingleRuleConfiguration rule = single(before);
        List<String> tables = new ArrayList<>(rule.tables());
        tables.removeIf(table -> units.stream().anyMatch(unit -> table.startsWith(unit + ".")));
        return tables.equals(rule.tables())
                ? before
                : Configurations.with(before, new SingleRuleConfiguration(tables, rule.defaultDataSource()));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitCreateTables(DistSqlParser.CreateTablesContext text) {
        boolean lenient = text.ifNotExists() != null;
        return checked(text.shardedTable(), (draft, table) -> {
            String name = StatementTexts.of(table.name());
            if (!draft.has(name)) {
                Strategies.put(draft, table);
            } else if (!lenient) {
                throw SyntaxErrors.wrong("sharding table rule " + name + " exists already");
            }
        });
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitAlterTables(DistSqlParser.AlterTablesContext text) {
        return checked(text.shardedTable(), (draft, table) -> {
            String name = StatementTexts.of(table.name());
            if (!draft.has(name)) {
                throw SyntaxErrors.wrong("there is no sharding table rule " + name);
            }
            alter(draft, table);
        });
    }

    /** Says the rule of a table anew, or first. */
    static void alter(ShardingDraft draft, ShardedTableContext table) {
        String name = StatementTexts.of(table.name());
        List<StrategyConfiguration> before = draft.strategiesOf(name);
        draft.remove(name);
        Strategies.put(draft, table);
        draft.keepNulls(name, before);
    }

    /** Reads the tables once here, so that a mistake is told when the text is planned. */
    static UnaryOperator<ShardingConfiguration> checked(
            List<ShardedTableContext> tables, BiConsumer<ShardingDraft, ShardedTableContext> edit) {
        ShardingDraft alone = ShardingDraft.of(ShardingConfiguration.builder().build());
        tables.forEach(table -> {
            if (alone.has(StatementTexts.of(table.name()))) {
                throw SyntaxErrors.at(table, "a table stands twice");
            }
            Strategies.put(alone, table);
        });
        return sharding(draft -> tables.forEach(table -> edit.accept(draft, table)));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropTables(DistSqlParser.DropTablesContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return sharding(draft -> names.forEach(name -> {
            if (!draft.has(name) && !lenient) {
                throw SyntaxErrors.wrong("there is no sharding table rule " + name);
            }
            draft.remove(name);
        }));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitPutDefaultStrategy(DistSqlParser.PutDefaultStrategyContext text) {
        boolean create = text.CREATE() != null;
        boolean ofDatabases = text.DATABASE() != null;
        boolean lenient = text.ifNotExists() != null;
        if (lenient && !create) {
            throw SyntaxErrors.at(text.ifNotExists(), "IF NOT EXISTS is for CREATE");
        }
        String what = ofDatabases ? "database" : "table";
        Strategies.strategy(ShardingDraft.of(ShardingConfiguration.builder().build()), "default", text.strategy());
        return sharding(draft -> {
            boolean there = (ofDatabases ? draft.databaseStrategy : draft.tableStrategy) != null;
            if (there == create) {
                if (lenient) {
                    return;
                }
                throw SyntaxErrors.wrong(
                        there
                                ? "the default " + what + " strategy exists already"
                                : "there is no default " + what + " strategy");
            }
            StrategyConfiguration before = ofDatabases ? draft.databaseStrategy : draft.tableStrategy;
            set(draft, ofDatabases, null);
            StrategyConfiguration next = Strategies.strategy(draft, "default_" + what, text.strategy());
            set(draft, ofDatabases, Strategies.keepingNulls(next, Collections.singletonList(before)));
        });
    }

    private static void set(ShardingDraft draft, boolean ofDatabases, @Nullable StrategyConfiguration strategy) {
        if (ofDatabases) {
            draft.databaseStrategy = strategy;
        } else {
            draft.tableStrategy = strategy;
        }
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropDefaultStrategy(
            DistSqlParser.DropDefaultStrategyContext text) {
        boolean ofDatabases = text.DATABASE() != null;
        boolean lenient = text.ifExists() != null;
        return sharding(draft -> {
            if ((ofDatabases ? draft.databaseStrategy : draft.tableStrategy) == null && !lenient) {
                throw SyntaxErrors.wrong("there is no default strategy of that kind");
            }
            set(draft, ofDatabases, null);
        });
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropParts(DistSqlParser.DropPartsContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return sharding(draft -> {
            Map<String, AlgorithmConfiguration> map = text.ALGORITHM() != null
                    ? draft.algorithms
                    : text.AUDITOR() != null ? draft.auditors : draft.keyGenerators;
            Set<String> used = text.ALGORITHM() != null
                    ? draft.usedAlgorithms()
                    : text.AUDITOR() != null ? draft.usedAuditors() : draft.usedKeyGenerators();
            for (String name : names) {
                if (used.contains(name)) {
                    throw SyntaxErrors.wrong("'" + name + "' is used; drop or alter the rules that use it before");
                }
                if (map.remove(name) == null && !lenient) {
                    throw SyntaxErrors.wrong("there is no '" + name + "' of that kind");
                }
            }
        });
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitCreateBroadcast(DistSqlParser.CreateBroadcastContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifNotExists() != null;
        return before -> {
            List<String> tables = new ArrayList<>(broadcast(before));
            for (String name : names) {
                boolean there = tables.stream().anyMatch(name::equalsIgnoreCase);
                if (there && !lenient) {
                    throw SyntaxErrors.wrong("broadcast table " + name + " exists already");
                }
                if (!there) {
                    tables.add(name);
                }
            }
            return Configurations.with(before, new BroadcastRuleConfiguration(tables));
        };
    }

    /** The broadcast tables; empty when there is no rule. */
    static List<String> broadcast(ShardingConfiguration configuration) {
        BroadcastRuleConfiguration rule = Configurations.rule(configuration, BroadcastRuleConfiguration.class);
        return rule == null ? List.of() : rule.tables();
    }

    /** The single rule; an empty one when there is none. */
    static SingleRuleConfiguration single(ShardingConfiguration configuration) {
        SingleRuleConfiguration rule = Configurations.rule(configuration, SingleRuleConfiguration.class);
        return rule == null ? new SingleRuleConfiguration(List.of(), null) : rule;
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropBroadcast(DistSqlParser.DropBroadcastContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return before -> {
            List<String> tables = new ArrayList<>(broadcast(before));
            for (String name : names) {
                if (!tables.removeIf(name::equalsIgnoreCase) && !lenient) {
                    throw SyntaxErrors.wrong("there is no broadcast table " + name);
                }
            }
            return Configurations.with(before, new BroadcastRuleConfiguration(tables));
        };
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitLoadSingle(DistSqlParser.LoadSingleContext text) {
        List<String> loaded =
                text.singleTable().stream().map(ChangeReader::single).toList();
        return before -> {
            SingleRuleConfiguration rule = single(before);
            List<String> tables = new ArrayList<>(rule.tables());
            loaded.stream().filter(each -> !tables.contains(each)).forEach(tables::add);
            return Configurations.with(before, new SingleRuleConfiguration(tables, rule.defaultDataSource()));
        };
    }

    private static String single(DistSqlParser.SingleTableContext text) {
        StringBuilder entry = new StringBuilder();
        for (int i = 0; i < text.getChildCount(); i++) {
            entry.append(StatementTexts.unquoted(text.getChild(i).getText()));
        }
        return entry.toString();
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitUnloadSingle(DistSqlParser.UnloadSingleContext text) {
        List<String> names = text.names() == null ? List.of() : StatementTexts.of(text.names());
        return before -> {
            SingleRuleConfiguration rule = single(before);
            List<String> tables = new ArrayList<>(text.names() == null ? List.of() : rule.tables());
            for (String name : names) {
                boolean there = tables.removeIf(
                        each -> each.substring(each.lastIndexOf('.') + 1).equalsIgnoreCase(name));
                if (!there) {
                    throw SyntaxErrors.wrong("no entry of the single rule loads a table " + name + " by its name");
                }
            }
            return Configurations.with(before, new SingleRuleConfiguration(tables, rule.defaultDataSource()));
        };
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitSetDefaultSingle(DistSqlParser.SetDefaultSingleContext text) {
        String unit = text.name() == null ? null : StatementTexts.of(text.name());
        return before -> Configurations.with(
                before, new SingleRuleConfiguration(single(before).tables(), unit));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitSetVariable(DistSqlParser.SetVariableContext text) {
        String name = StatementTexts.of(text.name()).toLowerCase(Locale.ROOT).replace('_', '-');
        String value = StatementTexts.of(text.value());
        if (PropKey.of(name) == null) {
            throw SyntaxErrors.at(text.name(), "there is no variable '" + name + "'; SHOW DIST VARIABLES lists them");
        }
        return before -> Configurations.withProp(before, name, value);
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitChangeFeature(DistSqlParser.ChangeFeatureContext text) {
        Features.require(text.featureChange());
        return text.featureChange().accept(new FeatureChangeReader());
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitPutReferences(DistSqlParser.PutReferencesContext text) {
        Entries.Put how = Entries.Put.of(text.CREATE(), text.ifNotExists());
        Entries.requireDistinct(text.reference(), ReferenceContext::name, "reference rule");
        return sharding(draft -> text.reference().forEach(each -> References.put(draft, each, how)));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropReferences(DistSqlParser.DropReferencesContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return sharding(draft -> names.forEach(name -> References.drop(draft, name, lenient)));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitImportConfiguration(
            DistSqlParser.ImportConfigurationContext text) {
        return before -> Imports.of(before, Documents.read(text.STRING()));
    }
}
