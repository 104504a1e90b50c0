package org.shardingjdbc.route.internal.bind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;

/**
 * A part of a statement with the facts that hold in every combination of rows that counts there.
 *
 * <p>What a WHERE or the ON of an inner join demands holds for the rows of a block. What the ON of an outer join
 * demands holds only while a row of the null-supplying side is looked up, and what a subquery demands only inside of
 * it: those have regions of their own below. A region knows the facts of the regions above it; the regions above know
 * nothing of it. So a fact can never restrict rows that it was not stated about.
 *
 * <p>While a FROM is bound it is not known yet which joins turn out to be inner ones, so a region may later be merged
 * into another. Mutable while its statement is bound, read-only afterwards.
 */
public final class Region {
    private @Nullable Region mergedInto;
    private @Nullable Region parent;
    private final List<int[]> facts = new ArrayList<>();
    private final List<Expression> conditions = new ArrayList<>();
    private final Map<ColumnReference, Integer> terms = new IdentityHashMap<>();
    /** What the facts of this region add to those above: the representative there to the one here. */
    private Map<Integer, Integer> representatives = Map.of();
    /** The representatives above that have become one here, by the one. */
    private Map<Integer, List<Integer>> united = Map.of();

    private int enter;
    private int leave;
    private int depth;

    /** @param parent null for the region of a statement */
    Region(@Nullable Region parent) {
        this.parent = parent;
    }

    /** The region that this one has become part of, or itself. */
    Region canonical() {
        Region region = this;
        while (region.mergedInto != null) {
            region = region.mergedInto;
        }
        return region;
    }

    /** Declares that this region and another have the same rows; what was said of this one is said of the other. */
    public void mergeInto(Region other) {
        Region here = canonical();
        Region target = other.canonical();
        if (here == target) {
            return;
        }
        here.mergedInto = target;
        target.facts.addAll(here.facts);
        target.conditions.addAll(here.conditions);
        target.terms.putAll(here.terms);
    }

    /** Null for the region of a statement. */
    @Nullable
    Region parent() {
        return canonical().parent == null ? null : canonical().parent.canonical();
    }

    /** Makes the ways to the region that this one has become part of, and to the one above, as short as they can be. */
    void settle() {
        if (mergedInto != null) {
            mergedInto = canonical();
        } else {
            parent = parent();
        }
    }

    /**
     * Numbers the regions, which are all there and settled, so that those in and below one are an interval.
     *
     * @param canonical those that are part of no other
     */
    static void number(List<Region> canonical) {
        Map<Region, List<Region>> below = new IdentityHashMap<>();
        Deque<Region> open = new ArrayDeque<>();
        for (Region region : canonical) {
            if (region.parent == null) {
                open.push(region);
            } else {
                below.computeIfAbsent(region.parent, key -> new ArrayList<>()).add(region);
            }
        }
        int number = 0;
        List<Region> entered = new ArrayList<>();
        while (!open.isEmpty()) {
            Region region = open.pop();
            region.depth = region.parent == null ? 0 : region.parent.depth + 1;
            region.enter = number++;
            region.leave = region.enter;
            entered.add(region);
            below.getOrDefault(region, List.of()).forEach(open::push);
        }
        for (int i = entered.size() - 1; i >= 0; i--) {
            Region region = entered.get(i);
            if (region.parent != null) {
                region.parent.leave = Math.max(region.parent.leave, region.leave);
            }
        }
    }

    /** How many regions are above; only after {@link #number}. */
    int depth() {
        return canonical().depth;
    }

    /** A number that this region, and those below it, have; only after {@link #number}. */
    int enter() {
        return canonical().enter;
    }

    /** The largest number of those below. */
    int leave() {
        return canonical().leave;
    }

    /** Whether this region is the other one or below it; only after {@link #number}. */
    boolean within(Region other) {
        Region target = other.canonical();
        int own = canonical().enter;
        return target.enter <= own && own <= target.leave;
    }

    /** Records that two terms are equal in every row that counts. */
    public void equate(int term, int other) {
        canonical().facts.add(new int[] {term, other});
    }

    /**
     * Records a condition that is true in every row that counts, with the terms that its column references were bound
     * to.
     */
    void require(Expression condition, Map<ColumnReference, Integer> boundTerms) {
        Region here = canonical();
        here.conditions.add(condition);
        here.terms.putAll(boundTerms);
    }

    /** The conditions of this region and those above. */
    List<Expression> conditions() {
        List<Expression> all = new ArrayList<>();
        for (Region region = canonical(); region != null; region = region.parent()) {
            all.addAll(region.conditions);
        }
        return all;
    }

    /** Whether a condition is one of its own, and not of a region above. */
    boolean states(Expression condition) {
        for (Expression own : canonical().conditions) {
            if (own == condition) {
                return true;
            }
        }
        return false;
    }

    /** The term of a reference in one of {@link #conditions()}, or -1. */
    int term(ColumnReference reference) {
        for (Region region = canonical(); region != null; region = region.parent()) {
            Integer term = region.terms.get(reference);
            if (term != null) {
                return term;
            }
        }
        return -1;
    }

    /** Computes what follows from the facts; regions above must have been closed before. */
    void close() {
        Map<Integer, Integer> closure = new HashMap<>();
        for (int[] fact : facts) {
            int first = find(closure, above(fact[0]));
            int second = find(closure, above(fact[1]));
            if (first != second) {
                closure.put(Math.max(first, second), Math.min(first, second));
            }
        }
        representatives = new HashMap<>();
        united = new HashMap<>();
        for (Integer term : closure.keySet()) {
            int representative = find(closure, term);
            representatives.put(term, representative);
            united.computeIfAbsent(representative, key -> new ArrayList<>(List.of(key)))
                    .add(term);
        }
    }

    private static int find(Map<Integer, Integer> closure, int term) {
        int root = term;
        for (Integer next = closure.get(root); next != null; next = closure.get(root)) {
            root = next;
        }
        for (Integer walker = term; walker != root; ) {
            walker = closure.put(walker, root);
        }
        return root;
    }

    private int above(int term) {
        return parent == null ? term : parent.representative(term);
    }

    /** The same number for all terms that are equal in every row that counts; only after {@link #close}. */
    int representative(int term) {
        Region here = canonical();
        int above = here.above(term);
        return here.representatives.getOrDefault(above, above);
    }

    /** All terms that are equal to one in every row that counts, it among them; only after {@link #close}. */
    List<Integer> equalTo(int term) {
        List<Integer> terms = new ArrayList<>();
        canonical().addEqual(representative(term), terms);
        return terms;
    }

    private void addEqual(int representative, List<Integer> terms) {
        for (Integer above : united.getOrDefault(representative, List.of(representative))) {
            if (parent == null) {
                terms.add(above);
            } else {
                parent.addEqual(above, terms);
            }
        }
    }

    /** Whether two terms are equal in every row that counts; only after {@link #close}. */
    boolean equal(int term, int other) {
        return term >= 0 && other >= 0 && (term == other || representative(term) == representative(other));
    }
}
