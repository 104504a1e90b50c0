package org.shardingjdbc.plan.internal.operator;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.unit.Paging;

/** What the data nodes of an execution do together, and what is done with what they return. Immutable. */
public sealed interface Scatter extends Operator permits Route, Merge {
    /** What the data nodes do. */
    Route route();

    /** How their rows become one result; null when they return update counts. */
    @Nullable
    MergePlan merge();

    /** Null without LIMIT. */
    @Nullable
    Paging paging();
}
