/**
 * How a rule finds the data nodes of rows where the values in a statement do not decide them: a
 * {@link org.shardingjdbc.rule.lookup.LookUp} enters when a rule is compiled, the planner asks for it, and EXPLAIN
 * SHARDING shows it as a step.
 */
@NullMarked
package org.shardingjdbc.rule.lookup;

import org.jspecify.annotations.NullMarked;
