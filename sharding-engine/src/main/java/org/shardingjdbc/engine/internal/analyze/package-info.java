/**
 * EXPLAIN SHARDING ANALYZE: what a session tells of its executions enters
 * {@link org.shardingjdbc.engine.internal.analyze.Recording}, and the tree of the statement with what was measured
 * leaves. Called by the statement that runs it.
 */
package org.shardingjdbc.engine.internal.analyze;
