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
 * @param dataSourceNames in configured order; the position is the data source's index everywhere
 * @param allDataSourceNames the same, followed by those that are only chosen
 * @param keyGenerators those of the data source, kept through reconfigurations
 * @param tables takes the placement of each logic table with the place where it is configured
 * @param problems takes mistakes
 */
public record RuleSetup(
        ConfigPath path,
        List<String> dataSourceNames,
        List<String> allDataSourceNames,
        KeyGeneratorSource keyGenerators,
        BiConsumer<LogicTable, ConfigPath> tables,
        Problems problems) {
    /** Copies the names. */
    public RuleSetup {
        dataSourceNames = List.copyOf(dataSourceNames);
        allDataSourceNames = List.copyOf(allDataSourceNames);
    }

    /** Says where the rows of a logic table are. No other rule may place it. */
    public void place(LogicTable table, ConfigPath at) {
        tables.accept(table, at);
    }

    /**
     * The index of a data source.
     *
     * @param at where its name stands
     * @return -1 after a mistake
     */
    public int dataSource(String name, ConfigPath at) {
        return indexOf(name, dataSourceNames, at);
    }

    /** As {@link #dataSource}, among all of them. */
    public int anyDataSource(String name, ConfigPath at) {
        return indexOf(name, allDataSourceNames, at);
    }

    private int indexOf(String name, List<String> known, ConfigPath at) {
        int index = known.indexOf(name);
        if (index < 0) {
            problems.unknown(at, "data source", name, known);
        }
        return index;
    }
}
