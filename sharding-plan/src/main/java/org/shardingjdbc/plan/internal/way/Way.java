package org.shardingjdbc.plan.internal.way;

/**
 * One way of answering a statement; {@link Ways} has them in the order in which they are tried. What it cannot prove it
 * refuses, which is a value: the statement may go another way. Immutable, safe for all threads.
 *
 * @param <S> the statement, as executions of one kind see it: on one data node, on several, or refused there
 * @param <P> what is planned for these executions
 */
@FunctionalInterface
public interface Way<S, P> {
    P plan(S statement);
}
