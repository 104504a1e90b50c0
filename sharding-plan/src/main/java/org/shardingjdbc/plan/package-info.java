/**
 * What an application may read of plans: {@link org.shardingjdbc.plan.Explanation}, which the data source and
 * {@code EXPLAIN SHARDING} answer with.
 */
@NullMarked
package org.shardingjdbc.plan;

import org.jspecify.annotations.NullMarked;
