package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * The uses of sharded tables of a statement, by region, binding group and key, so that nobody compares each use with
 * each other one. Immutable; made when the regions are numbered.
 */
final class ShardedUses {
    private final List<TableUse> fromOutermost = new ArrayList<>();
    private final List<TableUse> byRegion;
    private final Map<Region, List<TableUse>> ofRegion = new IdentityHashMap<>();
    private final Map<Object, List<TableUse>> ofGroup = new HashMap<>();
    private final Map<Integer, TableUse> ofKey = new HashMap<>();
    private final Map<Integer, Integer> ofFirstKey = new HashMap<>();

    ShardedUses(Binding binding) {
        for (TableUse use : binding.uses()) {
            if (use.isSharded()) {
                fromOutermost.add(use);
            }
        }
        fromOutermost.sort(Comparator.comparingInt(use -> use.region().depth()));
        byRegion = new ArrayList<>(fromOutermost);
        byRegion.sort(Comparator.comparingInt(use -> use.region().enter()));
        for (int i = 0; i < fromOutermost.size(); i++) {
            TableUse use = fromOutermost.get(i);
            ofRegion.computeIfAbsent(use.region(), key -> new ArrayList<>()).add(use);
            ofGroup.computeIfAbsent(group(use.sharded()), key -> new ArrayList<>())
                    .add(use);
            List<String> columns = use.sharded().shardingColumns();
            for (int column = 0; column < columns.size(); column++) {
                int term = binding.terms().find(use, columns.get(column));
                if (term >= 0) {
                    ofKey.putIfAbsent(term, use);
                }
                if (term >= 0 && column == 0) {
                    ofFirstKey.put(term, i);
                }
            }
        }
    }

    private static Object group(PartitionedTable table) {
        return table.bindingGroup() >= 0 ? table.bindingGroup() : table;
    }

    /** All, those of the outermost regions first. */
    List<TableUse> fromOutermost() {
        return fromOutermost;
    }

    /** Those in a region and in the regions below it. */
    List<TableUse> within(Region region) {
        return byRegion.subList(firstFrom(region.enter()), firstFrom(region.leave() + 1));
    }

    private int firstFrom(int enter) {
        int low = 0;
        int high = byRegion.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (byRegion.get(middle).region().enter() < enter) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Those in a region itself. */
    List<TableUse> in(Region region) {
        return ofRegion.getOrDefault(region, List.of());
    }

    /** Those of a table and of the tables bound to it, those of the outermost regions first. */
    List<TableUse> ofGroup(PartitionedTable table) {
        return ofGroup.getOrDefault(group(table), List.of());
    }

    /** The one a sharding column of which is that term, or null. */
    @Nullable
    TableUse ofKey(int term) {
        return ofKey.get(term);
    }

    /** Those whose first sharding column is one of the terms, those of the outermost regions first. */
    List<TableUse> ofFirstKeys(List<Integer> terms) {
        List<Integer> positions = new ArrayList<>();
        for (Integer term : terms) {
            Integer position = ofFirstKey.get(term);
            if (position != null) {
                positions.add(position);
            }
        }
        positions.sort(null);
        List<TableUse> uses = new ArrayList<>(positions.size());
        positions.forEach(position -> uses.add(fromOutermost.get(position)));
        return uses;
    }
}
