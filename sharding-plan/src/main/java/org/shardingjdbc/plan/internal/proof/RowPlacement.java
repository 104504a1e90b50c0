package org.shardingjdbc.plan.internal.proof;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where rows arise, and what is said of how they do. Immutable.
 *
 * @param placement counts where the verdict is no refusal
 */
public record RowPlacement(Placement placement, Verdict verdict) {
    static RowPlacement of(Placement placement) {
        return new RowPlacement(placement, Verdict.NOTHING);
    }

    /** What is found once something else is proved. */
    public static RowPlacement behind(Verdict first, Supplier<RowPlacement> next) {
        if (!first.isProved()) {
            return new RowPlacement(Placement.PARTITIONED, first);
        }
        RowPlacement rows = next.get();
        return new RowPlacement(rows.placement, first.and(rows.verdict));
    }

    /** Of rows that are made of both. */
    RowPlacement with(RowPlacement other) {
        return new RowPlacement(Placement.either(placement, other.placement), verdict.and(other.verdict));
    }

    /** The same with what is said of something else of rows that arise there. */
    public RowPlacement and(Function<Placement, Verdict> next) {
        return new RowPlacement(placement, verdict.and(() -> next.apply(placement)));
    }

    boolean isProved() {
        return verdict.isProved();
    }
}
