package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlBaseVisitor;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.FromDatabaseContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.LikeContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.config.BareUrl;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** Makes rows of statements that ask something. Stateless. */
final class QuestionReader extends DistSqlBaseVisitor<Rows> {
    /** What is asked of a configuration alone. */
    interface Of {
        Answer of(ShardingConfiguration configuration);
    }

    /** Of the configuration that is current then, where it is of the database that is named. */
    static Rows in(FromDatabaseContext from, Of question) {
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            requireDatabase(from, configuration);
            return question.of(configuration);
        };
    }

    private static void requireDatabase(FromDatabaseContext from, ShardingConfiguration configuration) {
        requireDatabase(from == null ? null : from.name(), configuration);
    }

    /** @param name null for the only one */
    static void requireDatabase(NameContext name, ShardingConfiguration configuration) {
        if (name != null && !StatementTexts.of(name).equalsIgnoreCase(configuration.databaseName())) {
            throw SyntaxErrors.wrong(
                    "there is no database " + StatementTexts.of(name) + " but " + configuration.databaseName());
        }
    }

    /** @param columns their labels, parted by blanks */
    static Answer answer(String columns, List<List<String>> rows) {
        return new Answer(List.of(columns.split(" ")), rows);
    }

    @Override
    public Rows visitShowUnits(DistSqlParser.ShowUnitsContext text) {
        return in(text.fromDatabase(), configuration -> {
            List<List<String>> rows = new ArrayList<>();
            configuration.dataSources().forEach((name, source) -> {
                if (isLike(name, text.like())) {
                    rows.add(unit(name, source));
                }
            });
            return answer(
                    "name url user connection_timeout_milliseconds idle_timeout_milliseconds max_lifetime_milliseconds"
                            + " max_pool_size min_pool_size read_only",
                    rows);
        });
    }

    private static List<String> unit(String name, DataSourceConfiguration source) {
        Map<String, String> known =
                source instanceof DataSourceConfiguration.Pooled pooled ? pooled.properties() : Map.of();
        String url = known.get("jdbcUrl");
        return Arrays.asList(
                name,
                url == null ? null : BareUrl.of(url),
                known.get("username"),
                known.get("connectionTimeout"),
                known.get("idleTimeout"),
                known.get("maxLifetime"),
                known.get("maximumPoolSize"),
                known.get("minimumIdle"),
                known.get("readOnly"));
    }

    @Override
    public Rows visitShowTables(DistSqlParser.ShowTablesContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        return in(text.fromDatabase(), configuration -> {
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            return answer(TableRows.COLUMNS, new TableRows(rule).of(only));
        });
    }

    @Override
    public Rows visitShowNodes(DistSqlParser.ShowNodesContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            requireDatabase(text.fromDatabase(), configuration);
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
            return answer("name nodes", rows);
        };
    }

    @Override
    public Rows visitShowParts(DistSqlParser.ShowPartsContext text) {
        return in(
                text.fromDatabase(), configuration -> parts(configuration, text.ALGORITHMS(), text.AUDITORS(), false));
    }

    @Override
    public Rows visitShowUnusedParts(DistSqlParser.ShowUnusedPartsContext text) {
        return in(text.fromDatabase(), configuration -> parts(configuration, text.ALGORITHMS(), text.AUDITORS(), true));
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
        return answer("name type props", rows);
    }

    @Override
    public Rows visitShowDefaultStrategy(DistSqlParser.ShowDefaultStrategyContext text) {
        return in(text.fromDatabase(), configuration -> {
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            List<List<String>> rows = List.of(
                    strategy("TABLE", rule, rule.defaultTableStrategy()),
                    strategy("DATABASE", rule, rule.defaultDatabaseStrategy()));
            return answer(
                    "name type sharding_column sharding_algorithm_name sharding_algorithm_type sharding_algorithm_props",
                    rows);
        });
    }

    private static List<String> strategy(String name, ShardingRuleConfiguration rule, StrategyConfiguration strategy) {
        String algorithm = Strategies.algorithm(strategy);
        AlgorithmConfiguration known = rule.shardingAlgorithms().get(algorithm);
        return List.of(
                name,
                Strategies.kind(strategy),
                Strategies.columns(strategy),
                algorithm == null ? "" : algorithm,
                known == null ? "" : known.type(),
                known == null ? "" : TableRows.props(known));
    }

    @Override
    public Rows visitShowBroadcast(DistSqlParser.ShowBroadcastContext text) {
        return in(
                text.fromDatabase(),
                configuration -> answer(
                        "broadcast_table",
                        ChangeReader.broadcast(configuration).stream()
                                .map(List::of)
                                .toList()));
    }

    @Override
    public Rows visitShowDefaultSingle(DistSqlParser.ShowDefaultSingleContext text) {
        return in(text.fromDatabase(), configuration -> {
            String unit = ChangeReader.single(configuration).defaultDataSource();
            return answer("storage_unit_name", List.of(List.of(unit == null ? "RANDOM" : unit)));
        });
    }

    @Override
    public Rows visitShowSingle(DistSqlParser.ShowSingleContext text) {
        return SingleTableRows.loaded(text);
    }

    @Override
    public Rows visitShowUnloadedSingle(DistSqlParser.ShowUnloadedSingleContext text) {
        return SingleTableRows.unloaded(text);
    }

    @Override
    public Rows visitCountSingle(DistSqlParser.CountSingleContext text) {
        return SingleTableRows.count(text);
    }

    @Override
    public Rows visitShowVariables(DistSqlParser.ShowVariablesContext text) {
        String only = text.name() == null
                ? null
                : StatementTexts.of(text.name()).toLowerCase(Locale.ROOT).replace('_', '-');
        if (only != null && PropKey.of(only) == null) {
            throw SyntaxErrors.at(text.name(), "there is no variable '" + only + "'; SHOW DIST VARIABLES lists them");
        }
        return in(null, configuration -> {
            List<List<String>> rows = new ArrayList<>();
            for (PropKey prop : PropKey.values()) {
                String name = prop.key().replace('-', '_');
                if (only == null ? isLike(name, text.like()) : prop.key().equals(only)) {
                    rows.add(List.of(name, configuration.props().text(prop)));
                }
            }
            return answer("variable_name variable_value", rows);
        });
    }

    @Override
    public Rows visitCountRule(DistSqlParser.CountRuleContext text) {
        return in(text.fromDatabase(), configuration -> {
            ShardingRuleConfiguration rule = ShardingDraft.ruleOf(configuration);
            String name = text.SHARDING() != null
                    ? "sharding_table"
                    : text.BROADCAST() != null ? "broadcast_table" : "single_table";
            int count = text.SHARDING() != null
                    ? rule.tables().size() + rule.autoTables().size()
                    : text.BROADCAST() != null
                            ? ChangeReader.broadcast(configuration).size()
                            : ChangeReader.single(configuration).tables().size();
            return count(name, configuration, count);
        });
    }

    /** Of COUNT. */
    static Answer count(String name, ShardingConfiguration configuration, int count) {
        return answer(
                "rule_name database count",
                List.of(List.of(name, configuration.databaseName(), Integer.toString(count))));
    }

    @Override
    public Rows visitShowInstances(DistSqlParser.ShowInstancesContext text) {
        return target -> {
            List<List<String>> rows = new ArrayList<>();
            for (InstanceState state : target.governance().instances()) {
                rows.add(List.of(
                        state.id(),
                        state.host(),
                        Long.toString(state.pid()),
                        state.libraryVersion(),
                        Long.toString(state.rulesVersion()),
                        state.startedAt().toString(),
                        state.problem()));
            }
            return answer("instance_id host pid version rules_version started_at problem", rows);
        };
    }

    @Override
    public Rows visitAskFeature(DistSqlParser.AskFeatureContext text) {
        Features.require(text.featureQuestion());
        return text.featureQuestion().accept(new FeatureQuestionReader());
    }

    @Override
    public Rows visitExportConfiguration(DistSqlParser.ExportConfigurationContext text) {
        return in(
                text.fromDatabase(),
                configuration -> answer(
                        "result", List.of(List.of(YamlConfigurations.write(configuration, Secrets.PLACEHOLDERS)))));
    }

    @Override
    public Rows visitShowReferences(DistSqlParser.ShowReferencesContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        return in(
                text.fromDatabase(),
                configuration -> answer("name sharding_table_reference", References.rows(configuration, only)));
    }

    @Override
    public Rows visitShowTablesUsing(DistSqlParser.ShowTablesUsingContext text) {
        return in(text.fromDatabase(), configuration -> answer("type name", Uses.tables(configuration, text)));
    }

    @Override
    public Rows visitShowRulesUsing(DistSqlParser.ShowRulesUsingContext text) {
        String unit = StatementTexts.of(text.name());
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            requireDatabase(text.fromDatabase(), configuration);
            return answer("type name", Uses.ofUnit(target, configuration, unit));
        };
    }

    @Override
    public Rows visitShowTransactionRule(DistSqlParser.ShowTransactionRuleContext text) {
        return in(null, configuration -> {
            TransactionConfiguration transaction = configuration.transaction();
            String provider = transaction.providerType() == null ? "" : transaction.providerType();
            return answer(
                    "default_type provider_type props",
                    List.of(List.of(
                            transaction.defaultType(),
                            provider,
                            TableRows.props(new AlgorithmConfiguration("", transaction.props())))));
        });
    }

    @Override
    public Rows visitConvertConfiguration(DistSqlParser.ConvertConfigurationContext text) {
        return target -> {
            // a file, and the secrets in it, are not for whoever may only ask for the configuration
            String allowed = target.configuration().props().text(PropKey.DISTSQL_ALLOWED);
            if (!allowed.equals("all")) {
                throw new ShardingException(ErrorCode.DISTSQL_NOT_ALLOWED, allowed, "all");
            }
            List<String> statements = Statements.of(Documents.read(text.STRING()));
            return answer("dist_sql", statements.stream().map(List::of).toList());
        };
    }

    /** By percent signs and underscores, without case; a backslash before one of them takes it as it is. */
    static boolean isLike(String name, LikeContext like) {
        return like == null
                || matches(
                        name.toLowerCase(Locale.ROOT),
                        0,
                        StatementTexts.unquoted(like.STRING().getText()).toLowerCase(Locale.ROOT),
                        0);
    }

    private static boolean matches(String name, int from, String pattern, int at) {
        if (at == pattern.length()) {
            return from == name.length();
        }
        char wanted = pattern.charAt(at);
        if (wanted == '%') {
            return matches(name, from, pattern, at + 1) || from < name.length() && matches(name, from + 1, pattern, at);
        }
        boolean asItIs = wanted == '\\' && at + 1 < pattern.length() && "%_\\".indexOf(pattern.charAt(at + 1)) >= 0;
        int last = asItIs ? at + 1 : at;
        return from < name.length()
                && (wanted == '_' || pattern.charAt(last) == name.charAt(from))
                && matches(name, from + 1, pattern, last + 1);
    }
}
