/**
 * Work for data nodes, run: a {@code ShardWork} on a deployment of {@code execute.deployment}, with connections of
 * {@code execute.pool}, enters {@link org.shardingjdbc.engine.internal.execute.FanOut}, which divides it into one
 * {@link org.shardingjdbc.engine.internal.execute.ExecutionGroup} for each connection and runs them on threads of
 * {@code execute.worker}; executed statements leave. What is done on one connection is a
 * {@link org.shardingjdbc.engine.internal.execute.ConnectionRun}, stopped by a
 * {@link org.shardingjdbc.engine.internal.execute.ConnectionRun.StopSignal}. It knows connections and threads, and
 * nothing of transactions; {@code internal.session} calls it.
 */
package org.shardingjdbc.engine.internal.execute;
