/**
 * What an application may read of plans: {@link org.shardingjdbc.plan.Explanation}, which the data source and
 * {@code EXPLAIN SHARDING} answer with.
 */
package org.shardingjdbc.plan;
