/**
 * What the executions of a plan find out and others of it use, the only thing beside a plan that changes:
 * {@link org.shardingjdbc.plan.internal.experience.PlanExperience}. It never decides what a plan answers.
 */
package org.shardingjdbc.plan.internal.experience;
