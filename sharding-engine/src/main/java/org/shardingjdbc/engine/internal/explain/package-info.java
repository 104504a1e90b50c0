/**
 * What statements would do, without doing it: a plan enters
 * {@link org.shardingjdbc.engine.internal.explain.PlanExplainer}, and its explanation leaves, with the databases that
 * rules would choose. Called by EXPLAIN SHARDING and by the data source.
 */
package org.shardingjdbc.engine.internal.explain;
