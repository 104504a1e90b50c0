package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.jdbc.internal.document.BareUrl;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/**
 * Rows of statements that ask about data sources, variables, transactions and the instances that share a configuration.
 */
final class SettingRows {
    private SettingRows() {}

    static Rows units(DistSqlParser.ShowUnitsContext text) {
        return Questions.in(text.fromDatabase(), configuration -> {
            List<List<String>> rows = new ArrayList<>();
            configuration.dataSources().forEach((name, source) -> {
                if (Questions.isLike(name, text.like())) {
                    rows.add(unit(name, source));
                }
            });
            return Questions.answer(
                    "name url user connection_timeout_milliseconds idle_timeout_milliseconds max_lifetime_milliseconds"
                            + " max_pool_size min_pool_size read_only",
                    rows);
        });
    }

    static Rows variables(DistSqlParser.ShowVariablesContext text) {
        String only = text.name() == null
                ? null
                : StatementTexts.of(text.name()).toLowerCase(Locale.ROOT).replace('_', '-');
        if (only != null && PropKey.of(only) == null) {
            throw SyntaxErrors.at(text.name(), "there is no variable '" + only + "'; SHOW DIST VARIABLES lists them");
        }
        return Questions.in(null, configuration -> {
            List<List<String>> rows = new ArrayList<>();
            for (PropKey prop : PropKey.values()) {
                String name = prop.key().replace('-', '_');
                if (only == null
                        ? Questions.isLike(name, text.like())
                        : prop.key().equals(only)) {
                    rows.add(List.of(name, configuration.props().text(prop)));
                }
            }
            return Questions.answer("variable_name variable_value", rows);
        });
    }

    static Rows transactionRule(DistSqlParser.ShowTransactionRuleContext text) {
        return Questions.in(null, configuration -> {
            TransactionConfiguration transaction = configuration.transaction();
            String provider = transaction.providerType() == null ? "" : transaction.providerType();
            return Questions.answer(
                    "default_type provider_type props",
                    List.of(List.of(
                            transaction.defaultType(),
                            provider,
                            TableRows.props(new AlgorithmConfiguration("", transaction.props())))));
        });
    }

    static Rows instances(DistSqlParser.ShowInstancesContext text) {
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
            return Questions.answer("instance_id host pid version rules_version started_at problem", rows);
        };
    }

    static Rows converted(DistSqlParser.ConvertConfigurationContext text) {
        return target -> {
            // a file, and the secrets in it, are not for whoever may only ask for the configuration
            String allowed = target.configuration().props().text(PropKey.DISTSQL_ALLOWED);
            if (!allowed.equals("all")) {
                throw new ShardingException(ErrorCode.DISTSQL_NOT_ALLOWED, allowed, "all");
            }
            List<String> statements = Statements.of(Documents.read(text.STRING()));
            return Questions.answer(
                    "dist_sql", statements.stream().map(List::of).toList());
        };
    }

    static Rows exported(DistSqlParser.ExportConfigurationContext text) {
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(
                        "result", List.of(List.of(YamlConfigurations.write(configuration, Secrets.PLACEHOLDERS)))));
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
}
