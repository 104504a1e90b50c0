package io.shardingjdbc.route.internal.bind;

import io.shardingjdbc.parser.ast.ColumnReference;
import io.shardingjdbc.parser.ast.Expression;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
final class Region {
    private Region mergedInto;
    private Region parent;
    private final List<int[]> facts = new ArrayList<>();
    private final List<Expression> conditions = new ArrayList<>();
    private final Map<ColumnReference, Integer> terms = new IdentityHashMap<>();
    private int[] representatives;

    /** @param parent null for the region of a statement */
    Region(Region parent) {
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
    void mergeInto(Region other) {
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

    /** Places this region, which was made before its place was known, below another. */
    void placeBelow(Region other) {
        canonical().parent = other;
    }

    /** Null for the region of a statement. */
    Region parent() {
        return canonical().parent == null ? null : canonical().parent.canonical();
    }

    /** How many regions are above. */
    int depth() {
        int depth = 0;
        for (Region region = parent(); region != null; region = region.parent()) {
            depth++;
        }
        return depth;
    }

    /** Whether this region is the other one or below it. */
    boolean within(Region other) {
        Region target = other.canonical();
        for (Region region = canonical(); region != null; region = region.parent()) {
            if (region == target) {
                return true;
            }
        }
        return false;
    }

    /** Records that two terms are equal in every row that counts. */
    void equate(int term, int other) {
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
    void close(int termCount) {
        int[] closure = new int[termCount];
        if (parent() == null) {
            for (int i = 0; i < termCount; i++) {
                closure[i] = i;
            }
        } else {
            System.arraycopy(parent().representatives, 0, closure, 0, termCount);
        }
        for (int[] fact : facts) {
            int first = find(closure, fact[0]);
            int second = find(closure, fact[1]);
            closure[Math.max(first, second)] = Math.min(first, second);
        }
        for (int i = 0; i < termCount; i++) {
            closure[i] = find(closure, i);
        }
        representatives = closure;
    }

    private static int find(int[] closure, int term) {
        int root = term;
        while (closure[root] != root) {
            root = closure[root];
        }
        int walker = term;
        while (closure[walker] != root) {
            int next = closure[walker];
            closure[walker] = root;
            walker = next;
        }
        return root;
    }

    /** Whether two terms are equal in every row that counts; only after {@link #close}. */
    boolean equal(int term, int other) {
        if (term < 0 || other < 0) {
            return false;
        }
        int[] closure = canonical().representatives;
        return closure[term] == closure[other];
    }
}
