/**
 * A SQL text enters, a {@link org.shardingjdbc.plan.internal.operator.StatementPlan} leaves, once per text. Begin with
 * {@link org.shardingjdbc.plan.internal.Planner}, whom the statements of the engine ask; the way of a statement is:
 *
 * <pre>
 * Planner          reads the text                                              TextReader
 * SessionPlanner   plans what the session answers: SET, SHOW, EXPLAIN SHARDING
 * ShardPlanner     plans what goes to shards: checks, binds and routes it      routing.Routing
 *                  tries the ways to answer it in their order                  way.Way, proved by proof
 * Plans            keeps the plan
 * </pre>
 */
package org.shardingjdbc.plan.internal;
