package org.shardingjdbc.route.internal.bind.clause;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.route.internal.bind.Binding;
import org.shardingjdbc.route.internal.bind.Implications;
import org.shardingjdbc.route.internal.bind.JoinNode;
import org.shardingjdbc.route.internal.bind.Region;
import org.shardingjdbc.route.internal.bind.Relation;

/**
 * Gives every part of a FROM its region, once the WHERE is known.
 *
 * <p>The sides of an inner join belong to the block, and what its ON demands holds there. The null-supplying side of an
 * outer join gets a region below that of the other side, and what the ON demands holds only in it. But where a WHERE,
 * or the ON of an inner join around, is true only if that side has a row, the outer join makes no row that counts
 * beyond those of an inner one, and is treated as one: {@code a LEFT JOIN b ON a.k = b.k WHERE b.k = 5} is about rows
 * of a with k = 5.
 */
final class JoinRegions {
    private final Binding binding;
    private final Implications facts;

    JoinRegions(Binding binding, Implications facts) {
        this.binding = binding;
        this.facts = facts;
    }

    /** Places a FROM in its block's region; {@code rejected} are the relations that must have a row. */
    void place(JoinNode node, Region region, Set<Relation> rejected) {
        if (node instanceof JoinNode.Leaf leaf) {
            leaf.region().mergeInto(region);
            return;
        }
        if (node instanceof JoinNode.NamedJoin named) {
            // nobody outside can say of one side of it that it has a row
            place(named.join(), region, rejected);
            return;
        }
        JoinNode.Join join = (JoinNode.Join) node;
        switch (join.kind()) {
            case INNER, CROSS -> placeInner(join, region, rejected);
            case LEFT -> placeOuter(join, join.left(), join.right(), region, rejected);
            case RIGHT -> placeOuter(join, join.right(), join.left(), region, rejected);
            case FULL -> placeFull(join, region, rejected);
        }
    }

    private void placeInner(JoinNode.Join join, Region region, Set<Relation> rejected) {
        Set<Relation> all = identitySet();
        all.addAll(rejected);
        all.addAll(conditionOf(join, region));
        place(join.left(), region, all);
        place(join.right(), region, all);
    }

    private void placeOuter(
            JoinNode.Join join, JoinNode preserved, JoinNode supplied, Region region, Set<Relation> rejected) {
        if (hasAny(supplied, rejected)) {
            placeInner(join, region, rejected);
            return;
        }
        place(preserved, region, rejected);
        Region below = binding.newRegion(region);
        place(supplied, below, conditionOf(join, below));
    }

    private void placeFull(JoinNode.Join join, Region region, Set<Relation> rejected) {
        boolean left = hasAny(join.left(), rejected);
        boolean right = hasAny(join.right(), rejected);
        if (left && right) {
            placeInner(join, region, rejected);
        } else if (left) {
            placeOuter(join, join.left(), join.right(), region, rejected);
        } else if (right) {
            placeOuter(join, join.right(), join.left(), region, rejected);
        } else {
            Region first = binding.newRegion(region);
            place(join.left(), first, identitySet());
            Region second = binding.newRegion(first);
            place(join.right(), second, conditionOf(join, second));
        }
    }

    /** States what a join demands for a region; returns the relations that must then have a row. */
    private Set<Relation> conditionOf(JoinNode.Join join, Region region) {
        join.onRegion().mergeInto(region);
        Set<Relation> rejected = facts.rejectsNulls(join.on());
        facts.state(join.on(), region);
        for (JoinNode.Pair pair : join.pairs()) {
            if (pair.left().term() >= 0 && pair.right().term() >= 0) {
                facts.equate(pair.left().term(), pair.right().term(), region);
            }
            addIfPresent(rejected, pair.leftRelation());
            addIfPresent(rejected, pair.rightRelation());
        }
        return rejected;
    }

    private static void addIfPresent(Set<Relation> rejected, @Nullable Relation relation) {
        if (relation != null) {
            rejected.add(relation);
        }
    }

    private static boolean hasAny(JoinNode node, Set<Relation> rejected) {
        List<Relation> relations = node.relations();
        for (Relation relation : relations) {
            if (rejected.contains(relation)) {
                return true;
            }
        }
        return false;
    }

    private static Set<Relation> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
