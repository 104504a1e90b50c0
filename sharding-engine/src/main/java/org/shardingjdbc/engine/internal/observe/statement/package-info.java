/**
 * Tells observers of the executions of a session: a statement of the application enters
 * {@link org.shardingjdbc.engine.internal.observe.statement.ObservedExecution}, events leave. Called by the statement,
 * and by its session while it executes.
 */
package org.shardingjdbc.engine.internal.observe.statement;
