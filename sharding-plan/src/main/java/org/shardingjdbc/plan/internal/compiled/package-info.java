/**
 * The plans of statements that go to shards: {@link org.shardingjdbc.plan.internal.compiled.CompiledPlan} holds the
 * tree of operators that the planner made, and gives an execution what that needs: which units, and their SQL.
 */
package org.shardingjdbc.plan.internal.compiled;
