/**
 * The rules, compiled. Configuration records enter through {@link org.shardingjdbc.route.internal.rule.RuleCompiler};
 * {@link org.shardingjdbc.route.internal.rule.Rules} leaves: which tables there are, on which data nodes, and for each
 * execution which of them hold the rows. Binding, route shapes and the planner call it.
 */
package org.shardingjdbc.route.internal.rule;
