/**
 * The shares of data sources in batches, as tasks of {@link org.shardingjdbc.engine.internal.run.ShardWork}: rows or
 * texts with their units enter, update counts and keys in the order of the application leave.
 */
package org.shardingjdbc.engine.internal.task.batch;
