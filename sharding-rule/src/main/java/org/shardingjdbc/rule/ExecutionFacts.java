package org.shardingjdbc.rule;

import org.shardingjdbc.rule.hint.HintValues;

/**
 * What the choice of a data source may ask of one execution.
 *
 * @param inTransaction whether it runs in a transaction of the application
 * @param hints of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes, never null
 */
public record ExecutionFacts(StatementKind kind, boolean inTransaction, HintValues hints) {}
