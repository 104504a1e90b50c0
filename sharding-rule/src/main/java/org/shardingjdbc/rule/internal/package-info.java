/**
 * The rules, compiled. Configuration records enter through {@link org.shardingjdbc.rule.internal.RuleCompiler};
 * {@link org.shardingjdbc.rule.internal.Rules} leaves. Few know all of it: binding, routing and the catalog ask its
 * {@link org.shardingjdbc.rule.internal.Placements}, the planner its
 * {@link org.shardingjdbc.rule.internal.PlanningRules}, a deployment its
 * {@link org.shardingjdbc.rule.internal.ExecutionRules}, and who watches over databases its
 * {@link org.shardingjdbc.rule.internal.WatchRules}.
 */
@NullMarked
package org.shardingjdbc.rule.internal;

import org.jspecify.annotations.NullMarked;
