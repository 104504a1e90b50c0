package org.shardingjdbc.jdbc.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.internal.document.ConfigurationChecks;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Each configuration, with what the library alone asks of it. Immutable. */
final class CheckedConfiguration extends ShardingConfiguration implements ConfigurationChecks {
    CheckedConfiguration(
            String databaseName,
            Map<String, DataSourceConfiguration> dataSources,
            List<RuleConfiguration> rules,
            TransactionConfiguration transaction,
            ShardingProps props,
            @Nullable ModeConfiguration mode,
            DocumentPlaces places,
            @Nullable DocumentSource source) {
        super(databaseName, dataSources, rules, transaction, props, mode, places, source);
    }

    @Override
    public void addMistakes(Problems problems) {
        checkParts(problems);
    }

    @Override
    public void raise(Problems problems) {
        places().raise(problems);
    }

    @Override
    public boolean says(String key) {
        return places().has(ConfigPath.ROOT.key(key));
    }
}
