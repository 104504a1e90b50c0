/**
 * The built-in sharding algorithms, and the compiled form of all of them. A configuration enters and becomes an
 * {@link org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition}; with the targets of a table that becomes a
 * choice, which turns values into target indexes. The rule compiler calls it.
 */
@NullMarked
package org.shardingjdbc.rule.internal.algorithm;

import org.jspecify.annotations.NullMarked;
