package org.shardingjdbc.feature.encrypt.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.TransformedColumn;

/**
 * The compiled rule. A table that it names and no rule places is a single table.
 *
 * @param columns by the lower-case names of logic tables
 */
record EncryptRule(Map<String, List<TransformedColumn>> columns) implements Rule {
    EncryptRule {
        columns = Map.copyOf(columns);
    }

    @Override
    public boolean adopts(int dataSource, String schema, String table) {
        return columns.containsKey(table.toLowerCase(Locale.ROOT));
    }

    @Override
    public List<TransformedColumn> columns(String table) {
        return columns.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
    }

    @Override
    public String name() {
        return "Encryption";
    }
}
