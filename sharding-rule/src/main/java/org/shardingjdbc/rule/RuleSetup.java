package org.shardingjdbc.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * What one rule is compiled with, and where its tables and mistakes go. The library has one for each compilation of a
 * rule; a test of a rule may have its own. Not thread-safe; not to be used after the rule has been compiled.
 */
public interface RuleSetup {
    /** Where the rule stands in the configuration, such as {@code rules[0]}. */
    ConfigPath path();

    /** The names of the data sources. */
    DataSourceNames dataSources();

    /** The key generators of the data source, kept through reconfigurations. */
    KeyGeneratorSource keyGenerators();

    /** The mistakes found so far, to which the rule adds its own. */
    Problems problems();

    /**
     * Places a logic table: says where its rows are. If two rules place the same table, that is reported as a mistake.
     *
     * @param at where the configuration names the table
     */
    @Incubating
    void place(LogicTable table, ConfigPath at);

    /**
     * A table that another rule has placed; for a rule whose provider says {@link RuleProvider#readsTables}.
     *
     * @param name compared without case
     * @return null where no rule has placed it, or one with a mistake would have: a single table has none as well
     */
    @Incubating
    default @Nullable LogicTable table(String name) {
        return null;
    }

    /** The data sources that hold tables, by index, as rules call them. */
    default List<String> dataSourceNames() {
        return dataSources().placed();
    }

    /**
     * The index of a data source that holds tables.
     *
     * @param at where the configuration names it, for the message of a mistake
     * @return -1 where there is no such data source, which has been reported as a mistake then
     */
    default int dataSource(String name, ConfigPath at) {
        return dataSources().placed(name, at, problems());
    }

    /** As {@link #dataSource}, but among all data sources, also those that are only chosen, by any of their names. */
    default int anyDataSource(String name, ConfigPath at) {
        return dataSources().any(name, at, problems());
    }
}
