package org.shardingjdbc.jdbc.rules;

import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * {@code !TEST_PLACEMENT}, which has a placement of its own.
 *
 * @param table whose rows it places, by the first letters of their names
 * @param column the names
 */
public record TestPlacementConfiguration(String table, String column) implements RuleConfiguration {}
