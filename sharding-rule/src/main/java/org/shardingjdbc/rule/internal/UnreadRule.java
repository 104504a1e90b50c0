package org.shardingjdbc.rule.internal;

import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * Stands for a rule with a mistake that is told already, or one that means nothing here, so that the rules after it
 * keep their positions.
 */
public record UnreadRule() implements RuleConfiguration {}
