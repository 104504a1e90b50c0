package org.shardingjdbc.feature.lookup.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.rule.lookup.LookUp;

/**
 * A look-up index whose tables are known. Immutable.
 *
 * @param owner the logic table whose rows it finds
 * @param name as it is configured
 * @param table the logic table of its entries, whose columns have the names of those of {@code owner}
 * @param unique whether no two rows have the same values in {@code columns}
 * @param columns the looked-up columns
 * @param shardingColumns of the owner, as entries hold them
 * @param primaryKey of the owner; empty where it is unique and none is configured
 * @param covering further columns of entries
 */
record CompiledLookUp(
        String owner,
        String name,
        String table,
        boolean unique,
        List<String> columns,
        List<String> shardingColumns,
        List<String> primaryKey,
        List<String> covering) {
    CompiledLookUp {
        columns = List.copyOf(columns);
        shardingColumns = List.copyOf(shardingColumns);
        primaryKey = List.copyOf(primaryKey);
        covering = List.copyOf(covering);
    }

    /** All columns of an entry, each once: where two parts have the same column, it stands in the first of them. */
    List<String> entry() {
        List<String> all = new ArrayList<>(columns);
        add(shardingColumns, all);
        if (!unique) {
            add(primaryKey, all);
        }
        add(covering, all);
        return all;
    }

    /** The primary key of the look-up table. */
    List<String> entryKey() {
        List<String> key = new ArrayList<>(columns);
        if (!unique) {
            add(primaryKey, key);
        }
        return key;
    }

    private static boolean isIn(List<String> columns, String column) {
        return columns.stream().anyMatch(column::equalsIgnoreCase);
    }

    private static void add(List<String> some, List<String> all) {
        for (String each : some) {
            if (!isIn(all, each)) {
                all.add(each);
            }
        }
    }

    /** As the planner uses it. */
    LookUp lookUp() {
        LookUp.Builder builder = LookUp.builder(name, table);
        columns.forEach(each -> builder.match(each, each));
        shardingColumns.forEach(each -> builder.give(each, each));
        List<String> copied = entry();
        copied.removeIf(each -> isIn(columns, each) || isIn(shardingColumns, each));
        return builder.primaryKey(entryKey()).copy(copied).build();
    }
}
