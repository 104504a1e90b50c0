/**
 * The running of statements' plans: a {@link org.shardingjdbc.engine.internal.statement.logic.LogicStatement} with a
 * plan and parameters enters {@link org.shardingjdbc.engine.internal.statement.StatementExecution}, its results are
 * filled. Statements of the faces and steps of executions call.
 */
package org.shardingjdbc.engine.internal.statement;
