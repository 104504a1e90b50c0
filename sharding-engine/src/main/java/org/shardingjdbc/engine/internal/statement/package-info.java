/**
 * The running of statements' plans: a {@link org.shardingjdbc.engine.internal.statement.logic.LogicStatement} with a
 * plan and parameters enters {@link org.shardingjdbc.engine.internal.statement.StatementExecution}, its results are
 * filled. Statements of the faces and steps of executions call.
 *
 * <p>An execution goes down from {@code StatementExecution} (by the kind of the plan) over {@code ShardsExecution}
 * (what stands around one on shards) to {@code LogicStatement.executeAlone} (one unit, handed through, by a
 * {@code run.OneUnitRun}), {@code UnitsExecution} (units of any number, merged, by a {@code run.GroupedRun}) or
 * {@code StepsExecution} (refused at once, so in steps). What runs on connections, and how, is {@code internal.run}.
 *
 * <p>What stands around an execution is found as early as it can be known: once for each plan, what the statement and
 * the rules say ({@code PlanFacts.isPlain}); with a plan as it is deployed, what the configuration says
 * ({@code DeployedPlan.directness}); once for each statement and plan, which results may come; when the session
 * changes, what follows from that ({@code SessionSettings.any}). At each execution it is asked what is left: whether
 * anybody observes or counts, hints, options of the statement, a transaction, a guard of the data source, a cancel.
 */
package org.shardingjdbc.engine.internal.statement;
