/**
 * The tree of a statement for shards with what its executions need, so that none walks it: facts, a route shape and a
 * {@link org.shardingjdbc.plan.internal.operator.Choose} enter
 * {@link org.shardingjdbc.plan.internal.compiled.CompiledPlan}; the execution of given parameters leaves, or why there
 * is none. The planner makes it; the engine asks it as a {@link org.shardingjdbc.plan.internal.operator.ShardPlan}.
 */
package org.shardingjdbc.plan.internal.compiled;
