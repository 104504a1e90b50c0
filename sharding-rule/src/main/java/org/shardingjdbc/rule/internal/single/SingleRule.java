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
    public String name() {
        return "Single tables";
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

    /**
     * One entry of {@code !SINGLE}.
     *
     * @param dataSource index, or -1 for any
     * @param schema null for any
     * @param table null for any
     */
    record SinglePattern(
            int dataSource,
            @Nullable String schema,
            @Nullable String table) {
        /** Whether it names that table. */
        boolean matches(int tableDataSource, @Nullable String tableSchema, String tableName) {
            boolean inSchema = schema == null || tableSchema == null || schema.equalsIgnoreCase(tableSchema);
            return (dataSource < 0 || dataSource == tableDataSource)
                    && inSchema
                    && (table == null || table.equalsIgnoreCase(tableName));
        }

        /** How exactly it tells one data source: 0 where it is open, most where it names schema and table. */
        int precision() {
            return dataSource < 0 ? 0 : (schema == null ? 0 : 2) + (table == null ? 0 : 1);
        }
    }
}
