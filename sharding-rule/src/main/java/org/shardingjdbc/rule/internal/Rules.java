package org.shardingjdbc.rule.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.rule.internal.single.SinglePattern;
import org.shardingjdbc.rule.placement.LogicTable;

/** All rules of one configuration, compiled. Immutable, shared by all threads; a reconfiguration makes a new one. */
public final class Rules {
    private final List<String> dataSourceNames;
    private final Map<String, LogicTable> tablesByName;
    private final List<LogicTable> tables;
    private final int defaultDataSource;
    private final List<SinglePattern> singlePatterns;

    /**
     * @param tables names differ without case
     * @param tablesByName by lower-case name
     */
    Rules(
            List<String> dataSourceNames,
            List<LogicTable> tables,
            Map<String, LogicTable> tablesByName,
            int defaultDataSource,
            List<SinglePattern> singlePatterns) {
        this.dataSourceNames = List.copyOf(dataSourceNames);
        this.tables = List.copyOf(tables);
        this.tablesByName = Map.copyOf(tablesByName);
        this.defaultDataSource = defaultDataSource;
        this.singlePatterns = List.copyOf(singlePatterns);
    }

    /** In configured order; the position is the data source's index everywhere. */
    public List<String> dataSourceNames() {
        return dataSourceNames;
    }

    /**
     * The table of that logic name, compared without case.
     *
     * @return null when no rule names it
     */
    public LogicTable table(String name) {
        return tablesByName.get(name.toLowerCase(Locale.ROOT));
    }

    /** Every table that a rule names, in configured order. */
    public List<LogicTable> tables() {
        return tables;
    }

    /** Where a new single table is created: the index of the default data source; where none is configured, 0. */
    public int defaultDataSource() {
        return defaultDataSource;
    }

    /**
     * Whether a table in {@code dataSource} that no sharding or broadcast rule names is ours as a single table: it
     * matches the {@code !SINGLE} patterns.
     */
    public boolean loadsSingleTable(int dataSource, String schema, String table) {
        for (SinglePattern pattern : singlePatterns) {
            if (pattern.matches(dataSource, schema, table)) {
                return true;
            }
        }
        return false;
    }
}
