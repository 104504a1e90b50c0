package org.shardingjdbc.rule;

import org.shardingjdbc.rule.hint.HintValues;

/**
 * What the choice of a data source may ask of one execution.
 *
 * @param transaction what the application's transaction did so far
 * @param hints of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and of the statement's comments,
 *     never null
 */
public record ExecutionFacts(StatementKind kind, TransactionState transaction, HintValues hints) {}
