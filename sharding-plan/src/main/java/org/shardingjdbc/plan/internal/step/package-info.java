/**
 * What planning works with under one version of the rules ({@link org.shardingjdbc.plan.internal.step.PlanTools}), and
 * the planner as its parts know it ({@link org.shardingjdbc.plan.internal.step.StatementPlanner}): a text, or the tree
 * of a step, enters, its plan leaves. {@link org.shardingjdbc.plan.internal.step.StepSource} makes steps.
 */
package org.shardingjdbc.plan.internal.step;
