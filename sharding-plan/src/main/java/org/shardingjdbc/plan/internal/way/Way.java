package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Operator;

/**
 * One way of answering a statement; {@link Ways} has them in the order in which they are tried. What it cannot prove it
 * refuses, which is a value: the statement may go another way. Immutable, safe for all threads.
 */
@FunctionalInterface
public interface Way {
    /**
     * What its executions do in this way, planned with the text.
     *
     * @return proved, or refused with the reason; of steps what executions choose among, which may be nothing but what
     *     would open a way; null where no such statement goes this way
     */
    @Nullable
    Decision<? extends Operator> plan(Tried<?> statement);
}
