package org.shardingjdbc.jdbc.rules;

import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * {@code !TEST_SEAM}, which uses the parts of the seam that the two other test rules do not.
 *
 * @param group what it calls a data source
 * @param primary the data source that it calls so
 * @param copy a database with a copy of the primary, where shadows are, too
 * @param found the data source where tables are best found, and created that no rule places
 */
public record TestSeamConfiguration(String group, String primary, String copy, String found)
        implements RuleConfiguration {}
