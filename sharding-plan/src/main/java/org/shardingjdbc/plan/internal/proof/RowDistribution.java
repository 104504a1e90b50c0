package org.shardingjdbc.plan.internal.proof;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where rows arise, and what is said of how they do. Immutable.
 *
 * @param distribution counts where the verdict is no refusal
 */
public record RowDistribution(Distribution distribution, Verdict verdict) {
    static RowDistribution of(Distribution distribution) {
        return new RowDistribution(distribution, Verdict.NOTHING);
    }

    /** What is found once something else is proved. */
    public static RowDistribution behind(Verdict first, Supplier<RowDistribution> next) {
        if (!first.isProved()) {
            return new RowDistribution(Distribution.PARTITIONED, first);
        }
        RowDistribution rows = next.get();
        return new RowDistribution(rows.distribution, first.and(rows.verdict));
    }

    /** Of rows that are made of both. */
    RowDistribution with(RowDistribution other) {
        return new RowDistribution(Distribution.either(distribution, other.distribution), verdict.and(other.verdict));
    }

    /** The same with what is said of something else of rows that arise there. */
    public RowDistribution and(Function<Distribution, Verdict> next) {
        return new RowDistribution(distribution, verdict.and(() -> next.apply(distribution)));
    }

    boolean isProved() {
        return verdict.isProved();
    }
}
