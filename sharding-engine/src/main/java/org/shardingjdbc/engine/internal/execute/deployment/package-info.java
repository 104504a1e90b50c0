/**
 * What is fixed between two reloads: the rules, the catalog and the pools of a
 * {@link org.shardingjdbc.engine.internal.execute.deployment.Deployment}, and the plan of a statement as it is run
 * there, {@link org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan}. Which of them is the one of now,
 * {@code Deployments} of the package above decides.
 */
package org.shardingjdbc.engine.internal.execute.deployment;
