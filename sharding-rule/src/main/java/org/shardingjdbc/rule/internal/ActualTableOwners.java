package org.shardingjdbc.rule.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Finds the logic table that an actual table belongs to. It knows tables by what stands before the number that ends the
 * names of their actual tables, and asks those that have it in common, so that a table of many data nodes needs no more
 * than one of a few. Names are compared without case. Immutable, shared by all threads.
 */
public final class ActualTableOwners {
    private final Map<String, List<PartitionedTable>> byStem = new HashMap<>();

    ActualTableOwners(List<LogicTable> tables) {
        for (LogicTable table : tables) {
            PartitionedTable partitioned = table.partitioning();
            if (partitioned != null) {
                Set<String> stems = new HashSet<>();
                partitioned.actualTables().forEach(name -> stems.add(stem(name)));
                stems.forEach(stem ->
                        byStem.computeIfAbsent(stem, key -> new ArrayList<>(1)).add(partitioned));
            }
        }
    }

    private static Set<String> stems(PartitionedTable table) {
        Set<String> stems = new HashSet<>();
        String last = null;
        for (String name : table.actualTables()) {
            int end = stemLength(name);
            // mostly that of the name before
            if (last == null || end != last.length() || !name.regionMatches(true, 0, last, 0, end)) {
                last = stem(name);
                stems.add(last);
            }
        }
        return stems;
    }

    private static int stemLength(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        return end;
    }

    private static String stem(String name) {
        return name.substring(0, stemLength(name)).toLowerCase(Locale.ROOT);
    }

    /** The table that a name belongs to in any data source; the first one of several, or null. */
    public @Nullable PartitionedTable of(String name) {
        return first(name, table -> table.isActualTable(name));
    }

    /** The table that a name belongs to in a data source, or null. */
    public @Nullable PartitionedTable of(int dataSource, String name) {
        return first(name, table -> table.isActualTable(dataSource, name));
    }

    /** As {@link #of(String)}, among some of the tables. */
    @Nullable
    PartitionedTable among(Predicate<PartitionedTable> some, String name) {
        return first(name, table -> some.test(table) && table.isActualTable(name));
    }

    private @Nullable PartitionedTable first(String name, Predicate<PartitionedTable> wanted) {
        List<PartitionedTable> tables = byStem.get(stem(name));
        if (tables != null) {
            for (PartitionedTable table : tables) {
                if (wanted.test(table)) {
                    return table;
                }
            }
        }
        return null;
    }
}
