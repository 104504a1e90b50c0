package org.shardingjdbc.route.internal.rule;

import org.shardingjdbc.route.algorithm.KeyGenerator;

/**
 * How a table's key column gets its values.
 *
 * @param column lower case
 * @param generator shared, safe for all threads
 */
public record KeyGeneration(String column, KeyGenerator generator) {}
