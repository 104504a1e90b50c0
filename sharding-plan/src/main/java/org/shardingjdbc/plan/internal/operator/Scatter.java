package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.ParameterDemand;

/** The work of an execution's data nodes together, and what is done with their results. Immutable. */
public sealed interface Scatter extends Operator permits Route, Merge {
    /** What the data nodes do. */
    Route route();

    /** How their rows become one result; null when they return update counts. */
    @Nullable
    MergePlan merge();

    /** The LIMIT and OFFSET; null without LIMIT. */
    @Nullable
    Paging paging();

    /** What parameters must be where several data nodes take part. */
    List<ParameterDemand> demands();
}
