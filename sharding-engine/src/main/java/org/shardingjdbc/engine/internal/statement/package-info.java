/**
 * The running of statements' plans: a {@link org.shardingjdbc.engine.internal.statement.logic.LogicStatement} with a
 * plan and parameters enters {@link org.shardingjdbc.engine.internal.statement.StatementExecution}, its results are
 * filled. Statements of the faces and steps of executions call.
 *
 * <p>An execution goes down from {@code StatementExecution} (by the kind of the plan) over {@code ShardsExecution}
 * (what stands around one on shards) to {@code statement.logic.OneUnitRun} (one unit, handed through),
 * {@code UnitsExecution} (units of any number, merged) or {@code StepsExecution} (refused at once, so in steps).
 */
package org.shardingjdbc.engine.internal.statement;
