package org.shardingjdbc.plan.internal.way;

/**
 * One way of answering a statement; {@link Ways} has the ways in the order in which they are tried. A way refuses what
 * it cannot prove, by a value: the statement may go another way. Immutable, safe for all threads.
 *
 * @param <S> the statement, as executions of one kind see it: on one data node, on several, or refused there
 * @param <P> the plan for these executions
 */
@FunctionalInterface
public interface Way<S, P> {
    P plan(S statement);
}
