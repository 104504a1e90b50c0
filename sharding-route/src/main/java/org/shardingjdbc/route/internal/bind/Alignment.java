package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Which uses of sharded tables meet on corresponding data nodes.
 *
 * <p>Uses are visited from the outermost region inwards. A use is anchored to an earlier one of the same binding group
 * (or of the same table) if all sharding columns of the two are pairwise equal by the facts of its own region: whatever
 * row of the earlier use is at hand, only rows of this use on the same data node count. A use that finds no anchor is a
 * root: what restricts its class are the conditions of its region. Facts of an inner region never reach an outer one,
 * so a class is never narrowed by what only an EXISTS or the ON of an outer join demands.
 *
 * <p>Two classes become one where nothing can go wrong: when the roots of both are pinned to the same constants, each
 * in its region; and when they are the only ones of the two sides of a set operation, whose rows never meet in a row.
 * Such a class has several roots, and its route is the union of theirs.
 */
final class Alignment {
    private final Binding binding;
    private final Map<TableUse, List<TableUse>> classOf = new IdentityHashMap<>();
    private final List<List<TableUse>> classes = new ArrayList<>();
    private final Map<TableUse, TableUse> anchors = new IdentityHashMap<>();
    private final List<Region> regions = new ArrayList<>();
    private final DeclaredEqualities declared;
    private final ShardedUses sharded;
    private final KeyTerms keys;
    private final Map<Region, List<List<Region>>> branchesBelow = new IdentityHashMap<>();

    Alignment(Binding binding) {
        this.binding = binding;
        this.keys = new KeyTerms(binding);
        this.declared = new DeclaredEqualities(binding);
        for (Region region : binding.regions()) {
            region.settle();
            if (region.canonical() == region) {
                regions.add(region);
            }
        }
        Region.number(regions);
        regions.sort(Comparator.comparingInt(Region::depth));
        this.sharded = new ShardedUses(binding);
        closeRegions();
        if (settleRecursions()) {
            closeRegions();
        }
        List<Binding.Membership> open = new ArrayList<>(binding.memberships());
        while (settleMemberships(open) || declared.settle()) {
            closeRegions();
        }
        anchor();
        mergePinned();
        mergeBranches();
        classes.removeIf(List::isEmpty);
    }

    private void closeRegions() {
        regions.forEach(Region::close);
    }

    /** States the facts of columns that recursive queries hand on unchanged; says whether there are any. */
    private boolean settleRecursions() {
        boolean settled = false;
        for (Binding.Recursion recursion : binding.recursions()) {
            if (recursion.step().equal(recursion.kept(), recursion.made())) {
                recursion.first().equate(recursion.output(), recursion.start());
                recursion.step().equate(recursion.kept(), recursion.output());
                settled = true;
            }
        }
        return settled;
    }

    /**
     * States what follows of IN with a query where the value is a sharding column, hence not NULL unless it has a place
     * for that, of a table that surely has a row. Says whether there was any; those are taken out of the list.
     */
    private boolean settleMemberships(List<Binding.Membership> open) {
        List<Binding.Membership> settled = new ArrayList<>();
        for (Binding.Membership membership : open) {
            if (isSureKey(membership.value(), membership.outside())) {
                settled.add(membership);
            }
        }
        for (Binding.Membership membership : settled) {
            boolean comparable = ValueKind.comparable(
                    binding.terms().schema(membership.value()),
                    binding.terms().schema(membership.output()),
                    binding.dialect());
            if (comparable) {
                membership.inside().equate(membership.value(), membership.output());
            }
        }
        open.removeAll(new HashSet<>(settled));
        return !settled.isEmpty();
    }

    private boolean isSureKey(int term, Region region) {
        if (term < 0) {
            return false;
        }
        for (int equal : region.equalTo(term)) {
            TableUse use = sharded.ofKey(equal);
            if (use != null && !use.sharded().placesNulls() && region.within(use.region())) {
                return true;
            }
        }
        return false;
    }

    private void anchor() {
        Map<Region, Map<Integer, List<TableUse>>> known = new IdentityHashMap<>();
        for (TableUse use : sharded.fromOutermost()) {
            for (TableUse earlier : classes.isEmpty() ? List.<TableUse>of() : candidates(use, known)) {
                if (classOf.containsKey(earlier) && keysEqual(use, earlier)) {
                    anchors.put(use, earlier);
                    join(use, classOf.get(earlier));
                    break;
                }
            }
            if (!classOf.containsKey(use)) {
                List<TableUse> own = new ArrayList<>();
                classes.add(own);
                join(use, own);
            }
        }
    }

    /**
     * The uses that one may be anchored to, in their order: those whose first sharding column is equal to its own, or,
     * where that does not count, those of the same binding group.
     */
    private List<TableUse> candidates(TableUse use, Map<Region, Map<Integer, List<TableUse>>> known) {
        PartitionedTable table = use.sharded();
        if (table.dataNodes().size() == 1 || table.shardingColumns().isEmpty()) {
            return sharded.ofGroup(table);
        }
        Region region = use.region();
        int term = keys.term(use, 0);
        if (term < 0) {
            return List.of();
        }
        return known.computeIfAbsent(region, key -> new HashMap<>())
                .computeIfAbsent(region.representative(term), key -> sharded.ofFirstKeys(region.equalTo(term)));
    }

    private void join(TableUse use, List<TableUse> members) {
        members.add(use);
        classOf.put(use, members);
    }

    private boolean keysEqual(TableUse use, TableUse earlier) {
        PlanningWork.step();
        if (!corresponding(use.sharded(), earlier.sharded())) {
            return false;
        }
        // a row made from the NULLs of an outer join has no place, so only tables that surely have a row count
        if (binding.insertTargets().contains(use) && !use.region().within(earlier.region())) {
            return false;
        }
        if (use.sharded().dataNodes().size() == 1) {
            return true;
        }
        for (int i = 0; i < use.sharded().shardingColumns().size(); i++) {
            int term = keys.term(use, i);
            int other = keys.term(earlier, i);
            boolean equal = use.region().equal(term, other)
                    && ValueKind.placedAlike(
                            binding.terms().schema(term), binding.terms().schema(other), binding.dialect());
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    /** Whether node i of one table goes with node i of the other for rows with equal sharding columns. */
    private static boolean corresponding(PartitionedTable table, PartitionedTable other) {
        boolean bound = table == other || table.bindingGroup() >= 0 && table.bindingGroup() == other.bindingGroup();
        return bound && table.placedByColumns() && other.placedByColumns() && table.placesNullsAs(other);
    }

    private void mergePinned() {
        if (classes.size() < 2) {
            return;
        }
        Map<List<Object>, List<TableUse>> byPins = new HashMap<>();
        for (List<TableUse> members : List.copyOf(classes)) {
            List<Object> pins = pins(members.get(0));
            List<TableUse> other = pins == null ? null : byPins.putIfAbsent(pins, members);
            if (other != null && placedAlike(members.get(0), other.get(0))) {
                merge(members, other);
            }
        }
    }

    private boolean placedAlike(TableUse root, TableUse other) {
        for (int i = 0; i < root.sharded().shardingColumns().size(); i++) {
            boolean alike = ValueKind.placedAlike(
                    binding.terms().schema(keys.term(root, i)),
                    binding.terms().schema(keys.term(other, i)),
                    binding.dialect());
            if (!alike) {
                return false;
            }
        }
        return corresponding(root.sharded(), other.sharded());
    }

    /** The binding group or table, and the constant of each sharding column; null when one has none. */
    private @Nullable List<Object> pins(TableUse root) {
        List<Object> pins = new ArrayList<>();
        PartitionedTable table = root.sharded();
        pins.add(table.bindingGroup() >= 0 ? table.bindingGroup() : table.name());
        for (int i = 0; i < table.shardingColumns().size(); i++) {
            int constant = constant(root.region(), keys.term(root, i));
            if (constant < 0) {
                return null;
            }
            pins.add(constant);
        }
        return pins.size() == 1 ? null : pins;
    }

    private int constant(Region region, int term) {
        int constant = Integer.MAX_VALUE;
        for (int equal : term < 0 ? List.<Integer>of() : region.equalTo(term)) {
            if (binding.terms().isConstant(equal)) {
                constant = Math.min(constant, equal);
            }
        }
        return constant == Integer.MAX_VALUE ? -1 : constant;
    }

    private void mergeBranches() {
        for (List<Region> sides : binding.branches()) {
            branchesBelow
                    .computeIfAbsent(sides.get(0).parent(), key -> new ArrayList<>())
                    .add(sides);
            mergeSides(sides);
        }
    }

    /** Makes one class of those of the sides, from left to right, as long as each side has a class of its own. */
    private void mergeSides(List<Region> sides) {
        List<TableUse> before = List.of();
        int usesBefore = 0;
        for (Region side : sides) {
            List<TableUse> uses = sharded.within(side);
            List<TableUse> only = onlyClass(uses);
            if (uses.isEmpty()) {
                continue;
            }
            if (only == null) {
                return;
            }
            boolean unlike = !before.isEmpty()
                    && only != before
                    && !(before.size() == usesBefore
                            && only.size() == uses.size()
                            && corresponding(
                                    before.get(0).sharded(), only.get(0).sharded()));
            if (unlike) {
                return;
            }
            if (before.isEmpty()) {
                before = only;
            } else if (only != before) {
                merge(only, before);
            }
            usesBefore += uses.size();
        }
    }

    /** The class that all of some uses are in; null when there is none. */
    private @Nullable List<TableUse> onlyClass(List<TableUse> uses) {
        List<TableUse> only = uses.isEmpty() ? null : classOf.get(uses.get(0));
        for (TableUse use : uses) {
            if (classOf.get(use) != only) {
                return null;
            }
        }
        return only;
    }

    /** What was a class and is empty is none. */
    private void merge(List<TableUse> members, List<TableUse> into) {
        for (TableUse member : members) {
            join(member, into);
        }
        members.clear();
    }

    /** The classes; the members without an {@link #anchor} are the roots. */
    List<List<TableUse>> classes() {
        return classes;
    }

    /** The declared dependences without which some columns would not be known to be equal. */
    List<String> declared() {
        return declared.applied();
    }

    /** Which terms are sharding columns. */
    KeyTerms keys() {
        return keys;
    }

    /** The class of a use, or null when its table is not sharded. */
    @Nullable
    List<TableUse> classOf(TableUse use) {
        return classOf.get(use);
    }

    /** The use that another one is anchored to, or null for a root. */
    @Nullable
    TableUse anchorOf(TableUse use) {
        return anchors.get(use);
    }

    /** Whether the terms have a value for each sharding column of a class, in every row of a region. */
    boolean determinesNode(Region region, int[] terms, List<TableUse> members) {
        boolean found = false;
        for (TableUse use : sharded.in(region.canonical())) {
            if (classOf.get(use) == members) {
                found = true;
                if (covers(use, terms)) {
                    return true;
                }
            }
        }
        return !found && branchesDetermine(region, terms, members);
    }

    private boolean branchesDetermine(Region region, int[] terms, List<TableUse> members) {
        boolean determined = false;
        for (List<Region> sides : branchesBelow.getOrDefault(region.canonical(), List.of())) {
            for (Region side : sides) {
                if (hasMember(side, members)) {
                    determined = true;
                    if (!determinesNode(side, terms, members)) {
                        return false;
                    }
                }
            }
        }
        return determined;
    }

    private boolean hasMember(Region region, List<TableUse> members) {
        for (TableUse use : sharded.within(region)) {
            if (classOf.get(use) == members) {
                return true;
            }
        }
        return false;
    }

    /** Whether equal values of it are on one node, which texts of a collation that ignores case need not be. */
    private boolean isPlacedByItself(int term) {
        ColumnSchema schema = binding.terms().schema(term);
        return ValueKind.placedAlike(schema, schema, binding.dialect());
    }

    private boolean covers(TableUse use, int[] terms) {
        int columns = use.sharded().shardingColumns().size();
        for (int i = 0; i < columns; i++) {
            boolean covered = false;
            for (int term : terms) {
                covered |= use.region().equal(term, keys.term(use, i)) && isPlacedByItself(term);
            }
            if (!covered) {
                return false;
            }
        }
        return columns > 0 && use.sharded().placedByColumns();
    }
}
