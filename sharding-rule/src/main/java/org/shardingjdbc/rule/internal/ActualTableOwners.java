package org.shardingjdbc.rule.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.TargetNames;
import org.shardingjdbc.rule.internal.inline.NamePattern;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Finds the logic table that an actual table belongs to. It knows each table by what the names of all its actual tables
 * begin with, and asks those that begin as a name does, so that a table of many data nodes needs no more than one of a
 * few. Names are compared without case. Immutable, shared by all threads.
 */
public final class ActualTableOwners {
    private final PartitionedTable[] tables;
    /** By a begin, in lower case, the positions of the tables that have it, ascending. */
    private final Map<String, int[]> byBegin = new HashMap<>();
    /** Of the begins, each once, ascending. */
    private final int[] lengths;

    ActualTableOwners(List<LogicTable> tables) {
        List<PartitionedTable> partitioned = new ArrayList<>();
        BitSet lengths = new BitSet();
        for (LogicTable table : tables) {
            PartitionedTable placed = table.partitioning();
            if (placed != null) {
                String begin = begin(placed.actualTables());
                lengths.set(begin.length());
                byBegin.merge(
                        begin.toLowerCase(Locale.ROOT),
                        new int[] {partitioned.size()},
                        ActualTableOwners::concatenated);
                partitioned.add(placed);
            }
        }
        this.tables = partitioned.toArray(new PartitionedTable[0]);
        this.lengths = lengths.stream().toArray();
    }

    private static int[] concatenated(int[] some, int[] others) {
        int[] all = Arrays.copyOf(some, some.length + others.length);
        System.arraycopy(others, 0, all, some.length, others.length);
        return all;
    }

    private static String begin(List<String> names) {
        NamePattern pattern = names instanceof TargetNames targets ? targets.pattern() : null;
        if (pattern != null) {
            return pattern.begin();
        }
        String begin = names.get(0);
        for (String name : names) {
            int length = Math.min(begin.length(), name.length());
            while (!begin.regionMatches(true, 0, name, 0, length)) {
                length--;
            }
            begin = begin.substring(0, length);
        }
        return begin;
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
        int first = tables.length;
        for (int length : lengths) {
            int[] candidates = length > name.length()
                    ? null
                    : byBegin.get(name.substring(0, length).toLowerCase(Locale.ROOT));
            for (int i = 0; candidates != null && i < candidates.length && candidates[i] < first; i++) {
                first = wanted.test(tables[candidates[i]]) ? candidates[i] : first;
            }
        }
        return first == tables.length ? null : tables[first];
    }
}
