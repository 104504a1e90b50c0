package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/** The result of trying one way of answering a statement on several data nodes. Immutable. */
public sealed interface Attempt {
    /**
     * What the data nodes do; or why no rule proves it, which then holds for all later ways too, as they need the same
     * proof.
     */
    record Answer(Decision<Scatter> scatter) implements Attempt {}

    /** The data nodes are proved to do their part of the statement, and leave the rest of it for the next way. */
    record Rest(OnSeveral proved) implements Attempt {}
}
