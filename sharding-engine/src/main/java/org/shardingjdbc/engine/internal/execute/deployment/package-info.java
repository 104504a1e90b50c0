/**
 * What is fixed between two reloads: the rules, the catalog and the pools of a
 * {@link org.shardingjdbc.engine.internal.execute.deployment.Deployment}, and the plan of a statement as it is run
 * there, {@link org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan}.
 * {@link org.shardingjdbc.engine.internal.execute.deployment.Deployments}, which the sessions of a data source share,
 * has the one of now and replaces it, and what the data source gives sessions besides: the fence of its registry and
 * commands about its configuration.
 */
package org.shardingjdbc.engine.internal.execute.deployment;
