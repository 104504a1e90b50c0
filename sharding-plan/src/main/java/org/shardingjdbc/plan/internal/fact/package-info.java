/**
 * What is known of a statement whichever units it goes to, as values that are kept with the plan:
 * {@link org.shardingjdbc.plan.internal.fact.PlanFacts} is the entry. The planner finds it out, executions read it.
 */
package org.shardingjdbc.plan.internal.fact;
