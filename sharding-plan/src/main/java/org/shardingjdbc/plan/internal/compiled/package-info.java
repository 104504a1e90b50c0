/**
 * The plans of statements that go to shards: {@link org.shardingjdbc.plan.internal.compiled.CompiledPlan}, or a refusal
 * that is told to each execution.
 */
package org.shardingjdbc.plan.internal.compiled;
