/**
 * The seam for rules. A part of a configuration enters a {@link org.shardingjdbc.rule.RuleProvider}; a
 * {@link org.shardingjdbc.rule.Rule} leaves, and what it contributes to planning and execution. The engine knows these
 * interfaces and none of the rules; sharding, broadcast and single are found in {@code META-INF/services} like those of
 * others.
 */
@NullMarked
package org.shardingjdbc.rule;

import org.jspecify.annotations.NullMarked;
