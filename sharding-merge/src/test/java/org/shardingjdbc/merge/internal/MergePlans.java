package org.shardingjdbc.merge.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.formula.ComputedColumn;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;

/** Merge plans of tests that choose their parts at random. */
final class MergePlans {
    private MergePlans() {}

    /** A plan with all operators whose part is there: not null, not empty, not zero. */
    static MergePlan of(
            int derived,
            List<SortKey> sort,
            @Nullable Grouping grouping,
            @Nullable Formula having,
            List<ComputedColumn> computed,
            List<SortKey> distinct,
            List<SortKey> resort,
            boolean limited) {
        MergePlan rows = grouping == null ? MergePlan.sorted(sort) : MergePlan.grouped(grouping, sort);
        return rows.filtered(having)
                .computed(computed)
                .distinct(distinct)
                .resorted(resort)
                .limited(limited)
                .trimmed(derived);
    }
}
