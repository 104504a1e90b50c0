package org.shardingjdbc.jdbc.rules;

import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * {@code !TEST_LOOKUP}, which looks rows up in a table that it writes itself.
 *
 * @param table whose rows are looked up
 * @param column by which
 * @param key the sharding column of the table
 * @param entries the logic table with columns of these two names
 */
public record TestLookUpConfiguration(String table, String column, String key, String entries)
        implements RuleConfiguration {}
