package org.shardingjdbc.jdbc.internal.execute;

import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/** What a configuration is compiled to, besides its pools. */
public record DeploymentParts(Rules rules, Catalog catalog, Deployment.PlanSource plans) {}
