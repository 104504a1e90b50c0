/**
 * The rules as plain records. What YAML is read into and what the fluent builders of the Java API make enters, names
 * and texts leave; nothing is looked up or instantiated before the rule compiler reads them. Begin with
 * {@link org.shardingjdbc.rule.config.RuleConfiguration} and
 * {@link org.shardingjdbc.rule.config.ShardingRuleConfiguration}.
 */
@NullMarked
package org.shardingjdbc.rule.config;

import org.jspecify.annotations.NullMarked;
