/**
 * The rule {@code !LOOKUP}, as users see it: rows of a sharded table are found by other columns than its sharding
 * columns, through look-up tables that the rule writes beside the writes of their rows. It enters as
 * {@link org.shardingjdbc.feature.lookup.LookUpRuleConfiguration}; statements use it without naming it.
 */
@NullMarked
package org.shardingjdbc.feature.lookup;

import org.jspecify.annotations.NullMarked;
