/**
 * Pools, connections and fan-out: {@link org.shardingjdbc.engine.internal.execute.Deployments} hold the
 * {@link org.shardingjdbc.engine.internal.execute.Deployment} of now with its pools; work for data nodes enters
 * {@link org.shardingjdbc.engine.internal.execute.FanOut}, which runs it on connections of each
 * {@link org.shardingjdbc.engine.internal.execute.ShardPool}, and executed statements leave. What is done on one of
 * them is a {@link org.shardingjdbc.engine.internal.execute.ConnectionRun}, stopped by a
 * {@link org.shardingjdbc.engine.internal.execute.StopSignal}. It knows connections and threads, and nothing of
 * transactions; {@code internal.session} calls it.
 */
package org.shardingjdbc.engine.internal.execute;
