/**
 * Runs: what an execution does on connections, from when its session lends these until its results are closed. A
 * {@link org.shardingjdbc.engine.internal.run.Run} is either of one unit or of any number of them, and both go the same
 * way:
 *
 * <pre>
 *                  one unit, handed through               any number, whatever is asked for
 *
 *   its own        OneUnitRun.execute                      GroupedRun.execute
 *   take           ConnectionLender.lend                   ConnectionLender.prepare: as many ExecutionGroups as
 *    │                                                        ExecutionGroupPlanner finds, one for each connection
 *    ▼
 *   run            ConnectionRun.attempt, by the caller    FanOut.run: ConnectionRun.attempt of each group, the caller
 *    │                                                        one of them, threads of execute.worker the others
 *    ▼
 *   what           runStatements: the unit's statement     runStatements: the tasks of the ShardWork, in order
 *    │
 *    ▼
 *   result         rows or a count, to be asked of it      stays with the work
 *    │
 *    ▼
 *   close          ConnectionRun.closeAll, ConnectionLender.end
 * </pre>
 *
 * <p>On its connection everything is run, cancelled, broken off and closed by one protocol, that of
 * {@link org.shardingjdbc.engine.internal.run.ConnectionRun}; what stops an execution is its
 * {@link org.shardingjdbc.engine.internal.run.StopSignal}. Why there is a run of one unit at all: one that is used
 * again makes no object, takes no thread and has no groups, tasks or settings, and is two thirds of the price
 * ({@code OneUnitRun} says what was measured). It can leave out only what several units, streams, timeouts and
 * definitions need; {@code ShardsExecution} asks for it where a plan is of that kind.
 *
 * <p>A run knows of its session what {@link org.shardingjdbc.engine.internal.run.ConnectionLender} says, and nothing of
 * the statement but what it is to run. Executions of {@code internal.statement} call; work enters, whose tasks
 * {@code internal.task} has; connections, their statements and threads are those of {@code internal.execute}.
 */
package org.shardingjdbc.engine.internal.run;
