package org.shardingjdbc.plan.internal.way;

import java.util.Set;
import org.shardingjdbc.plan.internal.merge.QueryScatter.Remainder;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/** The result of trying one way of answering a statement on several data nodes. Immutable. */
public sealed interface Attempt {
    /**
     * What the data nodes do; or why no rule proves it, which then holds for all later ways too, as they need the same
     * proof.
     */
    record Answer(Decision<Scatter> scatter) implements Attempt {}

    /** The data nodes do not do all of the statement: the rest is for the next way. */
    record Rest(Set<Remainder> parts) implements Attempt {}
}
