package org.shardingjdbc.jdbc.internal.execute;

import org.shardingjdbc.route.internal.catalog.Catalog;
import org.shardingjdbc.route.internal.rule.Rules;

/** What a configuration is compiled to, besides its pools. */
public record DeploymentParts(Rules rules, Catalog catalog, Deployment.PlanSource plans) {}
