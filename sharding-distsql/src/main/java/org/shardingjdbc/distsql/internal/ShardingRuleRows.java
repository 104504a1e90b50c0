package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** Rows of statements that ask about sharded and broadcast tables, their strategies and algorithms. */
final class ShardingRuleRows {
    private ShardingRuleRows() {}

    static Rows tables(DistSqlParser.ShowTablesContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        return Questions.in(text.fromDatabase(), configuration -> {
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            return Questions.answer(TableRows.COLUMNS, new TableRows(rule).of(only));
        });
    }

    static Rows nodes(DistSqlParser.ShowNodesContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            Questions.requireDatabase(text.fromDatabase(), configuration);
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            Set<String> tables = new LinkedHashSet<>();
            rule.tables().forEach(each -> tables.add(each.logicTable()));
            rule.autoTables().forEach(each -> tables.add(each.logicTable()));
            List<List<String>> rows = new ArrayList<>();
            for (String table : tables) {
                if (only == null || only.equalsIgnoreCase(table)) {
                    rows.add(List.of(table, String.join(", ", target.dataNodes(table))));
                }
            }
            return Questions.answer("name nodes", rows);
        };
    }

    static Rows parts(DistSqlParser.ShowPartsContext text) {
        return Questions.in(
                text.fromDatabase(), configuration -> parts(configuration, text.ALGORITHMS(), text.AUDITORS(), false));
    }

    static Rows unusedParts(DistSqlParser.ShowUnusedPartsContext text) {
        return Questions.in(
                text.fromDatabase(), configuration -> parts(configuration, text.ALGORITHMS(), text.AUDITORS(), true));
    }

    static Rows defaultStrategies(DistSqlParser.ShowDefaultStrategyContext text) {
        return Questions.in(text.fromDatabase(), configuration -> {
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            List<List<String>> rows = List.of(
                    strategy("TABLE", rule, rule.defaultTableStrategy()),
                    strategy("DATABASE", rule, rule.defaultDatabaseStrategy()));
            return Questions.answer(
                    "name type sharding_column sharding_algorithm_name sharding_algorithm_type sharding_algorithm_props",
                    rows);
        });
    }

    static Rows broadcast(DistSqlParser.ShowBroadcastContext text) {
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(
                        "broadcast_table",
                        ChangeReader.broadcast(configuration).stream()
                                .map(List::of)
                                .toList()));
    }

    static Rows defaultSingle(DistSqlParser.ShowDefaultSingleContext text) {
        return Questions.in(text.fromDatabase(), configuration -> {
            String unit = ChangeReader.single(configuration).defaultDataSource();
            return Questions.answer("storage_unit_name", List.of(List.of(unit == null ? "RANDOM" : unit)));
        });
    }

    static Rows count(DistSqlParser.CountRuleContext text) {
        return Questions.in(text.fromDatabase(), configuration -> {
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            String name = text.SHARDING() != null
                    ? "sharding_table"
                    : text.BROADCAST() != null ? "broadcast_table" : "single_table";
            int count = text.SHARDING() != null
                    ? rule.tables().size() + rule.autoTables().size()
                    : text.BROADCAST() != null
                            ? ChangeReader.broadcast(configuration).size()
                            : ChangeReader.single(configuration).tables().size();
            return Questions.count(name, configuration, count);
        });
    }

    private static Answer parts(
            ShardingConfiguration configuration, TerminalNode algorithms, TerminalNode auditors, boolean unused) {
        ShardingDraft draft = ShardingDraft.of(configuration);
        Map<String, AlgorithmConfiguration> map =
                algorithms != null ? draft.algorithms : auditors != null ? draft.auditors : draft.keyGenerators;
        Set<String> used = algorithms != null
                ? draft.usedAlgorithms()
                : auditors != null ? draft.usedAuditors() : draft.usedKeyGenerators();
        List<List<String>> rows = new ArrayList<>();
        map.forEach((name, each) -> {
            if (!unused || !used.contains(name)) {
                rows.add(List.of(name, each.type(), TableRows.props(each)));
            }
        });
        return Questions.answer("name type props", rows);
    }

    private static List<String> strategy(
            String name, ShardingRuleConfiguration rule, @Nullable StrategyConfiguration strategy) {
        String algorithm = Strategies.algorithm(strategy);
        AlgorithmConfiguration known =
                algorithm == null ? null : rule.shardingAlgorithms().get(algorithm);
        return List.of(
                name,
                Strategies.kind(strategy),
                Strategies.columns(strategy),
                algorithm == null ? "" : algorithm,
                known == null ? "" : known.type(),
                known == null ? "" : TableRows.props(known));
    }
}
