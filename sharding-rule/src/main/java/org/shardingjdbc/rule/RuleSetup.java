package org.shardingjdbc.rule;

import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * What one rule is compiled with, and where its tables and mistakes go. The library has one for each compilation of a
 * rule; a test of a rule may have its own. Not thread-safe, and of no use when the rule is compiled.
 */
public interface RuleSetup {
    /** Where the rule stands in the configuration, such as {@code rules[0]}. */
    ConfigPath path();

    /** What data sources are called. */
    DataSourceNames dataSources();

    /** The key generators of the data source, kept through reconfigurations. */
    KeyGeneratorSource keyGenerators();

    /** Takes mistakes. */
    Problems problems();

    /**
     * Says where the rows of a logic table are. No other rule may place it: that is told as a mistake.
     *
     * @param at where it is configured
     */
    @Incubating
    void place(LogicTable table, ConfigPath at);

    /** The data sources that hold tables, by index, as rules call them. */
    default List<String> dataSourceNames() {
        return dataSources().placed();
    }

    /**
     * The index of a data source that holds tables.
     *
     * @param at where its name stands
     * @return -1 after a mistake, which is told
     */
    default int dataSource(String name, ConfigPath at) {
        return dataSources().placed(name, at, problems());
    }

    /** As {@link #dataSource}, among all of them, by any of their names. */
    default int anyDataSource(String name, ConfigPath at) {
        return dataSources().any(name, at, problems());
    }
}
