/**
 * Algorithms that an application may supply. Sharding values and properties enter, data nodes and keys leave. Begin
 * with {@link org.shardingjdbc.rule.algorithm.ShardingAlgorithm} and
 * {@link org.shardingjdbc.rule.algorithm.KeyGenerator}; they are found through {@code META-INF/services} by their type,
 * or by class name with the algorithm type CLASS_BASED.
 */
@NullMarked
package org.shardingjdbc.rule.algorithm;

import org.jspecify.annotations.NullMarked;
