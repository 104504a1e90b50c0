package org.shardingjdbc.rule.internal.single;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.Rule;

/**
 * Adopts the tables that its patterns name.
 *
 * @param defaultDataSource where new single tables are created; -1 where none is configured
 */
record SingleRule(List<SinglePattern> patterns, int defaultDataSource) implements Rule {
    SingleRule {
        patterns = List.copyOf(patterns);
    }

    @Override
    public boolean adopts(int dataSource, @Nullable String schema, String table) {
        for (SinglePattern pattern : patterns) {
            if (pattern.matches(dataSource, schema, table)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int adoptionPrecision(int dataSource, @Nullable String schema, String table) {
        int most = 0;
        for (SinglePattern pattern : patterns) {
            if (pattern.matches(dataSource, schema, table)) {
                most = Math.max(most, pattern.precision());
            }
        }
        return most;
    }
}
