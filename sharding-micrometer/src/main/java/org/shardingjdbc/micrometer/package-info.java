/**
 * A sharding data source seen by Micrometer: {@link org.shardingjdbc.micrometer.ShardingMeters} makes meters of its
 * statistics and pools, {@link org.shardingjdbc.micrometer.ShardingObservations} spans of its statements.
 */
@NullMarked
package org.shardingjdbc.micrometer;

import org.jspecify.annotations.NullMarked;
