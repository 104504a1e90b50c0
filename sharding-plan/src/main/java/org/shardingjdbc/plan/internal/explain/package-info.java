/**
 * Puts into words what an execution does: a plan, parameters and hints enter
 * {@link org.shardingjdbc.plan.internal.explain.Explainer}, a tree of {@link org.shardingjdbc.plan.Explanation} leaves,
 * of those operators that the execution runs. Nothing is executed. EXPLAIN SHARDING, PREVIEW and logs ask here.
 */
package org.shardingjdbc.plan.internal.explain;
