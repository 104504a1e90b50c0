package io.shardingjdbc.jdbc.internal.execute;

import io.shardingjdbc.jdbc.internal.plan.StatementPlan;

/**
 * A plan and the deployment that it was made for; data source indexes of the plan count that deployment's data sources.
 * An execution runs to its end on the deployment that its plan came from.
 */
public record Planned(Deployment deployment, String sql, StatementPlan plan) {}
