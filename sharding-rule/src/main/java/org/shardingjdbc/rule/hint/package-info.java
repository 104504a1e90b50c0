/**
 * Values from outside the SQL. {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and the statement's comments
 * enter, {@link org.shardingjdbc.rule.hint.HintValues} leave for one execution.
 */
package org.shardingjdbc.rule.hint;
