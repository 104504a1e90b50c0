/**
 * Texts of several statements: {@link org.shardingjdbc.engine.internal.statement.sequence.SequenceExecution} executes
 * their statements one after the other, each planned and executed as if it had come by itself, and fills the results of
 * the statement that was given the text. Called by the executions of statements, which it calls for each of them.
 */
package org.shardingjdbc.engine.internal.statement.sequence;
