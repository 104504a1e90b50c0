/**
 * Batches as tasks of {@link org.shardingjdbc.jdbc.internal.execute.ShardWork}: rows or texts with their units enter,
 * update counts and keys in the order of the application leave.
 */
package org.shardingjdbc.jdbc.internal.batch;
