package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandLanguage;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.internal.RuleProviders;
import org.shardingjdbc.rule.statement.RuleStatement;
import org.shardingjdbc.rule.statement.RuleStatement.RuleRows;
import org.shardingjdbc.rule.statement.RuleStatements;

/**
 * A statement of a rule's own. Immutable.
 *
 * @param type the configuration of the rule
 */
record RuleCommand<C extends RuleConfiguration>(Class<C> type, RuleStatement<C> statement) implements Command {
    /** Reads the statements of all rules that have some. */
    static List<CommandLanguage> languages() {
        List<CommandLanguage> languages = new ArrayList<>();
        for (RuleProvider<?> provider : RuleProviders.load().all()) {
            CommandLanguage language = language(provider);
            if (language != null) {
                languages.add(language);
            }
        }
        return languages;
    }

    private static <C extends RuleConfiguration> @Nullable CommandLanguage language(RuleProvider<C> provider) {
        RuleStatements<C> statements = provider.statements();
        return statements == null
                ? null
                : sql -> {
                    RuleStatement<C> read = statements.read(sql);
                    return read == null ? null : new RuleCommand<>(provider.configurationType(), read);
                };
    }

    @Override
    public boolean changes() {
        return statement instanceof RuleStatement.Changing<C>;
    }

    @Override
    public @Nullable Answer execute(CommandTarget target) throws SQLException {
        if (statement instanceof RuleStatement.Changing<C> changing) {
            target.change(configuration -> changed(configuration, changing));
            return null;
        }
        RuleRows rows = ((RuleStatement.Showing<C>) statement).rows(configured(target.configuration()));
        return new Answer(rows.columns(), rows.rows());
    }

    private List<C> configured(ShardingConfiguration configuration) {
        return configuration.rules().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private ShardingConfiguration changed(ShardingConfiguration before, RuleStatement.Changing<C> changing) {
        List<C> configured = configured(before);
        C first = configured.isEmpty() ? null : configured.get(0);
        C next = changing.changed(first);
        List<RuleConfiguration> rules = new ArrayList<>();
        for (RuleConfiguration rule : before.rules()) {
            if (rule != first) {
                rules.add(rule);
            } else if (next != null) {
                rules.add(next);
            }
        }
        if (first == null && next != null) {
            rules.add(next);
        }
        return before.toBuilder().rules(rules).build();
    }
}
