/**
 * The seam for rules: what a rule is read from ({@link org.shardingjdbc.rule.RuleProvider}) and what it contributes to
 * planning and execution ({@link org.shardingjdbc.rule.Rule}). The engine knows these interfaces and none of the rules;
 * sharding, broadcast and single are found in {@code META-INF/services} like those of others.
 */
@NullMarked
package org.shardingjdbc.rule;

import org.jspecify.annotations.NullMarked;
