package org.shardingjdbc.jdbc.config;

import org.shardingjdbc.jdbc.internal.document.ConfigurationChecks;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Each configuration, with what the library alone asks of it. Immutable. */
final class CheckedConfiguration extends ShardingConfiguration implements ConfigurationChecks {
    CheckedConfiguration(ConfigurationParts parts) {
        super(parts);
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
