/**
 * Values that applications give, in the one form in which they are compared and placed. A value and the type of a
 * column enter; the value of that type leaves, or that it cannot be told. Begin with
 * {@link org.shardingjdbc.rule.internal.value.ShardingValues}; called when rows are placed.
 */
@NullMarked
package org.shardingjdbc.rule.internal.value;

import org.jspecify.annotations.NullMarked;
