/**
 * What rules learn about a statement's values, and how they choose between production and its shadow. Statements enter
 * when they are planned, a {@link org.shardingjdbc.rule.hint.Side} leaves for each execution; called by the planner and
 * by the code that executes plans.
 */
@NullMarked
package org.shardingjdbc.rule.side;

import org.jspecify.annotations.NullMarked;
