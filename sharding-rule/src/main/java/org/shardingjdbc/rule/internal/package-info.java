/**
 * The rules, compiled. Configuration records enter through {@link org.shardingjdbc.rule.internal.RuleCompiler};
 * {@link org.shardingjdbc.rule.internal.Rules} leaves: which tables there are, on which data nodes, and for each
 * execution which of them hold the rows. Binding, route shapes and the planner call it.
 */
@NullMarked
package org.shardingjdbc.rule.internal;

import org.jspecify.annotations.NullMarked;
