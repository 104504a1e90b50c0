package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.plan.internal.operator.Operator;

/**
 * A statement as the ways see it, by which of its executions are planned: those on one data node, those on several, or
 * those that no rule proves.
 *
 * @param <T> what the ways make of it
 */
public sealed interface Tried<T extends Operator> permits OnOne, OnSeveral, SteppedStatement {
    /** The class of what the ways make of it. */
    Class<T> planned();
}
