/**
 * What planning works with, and what makes the plans of steps:
 * {@link org.shardingjdbc.plan.internal.step.StatementPlanner} is the planner as its parts know it.
 */
package org.shardingjdbc.plan.internal.step;
