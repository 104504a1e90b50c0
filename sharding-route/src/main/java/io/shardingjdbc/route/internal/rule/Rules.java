package io.shardingjdbc.route.internal.rule;

import java.util.List;

/**
 * All rules of one configuration, compiled. Immutable, shared by all threads; a reconfiguration makes a new one.
 */
public final class Rules {
    // the rule compiler's part: fields, constructor

    /** In configured order; the position is the data source's index everywhere. */
    public List<String> dataSourceNames() {
        throw new UnsupportedOperationException();
    }

    /**
     * The table of that logic name, compared without case.
     *
     * @return null when no rule names it
     */
    public LogicTable table(String name) {
        throw new UnsupportedOperationException();
    }

    /** Every table that a rule names, in configured order. */
    public List<LogicTable> tables() {
        throw new UnsupportedOperationException();
    }

    /** Where a new single table is created: the index of the default data source; where none is configured, 0. */
    public int defaultDataSource() {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether a table in {@code dataSource} that no sharding or broadcast rule names is ours as a single table: it matches the
     * {@code !SINGLE} patterns.
     */
    public boolean loadsSingleTable(int dataSource, String schema, String table) {
        throw new UnsupportedOperationException();
    }
}
