package org.shardingjdbc.plan.internal.way;

import java.util.Set;
import org.shardingjdbc.plan.internal.merge.QueryScatter.Remainder;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;

/** What one way of answering a statement on several data nodes comes to. Immutable. */
public sealed interface Attempt {
    /** What they do, or why no rule proves it, which it does for no later way either: these stand on the same proof. */
    record Answer(Decision<Scatter> scatter) implements Attempt {}

    /** They do not do all of it: it is for the next way. */
    record Rest(Set<Remainder> parts) implements Attempt {}
}
