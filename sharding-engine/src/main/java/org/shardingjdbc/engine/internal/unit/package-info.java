/**
 * Execution units as tasks of {@link org.shardingjdbc.engine.internal.execute.ShardWork}: units of a plan and
 * parameters enter, open statements of data nodes and what they returned leave. It keeps prepared statements, and knows
 * no statement of ours.
 */
package org.shardingjdbc.engine.internal.unit;
