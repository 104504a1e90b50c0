package org.shardingjdbc.rule.placement;

import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.algorithm.KeyGenerator;

/**
 * How a table's key column gets its values in rows whose INSERT does not give them. Immutable.
 *
 * @param column lower case
 * @param generator shared, safe for all threads
 */
@Incubating
public record KeyGeneration(String column, KeyGenerator generator) {}
