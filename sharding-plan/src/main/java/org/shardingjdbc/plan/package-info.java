/**
 * What an application may read of plans: {@link org.shardingjdbc.plan.Explanation}, which the data source and
 * {@code EXPLAIN SHARDING} answer with, and {@link org.shardingjdbc.plan.Reach}, how far executions go, which advice
 * tells. The planner and whoever executes make them; they hold no SQL of a user's values and nothing that runs.
 */
@NullMarked
package org.shardingjdbc.plan;

import org.jspecify.annotations.NullMarked;
