/**
 * What planning works with under one version of the rules ({@link org.shardingjdbc.plan.internal.planning.PlanTools}),
 * what a statement is read from ({@link org.shardingjdbc.plan.internal.planning.StatementSource}), and the planner as
 * its parts know it ({@link org.shardingjdbc.plan.internal.planning.StatementPlanner}): the tree of a step enters, its
 * plan leaves. {@link org.shardingjdbc.plan.internal.planning.StepSource} makes steps.
 */
package org.shardingjdbc.plan.internal.planning;
