/**
 * The statement that is answered in steps, and the statements that are executed on its behalf. What was asked enters
 * {@link org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement}, which opens a
 * {@link org.shardingjdbc.engine.internal.statement.step.outer.StepStatement} on the session for each of them; their
 * rows, counts and keys leave as the result of the outer one. All kinds of steps work on it.
 */
package org.shardingjdbc.engine.internal.statement.step.outer;
