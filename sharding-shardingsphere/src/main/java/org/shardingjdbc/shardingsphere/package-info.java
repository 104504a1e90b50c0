/**
 * Runs sharding algorithms and key generators that were written against the interfaces of ShardingSphere 5.5,
 * unchanged. Enters through {@code META-INF/services}; what our algorithms see enters, what theirs see leaves. Knows
 * the interfaces of {@link org.shardingjdbc.rule.algorithm} only.
 */
@NullMarked
package org.shardingjdbc.shardingsphere;

import org.jspecify.annotations.NullMarked;
