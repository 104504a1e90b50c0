package org.shardingjdbc.rule;

import java.util.List;
import java.util.function.BiConsumer;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * What one rule is compiled with. One per compilation of a rule, not thread-safe.
 *
 * @param path where the rule stands in the configuration, such as {@code rules[0]}
 * @param dataSources what they are called, by index
 * @param keyGenerators those of the data source, kept through reconfigurations
 * @param tables takes the placement of each logic table with the place where it is configured
 * @param problems takes mistakes
 */
public record RuleSetup(
        ConfigPath path,
        DataSourceNames dataSources,
        KeyGeneratorSource keyGenerators,
        BiConsumer<LogicTable, ConfigPath> tables,
        Problems problems) {
    /** The data sources that hold tables, by index, as rules call them. */
    public List<String> dataSourceNames() {
        return dataSources.placed();
    }

    /** Says where the rows of a logic table are. No other rule may place it. */
    public void place(LogicTable table, ConfigPath at) {
        tables.accept(table, at);
    }

    /**
     * The index of a data source that holds tables.
     *
     * @param at where its name stands
     * @return -1 after a mistake
     */
    public int dataSource(String name, ConfigPath at) {
        return dataSources.placed(name, at, problems);
    }

    /** As {@link #dataSource}, among all of them, by any of their names. */
    public int anyDataSource(String name, ConfigPath at) {
        return dataSources.any(name, at, problems);
    }
}
